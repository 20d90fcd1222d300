/**
 * Goal: a company is a shard. Every key and index of its tables begins with the company, so that an engine that distributes by company
 * can store everything of a company in one place. The statements are checked in company-statements.test.ts.
 * Method: read the keys from the catalogue.
 */
import { sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { freshSchema, pool } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { BOOK_TABLES } from "./book-tables.ts";

/** The tables that do not contain a company's books, and so have no company. */
const WITHOUT_COMPANY = ["faktura_schema"];

/** The first column of the keys of a table. A consumer begins for all companies of a database at once. */
const firstOf = (table: string) => (table === "faktura_event_consumers" ? "consumer" : "company_id");

const expectedTables = () => [...BOOK_TABLES.map((name) => `faktura_${name}`), ...WITHOUT_COMPANY].sort();

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
  for (const key of keys.rows) expect(key, key.name).toMatchObject({ first: firstOf(key.table) });
  expect(new Set(keys.rows.map(({ table }) => table)).size, "each has a primary key").toBe(BOOK_TABLES.length);
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
    for (const index of indexes) expect(all(`PRAGMA index_info(${index})`)[0]?.["name"], index).toBe(firstOf(table));
  }
  raw.close();
});
