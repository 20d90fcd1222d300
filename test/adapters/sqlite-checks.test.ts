/**
 * Goal: what a panel with SQL of its own writes into the invoices can be read back, for it can be neither mended nor
 * deleted afterwards.
 * Method: copies of an invoice, each with one unreadable value, are inserted as the first invoice of a company, where
 * no guard has anything to say; states are also changed.
 * Not covered: a document that is JSON, but no invoice.
 */
import type { SqliteConnection } from "faktura/sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectRaw } from "../support/stores.ts";
import { dump, insertCopy, writeBooks } from "./raw-books.ts";

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

/** SQL that inserts the first invoice of a company that has none. */
const insert = (changes: Record<string, string>) =>
  insertCopy(raw, "faktura_invoices", "INSERT", { where: FIRST, company_id: "'globex'", ...changes });

function expectCheckFails(sql: string, check: RegExp): void {
  expect(() => raw.exec(sql), sql).toThrow(/^CHECK constraint failed: /);
  expect(() => raw.exec(sql), sql).toThrow(check);
  expect(dump(raw), sql).toBe(before);
}

test.each([
  ["document", ["''", "'INV-1'", "'{\"id\":'", "'{} {}'"]],
  ["issue_date", ["'zzzz'", "''", "'2026-02-30'", "'2026-2-3'", "'2026-02-03 10:00'", "'20.11.2026'"]],
  ["amount_paid", ["'abc'", "'-5'", "''", "'.5'", "'1,5'", "'1e3'", "' 5'", "'5 EUR'"]],
  ["cancelled_at", ["'2026-11-20T10:00:00.000Z'", "''"]],
  ["status", ["'CANCELLED'", "'DRAFT'", "'sent'", "''"]],
  ["source", ["'import'", "''"]],
])("an invoice is not inserted with an unreadable %s", (column, values) => {
  for (const value of values) expectCheckFails(insert({ [column]: value }), new RegExp(column));
});

test.each([
  "amount_paid = 'abc'",
  "amount_paid = '-5'",
  "status = 'CANCELLED'",
  "cancelled_at = '2026-11-20T10:00:00.000Z'",
  "status = 'PAID', cancelled_at = '2026-11-20T10:00:00.000Z'",
  "status = 'OVERDUE'",
])("the state of an invoice is not changed to %s", (change) => {
  const column = change.split(" ")[0]!;
  expectCheckFails(`UPDATE faktura_invoices SET ${change} WHERE ${FIRST}`, new RegExp(column));
});

test("what is readable goes in, so that the refusals above are not for another reason", () => {
  raw.exec("BEGIN");
  raw.exec(insert({ issue_date: "'2024-02-29'", amount_paid: "'0.5'", document: "'{}'", source: "'panel'" }));
  raw.exec(insert({ counter: "2", id: "'b'", status: "'CANCELLED'", cancelled_at: "'2026-11-20T10:00:00.000Z'" }));
  raw.exec("UPDATE faktura_invoices SET amount_paid = '10' WHERE company_id = 'globex' AND counter = 1");
  raw.exec("ROLLBACK");
});
