/** A child process that issues for acme until it is killed, and prints each invoice once it was acknowledged. */

import { openSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { createInvoicing } from "../../src/index.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ready } from "./ready.ts";

const [path] = process.argv.slice(2) as [string];
const acme = createInvoicing({ store: await openSqliteStore(path, { lockTimeoutMs: 30_000 }) }).company("acme");
await acme.saveProfile(germanProfile());
await ready();

async function issueForever(): Promise<never> {
  for (;;) {
    const { id, invoiceNumber } = await acme.issue(order());
    process.stdout.write(`${invoiceNumber} ${id}\n`); // synchronous on a pipe, so it is complete before the kill
  }
}

// Several at once, so that the kill can also hit commits with more than one invoice.
await Promise.all([issueForever(), issueForever(), issueForever()]);
