/**
 * A child process that issues and credits for acme until it is killed, and prints each invoice and each credit note once
 * it was acknowledged.
 */

import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { germanProfile, order } from "../support/fixtures.ts";
import { ready } from "./ready.ts";

const [path] = process.argv.slice(2) as [string];
const acme = createInvoicing({ store: await openSqliteStore(path, { lockTimeoutMs: 30_000 }) }).company("acme");
await acme.saveProfile(germanProfile({ series: { branch: { prefix: "B" } } }));
await ready();

async function issueForever(series?: string): Promise<never> {
  for (;;) {
    const { id, invoiceNumber } = await acme.issue(order({ series }));
    process.stdout.write(`${invoiceNumber} ${id}\n`); // synchronous on a pipe, so it is complete before the kill
  }
}

async function creditForever(): Promise<never> {
  for (;;) {
    const { id: invoiceId } = await acme.issue(order());
    await acme.recordPayment(invoiceId, { amount: 238 });
    const lines = [{ line: 1, quantity: 1 }];
    const [part, rest] = [{ reason: "returned", lines }, { reason: "returned" }];
    for (const { id, creditNoteNumber } of await Promise.all([
      acme.credit(invoiceId, part),
      acme.credit(invoiceId, rest),
    ]))
      process.stdout.write(`${creditNoteNumber} ${id}\n`);
    await acme.recordPayment(invoiceId, { amount: -238 });
  }
}

// Several at once, so that the kill can also hit commits with more than one write.
await Promise.all([issueForever(), issueForever("branch"), creditForever()]);
