/** A child process that issues for many companies until it is killed, and prints each invoice once it was acknowledged. */

import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { germanProfile, order } from "../support/fixtures.ts";
import { ready } from "./ready.ts";

const [path, first, count] = process.argv.slice(2) as [string, string, string];
const store = await openSqliteStore(path, { lockTimeoutMs: 30_000 });
const invoicing = createInvoicing({ store, companies: { profile: () => germanProfile() } });
await store.ready();
await ready();

async function issueForever(companyId: string): Promise<never> {
  for (;;) {
    const { id, invoiceNumber } = await invoicing.company(companyId).issue(order({ reference: companyId }));
    process.stdout.write(`${companyId} ${invoiceNumber} ${id}\n`); // synchronous on a pipe, so it is complete before the kill
  }
}

const companies = Array.from({ length: Number(count) }, (_, index) => `company-${Number(first) + index}`);
await Promise.all(companies.map(issueForever));
