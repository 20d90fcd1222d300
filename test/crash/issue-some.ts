/** A child process that issues for acme, partly with its own keys and partly with keys that other children use too. */

import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { order } from "../support/fixtures.ts";
import { ready } from "./ready.ts";

const [path, name, own, shared] = process.argv.slice(2) as [string, string, string, string];
const invoicing = createInvoicing({ store: await openSqliteStore(path, { lockTimeoutMs: 30_000 }) });
const acme = invoicing.company("acme");
const ownKeys = Array.from({ length: Number(own) }, (_, index) => `${name}-${index}`);
const sharedKeys = Array.from({ length: Number(shared) }, (_, index) => `shared-${index}`);
await ready();

async function issueAll(keys: readonly string[]): Promise<void> {
  for (const idempotencyKey of keys) {
    const { id, invoiceNumber } = await acme.issue(order(), { idempotencyKey });
    process.stdout.write(`${idempotencyKey} ${invoiceNumber} ${id}\n`);
  }
}

await Promise.all([issueAll(ownKeys), issueAll(sharedKeys)]);
await invoicing.close();
