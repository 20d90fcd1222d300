/**
 * Goal: books that were kept before there was a journal are sound once they have one.
 * Method: rows that the library wrote are moved into a file of the first version's tables, which is then opened.
 */
import { createInvoicing } from "faktura";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { FIRST_SCHEMA } from "../../src/adapters/sqlite/first-schema.ts";
import { order } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { DATABASES, writeBooksToTamper } from "./tampered-books.ts";

const TABLES = {
  faktura_companies: "company_id, profile",
  faktura_sequences: "company_id, last_counter, last_issue_date, counted_by",
  faktura_invoices:
    "company_id, counter, id, invoice_number, issue_date, source, status, amount_paid, cancelled_at, cancellation_reason, document",
  faktura_payments: "company_id, invoice_id, position, id, amount, paid_on, method, reference",
};

test("books of the first version get a journal in which an audit finds nothing", async () => {
  const { raw, close } = await writeBooksToTamper(DATABASES[0]!);
  const path = freshFile();
  const file = connectRaw(path);
  file.exec(`${FIRST_SCHEMA}; CREATE TABLE faktura_schema (version INTEGER NOT NULL) STRICT;
    INSERT INTO faktura_schema VALUES (1)`);
  for (const [table, columns] of Object.entries(TABLES)) {
    const names = columns.split(", ");
    const insert = file.prepare(`INSERT INTO ${table} (${columns}) VALUES (${names.map(() => "?").join(", ")})`);
    for (const row of await raw.rows(`SELECT ${columns} FROM ${table}`)) insert.run(...names.map((name) => row[name]));
  }
  file.exec(`INSERT INTO faktura_billing_events SELECT company_id, counter, 'invoice.issued:' || id, id, '2026-11-20T12:00:00.000Z'
    FROM faktura_invoices WHERE counter > 12`);
  file.close();
  await close();

  const store = sqliteStore(() => connectRaw(path));
  const acme = createInvoicing({ store, clock: { now: () => new Date("2026-11-21T12:00:00Z") } }).company("acme");
  expect(await acme.audit()).toMatchObject({ invoices: 6, entries: 11, findings: [] });
  const { head } = await acme.audit();
  expect((await store.journal.billing("acme")).acknowledgedThrough).toBe(12);
  await acme.issue(order());
  expect(await acme.audit({ expect: head })).toMatchObject({ invoices: 7, findings: [] });
  await store.close();
});

test("a sequence that was adopted before there was a journal, and has no invoice yet, is in it", async () => {
  const path = freshFile();
  const file = connectRaw(path);
  file.exec(`${FIRST_SCHEMA}; CREATE TABLE faktura_schema (version INTEGER NOT NULL) STRICT;
    INSERT INTO faktura_schema VALUES (1);
    INSERT INTO faktura_sequences VALUES ('acme', 41, '2026-11-19', 'invoices'), ('host', 0, NULL, 'host'),
      ('both', 41, '2026-11-19', 'host')`);
  file.close();
  const store = await openSqliteStore(path);
  const invoicing = createInvoicing({ store });
  expect(await invoicing.company("acme").audit()).toMatchObject({ entries: 1, findings: [] });
  expect(await invoicing.company("host").audit()).toMatchObject({ entries: 0, countedByHost: true, findings: [] });
  expect(await invoicing.company("both").audit()).toMatchObject({ entries: 1, countedByHost: true, findings: [] });
  await invoicing.close();
});
