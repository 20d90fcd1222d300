/**
 * Goal: the role of a server needs no more rights than the reference page says, and cannot do what the law forbids even
 * without triggers.
 * Method: the page's own GRANT statements, for a second role, on tables with and without triggers.
 */
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { grantsOf, openPool, pool, postgresUrl } from "../../support/postgres.ts";
import { useApiKeys } from "../../support/use-api-keys.ts";

const [schema, guarded, role] = [`roles_${Date.now()}`, `guarded_${Date.now()}`, `server_${Date.now()}`];
let limited: Pool;
let toJoin: string;
let ofPanel: string;

beforeAll(async () => {
  await migratePostgres(pool, { schema, triggers: false });
  await migratePostgres(pool, { schema: guarded, panel: true });
  const grantsIn = (name: string, begin?: string) => grantsOf(name, role, begin);
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; ${grantsIn(schema)} ${grantsIn(guarded)}`);
  toJoin = grantsIn(guarded, "GRANT EXECUTE");
  ofPanel = grantsIn(guarded, "GRANT SELECT, INSERT");
  limited = openPool({ connectionString: postgresUrl.replace("postgres:password", `${role}:secret`), max: 4 });
});

afterAll(() => limited.end());

test.each([
  ["without triggers", schema, false],
  ["with triggers", guarded, true],
])("this role can do everything that the library does: %s", async (_, schema, triggers) => {
  const store = postgresStore(limited, { schema });
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  await migratePostgres(limited, { schema, triggers });
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
  expect(await invoicing.drainBilling({ deliver: async () => {} })).toMatchObject({ delivered: 1, failed: [] });
  expect(await store.billing.pending("acme")).toEqual([]);
  const drain = () => invoicing.drainEvents({ deliver: async () => {}, batchSize: 2 });
  expect(await drain()).toMatchObject({ delivered: 4, failed: [] });
  await pool.query(PANEL_ROW.replaceAll("faktura_", `${schema}.faktura_`));
  expect(await drain(), "the panel's").toMatchObject({ delivered: 1, failed: [] });
  await store.events("late").beginNow();
  const refuse = async () => expect.fail("refused");
  const refusing = { deliver: refuse, consumer: "refusing", attempts: 1, batchSize: 1, retryAfterMs: 0 };
  expect(await invoicing.drainEvents(refusing)).toMatchObject({ putAside: 5, failed: [] });
  expect(await invoicing.retryEvents({ deliver: refuse, consumer: "refusing" })).toMatchObject({ putAside: 5 });
  expect(await invoicing.retryEvents({ deliver: async () => {}, consumer: "refusing" })).toMatchObject({
    delivered: 5,
  });
  await acme.issue(order());
  const places = (await store.journal.invoicesAfter("acme", 0, 9)).map(({ place }) => place?.position);
  expect(places, "the adoption is 1, the payment and the cancellation 4 and 5").toEqual([2, 3, 6, 7]);
  expect((await store.journal.entriesAfter("acme", 0, 9)).map(({ position }) => position)).toEqual([1, 4, 5]);
  expect(await store.journal.head("acme")).toMatchObject({ position: 7, lastCounter: 45 });
  expect(await store.journal.companies(null, 9)).toEqual(["acme"]);
  expect(await store.journal.billing("acme")).toMatchObject({ acknowledgedThrough: 43 });
});

test("a role without rights on what returns concern gets the same report", async () => {
  await pool.query(`REVOKE ALL ON ${guarded}.faktura_return_months FROM ${role}`);
  const acme = createInvoicing({ store: postgresStore(limited, { schema: guarded }) }).company("returns");
  await acme.saveProfile(germanProfile());
  await acme.issueMany(Array.from({ length: 1000 }, () => order()));
  await acme.issue(order());
  const { domestic } = await acme.vatReport({ from: "2000-01-01", to: "2999-12-31" });
  expect(domestic.lines.map(({ taxableAmount }) => taxableAmount)).toEqual([1001 * 200]);
});

const PANEL_ROW = `INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
  SELECT company_id, 44, 'panel', invoice_number, issue_date, 'panel', document FROM faktura_invoices
  WHERE company_id = 'acme' AND counter = 43`;

test("a panel's role may read credit notes, series and claims, and needs no right on the journal or the payments", async () => {
  const panel = `panel_${Date.now()}`;
  const tables = `${guarded}.faktura_invoices, ${guarded}.faktura_sequences`;
  await pool.query(`CREATE ROLE ${panel}; GRANT USAGE ON SCHEMA ${guarded} TO ${panel};
    GRANT SELECT, INSERT ON ${tables} TO ${panel}; GRANT SELECT ON ${guarded}.faktura_credit_notes, ${guarded}.faktura_series_invoices, ${guarded}.faktura_shard_claims TO ${panel}`);
  const insert = PANEL_ROW.replace(
    "44, 'panel'",
    "1 + (SELECT max(counter) FROM faktura_invoices WHERE company_id = 'acme'), 'panel-2'",
  );
  await pool.query(`BEGIN; SET LOCAL ROLE ${panel}; ${insert.replaceAll("faktura_", `${guarded}.faktura_`)}; COMMIT`);
  const [row] = await postgresStore(pool, { schema: guarded }).journal.invoicesAfter("acme", 45, 9);
  expect(row).toMatchObject({ id: "panel-2", source: "panel", place: null });
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
  "UPDATE faktura_invoices SET actor = NULL",
  "UPDATE faktura_journal SET digest = digest",
  "DELETE FROM faktura_journal",
  "TRUNCATE faktura_journal",
  "DELETE FROM faktura_sequences",
  "UPDATE faktura_sequences SET counted_by = 'host'",
  "INSERT INTO faktura_sequences (company_id, counted_by) VALUES ('new', 'host')",
  "DELETE FROM faktura_companies",
  "DELETE FROM faktura_api_keys",
  "TRUNCATE faktura_api_keys",
  "UPDATE faktura_api_keys SET hash = 'x'",
  "UPDATE faktura_api_keys SET scopes = '[]'",
  "UPDATE faktura_billing_acknowledged SET counter = 9",
  "DELETE FROM faktura_billing_cursors",
  "DELETE FROM faktura_event_cursors",
  "UPDATE faktura_event_cursors SET consumer = 'x'",
  "DELETE FROM faktura_event_consumers",
  "UPDATE faktura_events_aside SET position = 1",
  "UPDATE faktura_schema SET version = 9",
  "ALTER TABLE faktura_invoices DISABLE TRIGGER ALL",
  "DROP TABLE faktura_invoices",
];

test.each(FORBIDDEN)("this role may not: %s", async (sql) => {
  await expect(limited.query(sql.replace("faktura_", `${schema}.faktura_`))).rejects.toMatchObject({ code: "42501" });
});

test("this role can create, use and revoke API keys", async () => {
  expect(await useApiKeys(postgresStore(limited, { schema }), "acme")).toMatchObject({
    lastUsedAt: expect.any(String),
    revokedAt: expect.any(String),
    expiresAt: "2099-01-01T00:00:00.000Z",
  });
});

test("a host's transaction with this role can be joined, and the error says so if a role may not execute the function", async () => {
  const invoicing = createInvoicing({ store: postgresStore(limited, { schema: guarded }) });
  const client = await limited.connect();
  await pool.query(`REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ${guarded} FROM PUBLIC`);
  // The host's own function with this name is ignored.
  await pool.query(`CREATE FUNCTION ${guarded}.faktura_joined(a int) RETURNS int LANGUAGE sql AS 'SELECT 1'`);
  await client.query("BEGIN");
  const books = invoicing.joining(client).company("joined");
  await expect(books.saveProfile(germanProfile())).rejects.toThrow(
    `Joined calls need the function faktura_joined in the schema "${guarded}", which this role may not execute`,
  );
  await pool.query(toJoin);
  await books.saveProfile(germanProfile());
  expect((await books.issue(order())).invoiceNumber).toMatch(/-0001$/);
  await client.query("COMMIT");
  client.release();
  expect((await invoicing.company("joined").list()).total).toBe(1);
});

test("the error in a host's transaction says that the function is missing, not a right", async () => {
  const invoicing = createInvoicing({ store: postgresStore(limited, { schema }) });
  const client = await limited.connect();
  await client.query("BEGIN");
  await expect(invoicing.joining(client).company("joined").saveProfile(germanProfile())).rejects.toThrow(
    `Joined calls need the function faktura_joined, which is missing from the schema "${schema}". migratePostgres creates it`,
  );
  await client.query("COMMIT");
  client.release();
});

test("with one more grant, it can keep the panel's records", async () => {
  const { panel } = postgresStore(limited, { schema: guarded });
  const record = { kind: "draft", id: "a", revision: "1", sortKey: "", searchText: "", summary: "", content: "{}" };
  await expect(panel.save("acme", record)).rejects.toThrow("permission denied for table faktura_panel_records");
  await pool.query(ofPanel);
  await migratePostgres(limited, { schema: guarded, panel: true });
  for (const revision of ["1", "2"]) expect(await panel.save("acme", { ...record, revision })).toBe(true);
  expect((await panel.list("acme", "draft", {})).total).toBe(1);
  await panel.remove("acme", "draft", "a");
  expect(await panel.find("acme", "draft", "a")).toBeUndefined();
});
