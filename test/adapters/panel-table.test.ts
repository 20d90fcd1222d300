import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore, migrationSql as sqlOfPostgres } from "faktura/postgres";
import { openSqliteStore, migrationSql as sqlOfSqlite } from "faktura/sqlite";
import { expect, test } from "vitest";
import { freshSchema, interceptedPool, pool } from "../support/postgres.ts";
import { freshFile, withRaw } from "../support/stores.ts";

const RECORD = { kind: "draft", id: "a", revision: "1", sortKey: "", searchText: "", summary: "", content: "{}" };

const tablesInFile = (file: string) =>
  withRaw(file, (raw) => raw.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'faktura_panel%'").all());

test("a SQLite file has the panel's table only after a panel has used it", async () => {
  const file = freshFile();
  const store = await openSqliteStore(file);
  await createInvoicing({ store }).company("acme").list();
  expect(tablesInFile(file)).toEqual([]);
  expect(await store.panel.list("acme", "draft", {})).toEqual({ records: [], total: 0 });
  expect(tablesInFile(file).length).toBe(2);
  await store.close();
  const again = await openSqliteStore(file);
  expect(await again.panel.save("acme", RECORD)).toBe(true);
  await again.close();
});

test("without `panel: true`, PostgreSQL has no table for the panel, and the error says what to run", async () => {
  const schema = await freshSchema();
  await migratePostgres(pool, { schema });
  const store = postgresStore(pool, { schema });
  for (const call of [
    () => store.panel.list("acme", "draft", {}),
    () => store.panel.find("acme", "draft", "a"),
    () => store.panel.save("acme", RECORD),
    () => store.panel.remove("acme", "draft", "a"),
  ]) {
    await expect(call()).rejects.toThrow(
      `The schema "${schema}" has no tables for the panel. Run migratePostgres(pool, { schema: "${schema}", panel: true }).`,
    );
  }
});

test("`panel: true` adds the table to a schema that is there, and only reads if it is there too", async () => {
  const schema = await freshSchema();
  const store = postgresStore(pool, { schema });
  await migratePostgres(pool, { schema, panel: true });
  expect(await store.panel.save("acme", RECORD)).toBe(true);
  const sent: string[] = [];
  const watched = interceptedPool(pool, (text, send) => {
    sent.push(text);
    return send();
  });
  await migratePostgres(watched, { schema, panel: true });
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((text) => !/^\s*(?:SELECT|WITH)\b/.test(text))).toEqual([]);
  expect(await store.panel.find("acme", "draft", "a")).toEqual(RECORD);
});

test("the SQL for migration tools creates the panel's table if it is asked for", async () => {
  expect(sqlOfPostgres("postgres")).not.toContain("faktura_panel");
  expect(sqlOfSqlite("sqlite")).not.toContain("faktura_panel");
  const schema = `${await freshSchema()}_sql`;
  await pool.query(sqlOfPostgres("postgres", { schema, panel: true }));
  expect(await postgresStore(pool, { schema }).panel.save("acme", RECORD)).toBe(true);
  const file = freshFile();
  withRaw(file, (raw) => raw.exec(sqlOfSqlite("sqlite", { panel: true })));
  const store = await openSqliteStore(file);
  expect(await store.panel.save("acme", RECORD)).toBe(true);
  await store.close();
});

test.each([
  ["migratePostgres", () => migratePostgres(pool, { panel: "yes" as never })],
  ["migrationSql for PostgreSQL", async () => sqlOfPostgres("postgres", { panel: 1 as never })],
  ["migrationSql for SQLite", async () => sqlOfSqlite("sqlite", { panel: null as never })],
])("%s takes true or false for `panel`", async (_, call) => {
  await expect(call()).rejects.toThrow(new TypeError("panel must be true or false"));
});

test("of two servers that create a record under one id at once, PostgreSQL lets one save all of its records", async () => {
  const schema = await freshSchema();
  await migratePostgres(pool, { schema, panel: true });
  const other = postgresStore(pool, { schema }).panel;
  const record = (id: string, revision: string) => ({ record: { ...RECORD, id, revision }, replaces: "" });
  let isSaved: boolean | undefined;
  const watched = interceptedPool(pool, async (text, send) => {
    if (/^\s*INSERT INTO .*faktura_panel/.test(text)) {
      isSaved ??= await other.saveAll("acme", "draft", [record("b", "of the other")]);
    }
    return send();
  });
  const { panel } = postgresStore(watched, { schema });
  const changes = [record("a", "1"), record("b", "1")];
  expect(await panel.saveAll("acme", "draft", changes)).toBe(false);
  expect(isSaved).toBe(true);
  const { records } = await panel.list("acme", "draft", {});
  expect(records.map(({ id, revision }) => [id, revision])).toEqual([["b", "of the other"]]);
});
