/**
 * Goal: the report stays short and its counts are right, however much is wrong.
 * Method: 1,101 invoices on SQLite, of which every actor is changed by hand.
 */
import type { AuditFinding } from "faktura";
import { expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { auditedThrough } from "./audited-rows.ts";
import { DATABASES, writeBooksToTamper } from "./tampered-books.ts";

const [SQLITE] = DATABASES;

test("the report has the first 1,000 findings; onFinding gets all of them, and all are counted", async () => {
  const { acme, raw, close } = await writeBooksToTamper(SQLITE!);
  for (const count of [1000, 95]) await acme.issueMany(oneTo(count).map(() => order()));
  await raw.dropGuards();
  await raw.run("UPDATE faktura_invoices SET actor = 'bert'");
  const told: AuditFinding[] = [];
  const report = await acme.audit({ onFinding: (finding) => void told.push(finding) });
  expect(report).toMatchObject({ invoices: 1101, entries: 1106, findingCount: 1101 });
  expect(told).toHaveLength(1101);
  expect(report.findings).toEqual(told.slice(0, 1000));
  await close();
});

test("a store that cannot say whether an invoice is there is not taken to have none", async () => {
  const { raw, store, close } = await writeBooksToTamper(SQLITE!);
  await raw.dropGuards();
  await raw.run("DELETE FROM faktura_invoices WHERE counter = 14");
  const fault = new Error("the disk cannot be read");
  await expect(auditedThrough(store, { reader: { find: () => Promise.reject(fault) } }).audit()).rejects.toBe(fault);
  await close();
});

test("invoices without a place are counted up to the next one that has one", async () => {
  const { acme, raw, close } = await writeBooksToTamper(SQLITE!);
  await raw.dropGuards();
  await raw.run("UPDATE faktura_invoices SET journal_position = NULL, digest = NULL WHERE counter IN (12, 13, 15, 16)");
  const { findings, unchained, invoices, entries } = await acme.audit();
  expect({ unchained, invoices, entries }).toEqual({ unchained: 2, invoices: 6, entries: 7 });
  const missing = findings.filter(({ code }) => code === "entry_missing");
  expect(missing).toEqual([
    { code: "entry_missing", position: 5, detail: "positions 3 to 4 of the journal are missing" },
    {
      code: "entry_missing",
      invoiceNumber: "INV-202611-0014",
      counter: 14,
      position: 8,
      detail: "2 invoices before it have no position in the journal",
    },
  ]);
  await close();
});
