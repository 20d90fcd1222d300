/**
 * Goal: a file from before the first release is refused by name and left unchanged; a later version is migrated to.
 * Method: lower the version number in a new file; pass an additional script to `migrate`.
 */
import { readFileSync } from "node:fs";
import { createInvoicing } from "faktura";
import { migrationSql, openSqliteStore, sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { findSqliteDriver } from "../../../src/adapters/sqlite/connection/driver.ts";
import { Session } from "../../../src/adapters/sqlite/connection/session.ts";
import { openReadOnlyBooks } from "../../../src/adapters/sqlite/read-only.ts";
import { migrate } from "../../../src/adapters/sqlite/schema/migrate.ts";
import {
  FIRST_VERSION,
  MIGRATIONS,
  readSchemaVersion,
  SCHEMA_VERSION,
} from "../../../src/adapters/sqlite/schema/version.ts";
import { countersOf } from "../../service/books.ts";
import { oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, withRaw } from "../../support/stores.ts";
import { writeBooks } from "../raw-books.ts";

const UNRELEASED = /was made by an unreleased faktura.*Nothing was read or written. Issue into a new file/;

test.each(oneTo(FIRST_VERSION - 1))(
  "a file of the unreleased version %i is refused by whatever opens it, and not a byte is changed",
  async (version) => {
    const path = await writeBooks();
    withRaw(path, (file) => {
      file.exec(`UPDATE faktura_schema SET version = ${version}`);
      file.prepare("PRAGMA journal_mode = DELETE").get();
    });
    const before = readFileSync(path);
    const store = sqliteStore(() => connectRaw(path));
    const host = connectRaw(path);
    host.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
    const joined = createInvoicing({ store }).joining(host).company("acme");
    for (const open of [
      () => joined.issue(order()),
      () => joined.list(),
      () => openSqliteStore(path),
      () => store.ready(),
      () => store.backup(freshFile()),
      async () => openReadOnlyBooks(path, await findSqliteDriver()),
    ]) {
      const refused = await open().catch((reason: unknown) => reason);
      expect(refused).toMatchObject({ message: expect.stringMatching(UNRELEASED) });
      expect(refused).toMatchObject({
        message: expect.stringContaining(` has version ${version} of faktura's tables`),
      });
    }
    host.close();
    await store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);

describe("a further version", () => {
  const FURTHER = [...MIGRATIONS, "CREATE TABLE faktura_further (company_id TEXT PRIMARY KEY) STRICT;"];

  /** Migrates the file in a transaction, as a store does. Returns its version afterwards. */
  const migrateFile = (path: string, scripts: readonly string[]) =>
    withRaw(path, (file) => {
      const connection = new Session(file);
      file.exec("BEGIN IMMEDIATE");
      migrate(connection, scripts);
      file.exec("COMMIT");
      return readSchemaVersion(connection, SCHEMA_VERSION + 1);
    });

  const hasFurther = (path: string) =>
    withRaw(
      path,
      (file) => file.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'faktura_further'").all().length === 1,
    );

  test("is applied once to a file of the version before it, and keeps the books in the file", async () => {
    const path = await writeBooks();
    const store = await openSqliteStore(path);
    const counters = await countersOf(store, "acme");
    await store.close();
    expect(migrateFile(path, MIGRATIONS)).toBe(SCHEMA_VERSION);
    expect(hasFurther(path)).toBe(false);
    for (const _ of [1, 2]) expect(migrateFile(path, FURTHER)).toBe(SCHEMA_VERSION + 1);
    expect(hasFurther(path)).toBe(true);
    const kept = withRaw(path, (file) => file.prepare("SELECT counter FROM faktura_invoices ORDER BY counter").all());
    expect(kept.map((row) => (row as { counter: number }).counter)).toEqual(counters);
  });

  test("is required by a reader that cannot migrate", async () => {
    const path = await writeBooks();
    const read = async () => openReadOnlyBooks(path, await findSqliteDriver(), SCHEMA_VERSION + 1);
    await expect(read()).rejects.toThrow(
      `${path} has version ${SCHEMA_VERSION} of faktura's tables; this version of faktura needs version ` +
        `${SCHEMA_VERSION + 1}. Open the file, or a copy of it, once with openSqliteStore, which migrates it.`,
    );
    migrateFile(path, FURTHER);
    const { journal, close } = await read();
    expect(await journal.head("acme")).toMatchObject({ position: 7 });
    close();
  });

  test("is applied to a new file after everything before it", () => {
    const path = freshFile();
    expect(migrateFile(path, FURTHER)).toBe(SCHEMA_VERSION + 1);
    expect(hasFurther(path)).toBe(true);
  });

  test("is refused by a library that does not know it", () => {
    const path = freshFile();
    migrateFile(path, FURTHER);
    expect(() => migrateFile(path, MIGRATIONS)).toThrow(/Upgrade faktura/);
  });
});

test("a tool of the host's creates the same file from the SQL", async () => {
  const [path, own] = [freshFile(), freshFile()];
  withRaw(path, (file) => file.exec(`BEGIN; ${migrationSql("sqlite")} COMMIT`));
  await (await openSqliteStore(own)).close();
  const schemaOf = (file: string) =>
    withRaw(file, (raw) => [
      raw.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all(),
      raw.prepare("SELECT * FROM faktura_schema").all(),
    ]);
  expect(schemaOf(path)).toEqual(schemaOf(own));
  expect(() => migrationSql("postgres" as "sqlite")).toThrow("import it from faktura/postgres");
});
