/**
 * Goal: whatever a panel inserts into the invoices with its own SQL can be read, because it can never be corrected or
 * deleted.
 * Method: insert copies of an invoice, each with one unreadable value, as a company's first invoice, which no guard
 * refuses. Also change states.
 * Not covered: a document that is JSON but not an invoice.
 */
import type { SqliteConnection } from "faktura/sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectRaw } from "../../support/stores.ts";
import { dump, insertCopy, journaled, writeBooks } from "../raw-books.ts";

let raw: SqliteConnection;
let before: string;

beforeAll(async () => {
  raw = connectRaw(await writeBooks());
  before = dump(raw);
});

afterAll(() => {
  raw.close();
});

const FIRST = "company_id = 'acme' AND counter = 1";

/** SQL that inserts the first invoice of a company. */
const insert = (changes: Record<string, string>) =>
  insertCopy(raw, "faktura_invoices", "INSERT", {
    where: FIRST,
    company_id: "'globex'",
    journal_position: "NULL",
    digest: "NULL",
    ...changes,
  });

function expectRefused(sql: string, message: RegExp): void {
  expect(() => raw.exec(sql), sql).toThrow(message);
  expect(dump(raw), sql).toBe(before);
}

const check = (column: string) => new RegExp(`^CHECK constraint failed: .*${column}`);

/** The guards check the initial state of an invoice, and the origin of each later state, before any constraint. */
const UNPAID = /^faktura: an invoice must be inserted as SENT, unpaid and not credited$/;
const UNSETTLED = /^faktura: the state of the invoice does not match its journal entries$/;

test.each([
  ["document", ["''", "'INV-1'", "'{\"id\":'", "'{} {}'", "'[] []'"], check("document")],
  [
    "document",
    ["'[]'", "' [{}]'", "'null'", "'1'", "'\"{}\"'", "'true'", "char(10) || '[]'"],
    /^faktura: a document must be a JSON object$/,
  ],
  [
    "issue_date",
    ["'zzzz'", "''", "'2026-02-30'", "'2026-2-3'", "'2026-02-03 10:00'", "'20.11.2026'"],
    check("issue_date"),
  ],
  ["amount_paid", ["'abc'", "'-5'", "''", "'.5'", "'1,5'", "'1e3'", "' 5'", "'5 EUR'", "'1'"], UNPAID],
  ["credited_total", ["'abc'", "'-5'", "''", "'1e3'", "'1'"], UNPAID],
  ["cancelled_at", ["'2026-11-20T10:00:00.000Z'", "''"], check("cancelled_at")],
  ["status", ["'CANCELLED'", "'PAID'", "'DRAFT'", "'sent'", "''"], UNPAID],
  ["source", ["'import'", "''"], check("source")],
  ["digest", ["'abc'"], check("digest")],
  ["actor", ["''"], check("actor")],
])("an invoice with an unreadable %s cannot be inserted", (column, values, message) => {
  for (const value of values) expectRefused(insert({ [column]: value }), message);
});

test.each<readonly [string, RegExp]>([
  ["amount_paid = 'abc'", check("amount_paid")],
  ["amount_paid = '-5'", UNSETTLED],
  ["amount_paid = '0.0x'", check("amount_paid")],
  ...["0.0", "0.", "00", "0.00004", "0.0.0"].map((text) => [`amount_paid = '${text}'`, UNSETTLED] as const),
  ["credited_total = 'abc'", check("credited_total")],
  ...["1", "0.0", "00"].map((text) => [`credited_total = '${text}'`, UNSETTLED] as const),
  ["status = 'CANCELLED'", UNSETTLED],
  ["cancelled_at = '2026-11-20T10:00:00.000Z'", check("cancelled_at")],
  ["status = 'PAID'", UNSETTLED],
  ["status = 'PAID', amount_paid = json_extract(document, '$.total')", UNSETTLED],
  ["status = 'OVERDUE'", check("status")],
])("the state of an invoice cannot be changed to %s", (change, message) => {
  expectRefused(`UPDATE faktura_invoices SET ${change} WHERE ${FIRST}`, message);
});

test("an amount paid has only one notation", () => {
  const first = `(SELECT id FROM faktura_invoices WHERE ${FIRST})`;
  raw.exec("BEGIN");
  raw.exec(journaled("payment.recorded", `'{"id":"new"}'`));
  const payment = { where: "position = 1", invoice_id: first, id: "'new'", amount: "'20.1'" };
  raw.exec(insertCopy(raw, "faktura_payments", "INSERT", payment));
  const set = (text: string) =>
    raw.exec(`UPDATE faktura_invoices SET amount_paid = '${text}', amount_due = '217.9' WHERE ${FIRST}`);
  for (const text of ["20.10", "020.1", "20.1000", "20.10004", "20.09999", "20.1.0", "20.1."]) {
    expect(() => set(text), text).toThrow(UNSETTLED);
  }
  set("20.1");
  raw.exec("ROLLBACK");
});

test("a journal entry is a JSON object", () => {
  for (const document of ["'[]'", "'null'", "'\"{}\"'", "''"]) {
    expectRefused(journaled("payment.recorded", document), check("document"));
  }
});

test("a journal entry cannot have an empty actor", () => {
  const entry = journaled("payment.recorded", "'{}'");
  const named = entry.replace("source, recorded_at", "source, actor, recorded_at").replace("'api', ", "'api', '', ");
  expectRefused(named, check("actor"));
});

test("readable values are accepted, so the refusals above have no other cause", () => {
  raw.exec("BEGIN");
  raw.exec(insert({ issue_date: "'2024-02-29'", document: "'{}'", source: "'panel'" }));
  raw.exec(insert({ counter: "2", id: "'b'", document: "char(9, 10, 13, 32) || '{}'" }));
  raw.exec(journaled("invoice.cancelled", `'{"cancelledAt":"2026-11-20T10:00:00.000Z"}'`));
  raw.exec(
    `UPDATE faktura_invoices SET status = 'CANCELLED', amount_due = '0', cancelled_at = '2026-11-20T10:00:00.000Z' WHERE ${FIRST}`,
  );
  raw.exec("ROLLBACK");
});
