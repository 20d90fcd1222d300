/**
 * Goal: the role that a server runs under needs no more than the reference page says, and cannot do what the law
 * refuses even where the triggers are missing.
 * Method: the page's own GRANT statements, for a second role, on tables without triggers.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { openPool, pool, postgresUrl } from "../support/postgres.ts";

const PAGE = join(import.meta.dirname, "../../docs/reference/postgres-schema.md");
const [schema, role] = [`roles_${Date.now()}`, `server_${Date.now()}`];
let limited: Pool;

beforeAll(async () => {
  await migratePostgres(pool, { schema, triggers: false });
  const grants = /^```sql\n(?<sql>GRANT USAGE .*?)^```$/ms.exec(readFileSync(PAGE, "utf8"))!.groups!["sql"]!;
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret';
    ${grants.replaceAll("faktura_server", role).replaceAll("billing.", `${schema}.`).replaceAll("SCHEMA billing", `SCHEMA ${schema}`)}`);
  limited = openPool({ connectionString: postgresUrl.replace("postgres:password", `${role}:secret`), max: 4 });
});

afterAll(() => limited.end());

test("everything the library does, it does under that role", async () => {
  const store = postgresStore(limited, { schema });
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  await migratePostgres(limited, { schema, triggers: false });
  await acme.saveProfile(germanProfile());
  await acme.saveProfile(germanProfile({ name: "Firma AG" }));
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-01-01" });
  const first = await acme.issue(order(), { idempotencyKey: "key" });
  const second = await acme.issue(order());
  await acme.recordPayment(first.id, { amount: first.total }, { idempotencyKey: "pay" });
  await acme.cancel(second.id, { reason: "ordered twice" });
  expect((await acme.list()).data.map(({ invoiceNumber, status }) => [invoiceNumber.slice(-4), status])).toEqual([
    ["0043", "CANCELLED"],
    ["0042", "PAID"],
  ]);
  expect((await acme.get(first.id)).payments.length).toBe(1);
  const [event, next] = await store.billing.pending("acme");
  await store.billing.acknowledge("acme", [next!.id]);
  expect(await store.billing.pending("acme")).toEqual([event]);
  await store.billing.acknowledge("acme", [event!.id]);
  expect(await store.billing.pending("acme")).toEqual([]);
});

const FORBIDDEN = [
  "DELETE FROM faktura_invoices",
  "TRUNCATE faktura_invoices",
  "UPDATE faktura_invoices SET document = '{}'",
  "UPDATE faktura_invoices SET counter = counter + 1",
  "UPDATE faktura_invoices SET status = 'SENT', issue_date = '2020-01-01'",
  "DELETE FROM faktura_payments",
  "UPDATE faktura_payments SET amount = 0",
  "TRUNCATE faktura_idempotency_keys",
  "DELETE FROM faktura_idempotency_keys",
  "DELETE FROM faktura_sequences",
  "UPDATE faktura_sequences SET counted_by = 'host'",
  "INSERT INTO faktura_sequences (company_id, counted_by) VALUES ('new', 'host')",
  "DELETE FROM faktura_companies",
  "UPDATE faktura_billing_acknowledged SET counter = 9",
  "DELETE FROM faktura_billing_cursors",
  "UPDATE faktura_schema SET version = 9",
  "ALTER TABLE faktura_invoices DISABLE TRIGGER ALL",
  "DROP TABLE faktura_invoices",
];

test.each(FORBIDDEN)("that role may not: %s", async (sql) => {
  await expect(limited.query(sql.replace("faktura_", `${schema}.faktura_`))).rejects.toMatchObject({ code: "42501" });
});
