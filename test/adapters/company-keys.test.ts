/**
 * Goal: a company is a shard. Every key and index begins with the company, and every statement on a company's books is
 * bound to it, so that an engine that distributes by company has everything of a transaction in one place.
 * Method: read the keys from the catalogue, and record the statements of every use case through a wrapped pool and
 * connection, including the check after a lost COMMIT and a host's own counter.
 * Not covered: where an engine places the rows, see docs/guide/postgres.md.
 */
import { createInvoicing, type InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, pool } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { useApiKeys } from "../support/use-api-keys.ts";
import { listeningConnection, listeningPool, type Sent } from "./listening.ts";

const TABLES = [
  ...["companies", "sequences", "invoices", "payments", "credit_notes", "idempotency_keys"],
  ...["billing_cursors", "billing_acknowledged", "billing_leases", "journal", "api_keys"],
];

/** The tables that do not contain a company's books, and so have no company. */
const WITHOUT_COMPANY = ["faktura_schema"];

const expectedTables = () => [...TABLES.map((name) => `faktura_${name}`), ...WITHOUT_COMPANY].sort();

test("PostgreSQL: every key, constraint and index of every table begins with the company", async () => {
  const schema = await freshSchema();
  const tables = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') ORDER BY 1",
    [schema],
  );
  expect(tables.rows.map(({ name }) => name)).toEqual(expectedTables());
  const keys = await pool.query<{ name: string; kind: string; first: string; table: string }>(
    `SELECT i.relname AS name, 'index' AS kind, a.attname AS first, t.relname AS table
     FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid
     LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
     WHERE t.relnamespace = $1::regnamespace
     UNION ALL
     SELECT c.conname, c.contype::text, a.attname, t.relname
     FROM pg_constraint AS c JOIN pg_class AS t ON t.oid = c.conrelid
     LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
     WHERE t.relnamespace = $1::regnamespace AND c.contype NOT IN ('c', 'n')`, // checks and NOT NULL are no keys
    [schema],
  );
  for (const key of keys.rows) expect(key, key.name).toMatchObject({ first: "company_id" });
  expect(new Set(keys.rows.map(({ table }) => table)).size, "each has a primary key").toBe(TABLES.length);
  expect([...new Set(keys.rows.map(({ kind }) => kind))].sort(), "no foreign keys").toEqual(["index", "p", "u"]);
});

test("SQLite: every key and index of every table begins with the company", async () => {
  const path = freshFile();
  await sqliteStore(() => connectRaw(path)).reader.find("acme", "");
  const raw = connectRaw(path);
  const all = (sql: string) => raw.prepare(sql).all() as Record<string, string>[];
  const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(({ name }) => name!);
  expect(tables).toEqual(expectedTables());
  for (const table of tables) {
    const indexes = all(`PRAGMA index_list(${table})`).map(({ name }) => name!);
    expect(indexes.length > 0, table).toBe(!WITHOUT_COMPANY.includes(table));
    for (const index of indexes) expect(all(`PRAGMA index_info(${index})`)[0]?.["name"], index).toBe("company_id");
  }
  raw.close();
});

/** Statements that do not touch a company's books. All others must name the company for each table that they touch. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  "the transaction's ends": /^(?:BEGIN|BEGIN IMMEDIATE|COMMIT|ROLLBACK)$/,
  "BEGIN with its settings": /^BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT set_config\([^;]+$/,
  "the standbys that commits wait for": /^SELECT current_setting\('synchronous_standby_names', true\) AS names$/,
  "a connection's settings": /^PRAGMA \w+(?: = \w+)?$/,
  "the server's settings": /^SELECT current_setting\('fsync', true\)[^;]+$/,
  "whether the tables are there":
    /^SELECT 1 FROM (?:pg_catalog\.pg_class|sqlite_schema) WHERE [^;]+'faktura_schema'[^;]*$/,
  "the server's clock": /^SELECT floor\(extract\(epoch FROM clock_timestamp\(\)\) \* 1000\)::text AS milliseconds$/,
  "the companies that are behind, on PostgreSQL":
    /^SELECT s\.company_id, [^;]+ FROM \S+ AS s WHERE s\.company_id > \$1 /,
  "the companies that are behind, on SQLite": /^WITH RECURSIVE companies [^;]+ SELECT min\(company_id\), 1 [^;]+$/,
  "the schema's version": /^SELECT (?:max\()?version[^;]* FROM (?:"\w+"\.)?faktura_schema$/,
  "what the catalogue says of the schema": /^WITH ours AS \(\s*SELECT [^;]+ FROM pg_catalog\.pg_\w+[^;]+$/,
  "what SQLite says of the schema": /^SELECT type, name, sql FROM sqlite_schema WHERE name GLOB 'faktura_\*'$/,
};

const TABLE = /(?:FROM|JOIN|INTO|UPDATE) (?:"\w+"\.)?faktura_(?!schema\b)\w+/g;
const BOUND = /\bcompany_id = (?:\$1\b|\?|'\w+')|\(company_id\b[^)]*\)\s+(?:VALUES \(|SELECT )(?:\$1\b|\?)/g;

/** Checks every statement. `companies` are all companies in the conversation. */
function expectBound(sent: readonly Sent[], companies: readonly string[]): void {
  const books = sent.filter(({ text }) => !Object.values(EXCEPTIONS).some((exception) => exception.test(text)));
  expect(books.length).toBeGreaterThan(20);
  for (const { text, values } of books) {
    const tables = text.match(TABLE) ?? [];
    expect(tables.length, text).toBeGreaterThan(0);
    // The part of a statement that does a binary search is named once and read twice.
    expect((text.match(BOUND) ?? []).length, text).toBe(tables.length);
    const times = text.includes("$1") ? 1 : tables.length;
    const written = [...text.matchAll(/company_id = '(\w+)'/g)].map(([, company]) => company);
    const named = [...values, ...written].filter((value) => companies.includes(String(value)));
    expect([named.length, new Set(named).size], text).toEqual([times, 1]);
    if (text.includes("$1")) expect(companies, text).toContain(values[0]);
  }
  for (const { text } of sent)
    expect(text).not.toMatch(/\b(?:now|random|gen_random_uuid|nextval)\(|current_(?:time|date)/i);
  for (const name of TABLES) expect(books.map(({ text }) => text).join("\n"), name).toContain(`faktura_${name}`);
}

/** Every use case, for acme; globex continues an older sequence. */
async function converse(store: InvoicingStore): Promise<void> {
  const invoicing = createInvoicing({ store });
  const [acme, globex] = [invoicing.company("acme"), invoicing.company("globex")];
  for (const company of [acme, globex]) await company.saveProfile(germanProfile());
  await globex.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-01-01" });
  await acme.profile();
  await acme.suggestVat({ clientCountry: "FR" });
  const [first, second] = [await acme.issue(order()), await acme.issue(order(), { idempotencyKey: "key" })];
  await acme.issue(order(), { idempotencyKey: "key" });
  await Promise.all(oneTo(5).map((key) => acme.issue(order(), { idempotencyKey: `key-${key}` })));
  await acme.recordPayment(first.id, { amount: 38 }, { idempotencyKey: "payment" });
  await acme.recordPayment(first.id, { amount: first.total - 38 });
  await acme.cancel(second.id, { reason: "ordered twice" });
  const third = await acme.issue(order());
  const { id } = await acme.credit(third.id, { reason: "returned" }, { idempotencyKey: "credit" });
  await acme.get(third.id);
  await acme.getCreditNote(id);
  await acme.creditNotes();
  await acme.creditNotes({ invoiceId: third.id, from: "2020-01-01", to: "2099-01-01" });
  await acme.get(first.id);
  await acme.list({ status: "SENT", from: "2020-01-01", to: "2099-01-01", page: 1, limit: 2 });
  await acme.list();
  const [event] = await store.billing.pending("acme", 1);
  await store.billing.acknowledge("acme", [event!.id]);
  const lease = await store.billing.lease("acme", "worker", 60_000);
  await store.billing.renew(lease!, 60_000);
  await store.billing.release(lease!);
  await invoicing.drainBilling({ deliver: async () => {} });
  await useApiKeys(store, "acme");
}

/** Runs the first COMMIT after a matching statement, but loses its answer. */
function losing(patterns: RegExp[]): Interceptor {
  let armed = false;
  return async (text, send) => {
    if (patterns[0]?.test(text)) armed = patterns.shift() !== undefined;
    const result = await send();
    if (!armed || text !== "COMMIT") return result;
    armed = false;
    throw new Error("Connection terminated unexpectedly");
  };
}

describe("every statement on a company's books is bound to the company, for each table that it touches", () => {
  test.each([false, true])("PostgreSQL, prepared statements %s", async (preparedStatements) => {
    const sent: Sent[] = [];
    const listening = interceptedPool(listeningPool(sent), losing([/^WITH invoices/, /^WITH states/]));
    const schema = await freshSchema();
    await converse(postgresStore(listening, { schema, preparedStatements }));
    expect(sent.filter(({ text }) => /^SELECT .* AS found/s.test(text)).length, "both looks after a lost COMMIT").toBe(
      2,
    );
    const numbers = () => ({
      lock: async () => ({ lastCounter: 0, lastIssueDate: null, started: false }),
      take: async () => 1,
    });
    const hosted = createInvoicing({ store: postgresStore(listening, { schema, numbers }) }).company("hosted");
    await hosted.saveProfile(germanProfile());
    await hosted.issue(order());
    expectBound(sent, ["acme", "globex", "hosted"]);
  });

  test("SQLite", async () => {
    const path = freshFile();
    await sqliteStore(() => connectRaw(path)).reader.find("acme", ""); // creates the tables
    const sent: Sent[] = [];
    await converse(sqliteStore(() => listeningConnection(path, sent)));
    expectBound(sent, ["acme", "globex"]);
  });
});
