/** A child process that issues, credits and sends for acme until it is killed, and prints each number and code that it sent. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { fiscalRecords, fiskalizacija } from "faktura/einvoice/hr";
import { openSqliteStore } from "faktura/sqlite";
import { JIR, ORDER, SELLER, signAlike } from "../einvoice/hr/fiscal-scenes.ts";
import { germanProfile } from "../support/fixtures.ts";
import { ready } from "./ready.ts";

const [path] = process.argv.slice(2) as [string];
const store = await openSqliteStore(path, { lockTimeoutMs: 30_000 });
const acme = createInvoicing({ store, formats: [fiskalizacija] }).company("acme");
const year = new Date().getFullYear();
const prefixes = { invoicePrefix: `POSL1/12/${year}`, creditNotePrefix: `POSL1/13/${year}`, series: undefined };
await acme.saveProfile(germanProfile({ ...SELLER, ...prefixes }));
await ready();
const issueForever = async () => {
  for (;;) await acme.credit((await acme.issue(ORDER)).id, { reason: "Povrat" });
};
const sendForever = async () => {
  for (;;) {
    await nextTurn(); // empty books would otherwise be read without end before anything is issued
    for await (const record of fiscalRecords(acme, { sign: signAlike })) {
      const { kind, jir, documentId, fiscalNumber, zki } = record;
      if (jir !== undefined || kind === "credit_note") continue;
      process.stdout.write(`${fiscalNumber} ${zki}\n`);
      await acme.recordPortalRefusal(documentId, { portal: "fiskalizacija", code: "no answer", on: today() });
      await acme.recordPortalNumber(documentId, { portal: "fiskalizacija", number: JIR });
    }
  }
};
const today = () => new Date().toISOString().slice(0, 10);
await Promise.all([issueForever(), issueForever(), sendForever()]);
