/** A child process that uses a new file at the same time as others, and prints the id of the invoice that it issued. */

import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { ready } from "../crash/ready.ts";
import { germanProfile, order } from "../support/fixtures.ts";

const [path] = process.argv.slice(2) as [string];
await ready();
const invoicing = createInvoicing({ store: await openSqliteStore(path, { lockTimeoutMs: 30_000 }) });
const acme = invoicing.company("acme");
await acme.saveProfile(germanProfile());
process.stdout.write(`${(await acme.issue(order())).id}\n`);
await invoicing.close();
