import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { freshSchema, pool } from "../support/postgres.ts";
import { POSTGRES_VERSION, SQLITE_VERSION } from "../support/schema-versions.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

const read = (page: string) => readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");

/** The names that a page sets in code. `faktura_keys_new`, `_kept` is short for both names. */
function namesIn(page: string): Set<string> {
  const names = new Set<string>();
  let last = "";
  for (const [, name] of page.matchAll(/`(\w+)`/g)) {
    last = name!.startsWith("_") ? last.replace(/_[a-z]+$/, name!) : name!;
    names.add(last);
  }
  return names;
}

async function schemaOfSqlite() {
  const path = freshFile();
  await (await openSqliteStore(path)).close();
  const file = connectRaw(path);
  const named = (sql: string) => (file.prepare(sql).all() as { name: string }[]).map(({ name }) => name);
  const tables = named("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'faktura_%'");
  const others = named("SELECT name FROM sqlite_schema WHERE type IN ('index', 'trigger') AND name LIKE 'faktura_%'");
  const columns = tables.flatMap((table) => named(`PRAGMA table_info(${table})`));
  file.close();
  return { tables, others, columns };
}

test("the reference of the SQLite schema states its version, and names every table, column, index and trigger", async () => {
  const page = read("reference/sqlite-schema.md");
  const { tables, others, columns } = await schemaOfSqlite();
  const names = namesIn(page);
  expect([...tables, ...others, ...columns].filter((name) => !names.has(name))).toEqual([]);
  expect(page).toContain(`\nVersion ${SQLITE_VERSION}. `);
});

test("the reference of the PostgreSQL schema states its version, and names every index and trigger", async () => {
  const schema = `'${await freshSchema()}'::regnamespace`;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${schema} AND relkind = 'i' AND relname !~ '_pkey$'
     UNION SELECT tgname FROM pg_trigger JOIN pg_class AS owner ON owner.oid = tgrelid
     WHERE relnamespace = ${schema} AND NOT tgisinternal`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const page = read("reference/postgres-schema.md");
  const names = namesIn(page);
  expect(rows.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect(page).toContain(`\nVersion ${POSTGRES_VERSION}, `);
});

test("the guide to PostgreSQL distributes every table", async () => {
  const names = namesIn(read("guide/postgres.md").replaceAll(/'(\w+)'/g, "`$1`"));
  expect((await schemaOfSqlite()).tables.filter((name) => !names.has(name))).toEqual([]);
});
