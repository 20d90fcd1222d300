/** Goal: with `create: false`, books that are gone are refused rather than begun again at number 1, and nothing is made. */
import { existsSync } from "node:fs";
import { migratePostgres } from "faktura/postgres";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { freshSchema, pool } from "../support/postgres.ts";
import { connectRaw, freshFile, withRaw } from "../support/stores.ts";

test("a SQLite file that is missing or has no tables is refused and stays as it is; one with tables opens", async () => {
  const path = freshFile();
  const open = () => openSqliteStore(path, { create: false });
  await expect(open()).rejects.toThrow(/does not exist, and the option create is false.+restore a backup/);
  expect(existsSync(path)).toBe(false);
  withRaw(path, (raw) => raw.exec("CREATE TABLE other (id INTEGER)"));
  await expect(open()).rejects.toThrow(/does not have faktura's tables, and the option create is false/);
  const own = sqliteStore(() => connectRaw(path), { create: false });
  await expect(own.ready()).rejects.toThrow(/create is false/);
  const names = withRaw(path, (raw) => raw.prepare("SELECT name FROM sqlite_schema").all());
  expect(names).toEqual([{ name: "other" }]);
  await (await openSqliteStore(path)).close();
  await (await open()).close();
  await expect(openSqliteStore(path, { create: "no" as never })).rejects.toThrow(/create must be true or false/);
});

test("a PostgreSQL schema without tables is refused and nothing is created; one with tables is migrated", async () => {
  const migrate = (schema: string) => migratePostgres(pool, { schema, create: false });
  await expect(migrate("wiped_books")).rejects.toThrow(/do not exist in the schema "wiped_books".+create is false/);
  const { rows } = await pool.query("SELECT 1 FROM pg_namespace WHERE nspname = 'wiped_books'");
  expect(rows).toEqual([]);
  expect(await migrate(await freshSchema())).toBeUndefined();
  await expect(migratePostgres(pool, { create: 1 as never })).rejects.toThrow("create must be true or false");
});
