/**
 * Goal: whatever program writes to the tables with its own SQL, the database itself refuses what the law forbids.
 * Method: issue invoices through the library, then try each statement as a superuser, with and without
 * `session_replication_role = replica`, which bypasses ordinary triggers.
 * Not covered: a writer that drops or disables the triggers.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "../../support/postgres.ts";
import { columnsOf, insertCopy, insertEntry } from "./books.ts";
import { openRefusals } from "./refusals.ts";

let schema: string;
let books: Awaited<ReturnType<typeof openRefusals>>;

beforeAll(async () => {
  books = await openRefusals();
  schema = books.schema;
});

const expectRefused = (sql: string, by?: RegExp) => books.expectRefused(sql, by);

const FIRST = "(SELECT id FROM faktura_invoices WHERE company_id = 'acme' AND counter = 1)";

/** The columns that a panel leaves to the library. */
const OPEN = { journal_position: "NULL", digest: "NULL" };

const AS_ISSUED = {
  status: "'SENT'",
  amount_paid: "0",
  amount_due: "NULL",
  cancelled_at: "NULL",
  cancellation_reason: "NULL",
};

const DUPLICATE = /duplicate key value/;
const invoice = (changes: Record<string, string> & { where: string }) =>
  insertCopy(schema, "faktura_invoices", changes);

test("an insert cannot replace an invoice", async () => {
  await expectRefused(await invoice({ where: "counter = 4" }), DUPLICATE);
  await expectRefused(await invoice({ where: "counter = 1", counter: "5" }), DUPLICATE);
});

test("an actor cannot be empty", async () => {
  const next = { where: "counter = 4", counter: "5", id: "'new'", ...OPEN };
  await expectRefused(await invoice({ ...next, actor: "''" }), /faktura_invoices_actor_check/);
  const entry = insertEntry("payment.recorded", { id: "new" });
  const named = entry.replace("source, recorded_at", "source, actor, recorded_at").replace("'api', ", "'api', '', ");
  await expectRefused(named, /faktura_journal_actor_check/);
});

test("an upsert cannot change an invoice, a payment or a key", async () => {
  const taken = await invoice({ where: "counter = 4" });
  await expectRefused(`${taken} ON CONFLICT (company_id, counter) DO UPDATE SET document = '{}'`);
  const sameId = await invoice({ where: "counter = 4", counter: "5" });
  await expectRefused(`${sameId} ON CONFLICT (company_id, id) DO UPDATE SET document = '{}', status = 'SENT'`);
  for (const table of ["faktura_payments", "faktura_idempotency_keys"] as const) {
    const insert = await insertCopy(schema, table, { where: "true" });
    await expectRefused(`${insert} ON CONFLICT ON CONSTRAINT ${table}_pkey DO UPDATE SET invoice_id = 'another'`);
  }
});

test("an insert cannot leave a gap, use a lower counter or go back in time", async () => {
  for (const counter of ["6", "9223372036854775807"]) {
    await expectRefused(await invoice({ where: "counter = 4", id: "'new'", counter }));
  }
  await expectRefused(await invoice({ where: "counter = 4", id: "'new'", company_id: "'globex'", counter: "2" }));
  await expectRefused(
    await invoice({ where: "counter = 4", id: "'new'", counter: "5", issue_date: "'2001-01-01'" }),
    /must not run backwards/,
  );
  for (const counter of ["0", "-1", "NULL"]) {
    await expectRefused(await invoice({ where: "counter = 4", id: "'new'", counter }), /constraint/);
  }
});

test("a batch with a gap, or with dates that run backwards inside it, is refused as a whole", async () => {
  await expectRefused(await invoice({ where: "counter IN (1, 3)", id: "'new' || counter", counter: "counter + 4" }));
  const backwards = { id: "'new' || counter", counter: "counter + 4", issue_date: "issue_date + (10 - counter::int)" };
  await expectRefused(await invoice({ where: "counter IN (1, 2)", ...backwards }), /must not run backwards/);
});

test("COPY is refused like an insert, and compares only rows of one company", async () => {
  const copy = (...rows: (readonly [counter: number, day: string, company?: string])[]) => {
    const cells = rows.map(([counter, day, company = "acme"]) => [
      company,
      counter,
      `c${counter}`,
      `C-${counter}`,
      day,
    ]);
    const lines = cells.map((row) => `${row.join(",")},panel,{}`).join("\\n");
    return `COPY faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
      FROM PROGRAM 'printf "${lines}\\n"' (FORMAT csv)`;
  };
  await expectRefused(copy([6, "2999-01-01"]), /must have the last counter plus one/);
  await expectRefused(copy([5, "2999-01-01"], [7, "2999-01-01"]), /must have the last counter plus one/);
  await expectRefused(copy([5, "2001-01-01"]), /must not run backwards/);
  await expectRefused(copy([5, "2999-01-02"], [6, "2999-01-01"]), /must not run backwards/);
  await expectRefused(copy([4, "2999-01-01"]), DUPLICATE);
  await books.expectAllowed(copy([5, "2999-01-01"], [6, "2999-01-01"], [1, "2999-01-02", "globex"]));
});

test("a counter below those of a continued sequence is refused", async () => {
  const copy = (counter: string, number: string) =>
    invoice({ where: `counter = ${counter}`, company_id: "'initech'", counter: number, ...AS_ISSUED, ...OPEN });
  const error = await books.attempt(
    `INSERT INTO faktura_sequences (company_id, last_counter) VALUES ('initech', 41);
     ${await copy("1", "42")}; ${await copy("2", "7")}`,
  );
  expect(error).toMatchObject({ message: "faktura: an invoice must have the last counter plus one" });
});

test("if a host counts, counters only have to grow", async () => {
  const hosted = (counter: string) =>
    invoice({ where: "counter = 1", company_id: "'hosted'", id: `'id' || ${counter}`, counter, ...OPEN });
  const start = `INSERT INTO faktura_sequences (company_id, counted_by) VALUES ('hosted', 'host');
    ${await hosted("10")}; ${await hosted("20")}`;
  const below = await books.attempt(`${start}; ${await hosted("15")}`);
  expect(below).toMatchObject({ message: "faktura: an invoice must have the last counter plus one" });
  await books.expectAllowed(start, await hosted("21"));
});

/**
 * Whether each column of an invoice is fixed when it is issued or belongs to its state. A new column fails the test
 * below until it is decided here.
 */
const ISSUED = [
  ...["company_id", "counter", "id", "invoice_number", "issue_date", "source", "document"],
  ...["actor", "journal_position", "digest"],
];
const STATE = [
  "status",
  "amount_paid",
  "prepaid_refunded",
  "discount_taken",
  "credited_total",
  "amount_due",
  "cancelled_at",
  "cancellation_reason",
  "written_off_on",
  "write_off_reason",
];
/** The deduction of an advance: it has no entry of its own, so the audit compares it with the final invoice. */
const SETTLEMENT = ["settled_by", "settled_amount"];

test("every column of an invoice is either issued or state", async () => {
  expect((await columnsOf(schema, "faktura_invoices")).sort()).toEqual([...ISSUED, ...STATE, ...SETTLEMENT].sort());
});

const OTHER_VALUE: Readonly<Record<string, string>> = {
  counter: "counter + 100",
  journal_position: "journal_position + 100",
  digest: "reverse(digest)",
  issue_date: "issue_date + 1",
  source: "'panel'",
  document: "document || ' '",
};

test.each(ISSUED)("an invoice's %s cannot be changed, with its state or without", async (column) => {
  const value = OTHER_VALUE[column] ?? `${column} || 'x'`;
  await expectRefused(`UPDATE faktura_invoices SET ${column} = ${value}`);
  for (const counter of [1, 2, 3, 4]) {
    await expectRefused(`UPDATE faktura_invoices SET ${column} = ${value} WHERE counter = ${counter}`);
  }
  await expectRefused(`UPDATE faktura_invoices SET status = 'PAID', ${column} = ${value} WHERE counter = 1`);
});

test.each(STATE)("the %s of a paid or cancelled invoice cannot be changed without a journal entry", async (column) => {
  const amount = /amount|credited|refunded|taken/.test(column);
  for (const counter of [2, 3]) {
    const value = amount ? `${column} + 1` : column === "status" ? "'SENT'" : "'x'";
    await expectRefused(
      `UPDATE faktura_invoices SET ${column} = ${value} WHERE counter = ${counter}`,
      /^faktura: |check constraint/,
    );
  }
});

test("a paid invoice cannot be cancelled", async () => {
  await expectRefused(
    "UPDATE faktura_invoices SET status = 'CANCELLED', amount_due = 0, cancelled_at = '2026-11-20' WHERE counter = 2",
  );
});

test("a host's own trigger cannot change an issued column behind the guards", async () => {
  const error = await books.attempt(
    `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN NEW.document := ''{}''; RETURN NEW; END';
     CREATE TRIGGER zzz BEFORE UPDATE ON faktura_invoices FOR EACH ROW EXECUTE FUNCTION meddle();
     UPDATE faktura_invoices SET cancellation_reason = 'none' WHERE counter = 1`,
  );
  expect(error).toMatchObject({ message: "faktura: an issued invoice cannot be changed" });
});

test("invoices cannot be deleted or truncated", async () => {
  await expectRefused("DELETE FROM faktura_invoices");
  for (const counter of [1, 2, 3, 4]) await expectRefused(`DELETE FROM faktura_invoices WHERE counter = ${counter}`);
  await expectRefused("TRUNCATE faktura_invoices");
  await expectRefused("TRUNCATE faktura_invoices, faktura_payments, faktura_idempotency_keys CASCADE");
});

describe.each(["faktura_payments", "faktura_idempotency_keys", "faktura_journal"] as const)("%s", (table) => {
  test("no row can be changed, deleted or truncated", async () => {
    for (const column of await columnsOf(schema, table)) {
      await expectRefused(`UPDATE ${table} SET ${column} = ${column}`);
    }
    await expectRefused(`DELETE FROM ${table}`);
    await expectRefused(`TRUNCATE ${table}`);
  });
});

test("allowed statements succeed, so the refusals above have no other cause", async () => {
  await books.expectAllowed(
    insertEntry("invoice.cancelled", { cancelledAt: "2026-11-20" }),
    "UPDATE faktura_invoices SET status = 'CANCELLED', amount_due = 0, cancelled_at = '2026-11-20' WHERE counter = 1",
    await invoice({ where: "counter = 4", counter: "5", id: "'new'", source: "'panel'", ...OPEN }),
    await invoice({
      where: "counter IN (1, 2)",
      counter: "counter + 5",
      id: "'new' || counter",
      ...AS_ISSUED,
      ...OPEN,
    }),
    insertEntry("payment.recorded", { id: "new" }),
    await insertCopy(schema, "faktura_payments", { where: "position = 1", invoice_id: FIRST, id: "'new'" }),
    await insertCopy(schema, "faktura_idempotency_keys", { where: "true", key: "'another'" }),
    "SELECT 1 / (count(*) - 6) FROM faktura_invoices",
  );
});

test("every trigger is ENABLE ALWAYS, and none is limited to columns", async () => {
  const { rows } = await pool.query(
    `SELECT tgname, tgenabled, cardinality(tgattr::int2[]) AS columns FROM pg_trigger
     WHERE tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace) AND NOT tgisinternal`,
    [schema],
  );
  expect(rows.length).toBe(44);
  for (const row of rows) expect(row, row.tgname).toMatchObject({ tgenabled: "A", columns: 0 });
});
