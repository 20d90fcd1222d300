/**
 * Goal: a file from before the first release is refused by name and left unchanged; a later version is migrated to.
 * Method: lower the version number in a new file; pass an additional script to `migrate`.
 */
import { readFileSync } from "node:fs";
import { createInvoicing } from "faktura";
import { migrationSql, openSqliteStore, sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { Session } from "../../../src/adapters/sqlite/connection/session.ts";
import { migrate } from "../../../src/adapters/sqlite/schema/migrate.ts";
import { MIGRATIONS, readSchemaVersion, SCHEMA_VERSION } from "../../../src/adapters/sqlite/schema/version.ts";
import { runCli } from "../../cli/run-cli.ts";
import { countersOf } from "../../service/books.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, withRaw } from "../../support/stores.ts";
import { writeBooks } from "../raw-books.ts";

const UNRELEASED = /was made by an unreleased faktura.*Issue into a new file/;

async function writeFileOf(version: number): Promise<string> {
  const path = await writeBooks();
  withRaw(path, (file) => {
    file.exec(`UPDATE faktura_schema SET version = ${version}`);
    file.prepare("PRAGMA journal_mode = DELETE").get();
  });
  return path;
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])("a file of the unreleased version %i", (version) => {
  test("is refused by a store and its backup, and not a byte is changed", async () => {
    const path = await writeFileOf(version);
    const before = readFileSync(path);
    await expect(openSqliteStore(path)).rejects.toThrow(UNRELEASED);
    const store = sqliteStore(() => connectRaw(path));
    await expect(store.backup(freshFile())).rejects.toThrow(UNRELEASED);
    await store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("is refused by the command", async () => {
    const { status, stderr } = await runCli(["audit", await writeFileOf(version)]);
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringMatching(UNRELEASED) });
  });

  test("is refused by joined calls", async () => {
    const path = await writeFileOf(version);
    const [connection, invoicing] = [connectRaw(path), createInvoicing({ store: sqliteStore(() => connectRaw(path)) })];
    connection.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
    await expect(invoicing.joining(connection).company("acme").issue(order())).rejects.toThrow(UNRELEASED);
    connection.exec("ROLLBACK");
    connection.close();
    await invoicing.close();
  });
});

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

  test("of the guard of states replaces that of version 11, and nothing is repaired", async () => {
    const path = freshFile();
    migrateFile(path, MIGRATIONS.slice(0, 3));
    const refused = "SELECT RAISE(ABORT, 'as version 11 refused it')";
    const old = `CREATE TRIGGER faktura_invoices_settled BEFORE UPDATE ON faktura_invoices BEGIN ${refused}; END`;
    withRaw(path, (file) => file.exec(old));
    const warned: unknown[] = [];
    const listen = ({ code }: Error & { code?: string }) => warned.push(code);
    process.on("warning", listen);
    const invoicing = createInvoicing({ store: await openSqliteStore(path) });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile());
    await acme.cancel((await acme.issue(order())).id);
    await invoicing.close();
    process.off("warning", listen);
    expect(warned).not.toContain("FAKTURA_GUARDS_REPAIRED");
  });

  test("of events is applied to books of version 10, whose events are then delivered", async () => {
    const path = await writeBooks();
    withRaw(path, (file) => {
      for (const table of ["cursors", "leases"]) file.exec(`DROP TABLE faktura_event_${table}`);
      file.exec("UPDATE faktura_schema SET version = 10");
    });
    const invoicing = createInvoicing({ store: await openSqliteStore(path) });
    const { delivered, failed } = await invoicing.drainEvents({ deliver: async () => {} });
    expect([delivered, failed]).toEqual([7, []]);
    expect((await invoicing.company("acme").audit()).findings).toEqual([]);
    await invoicing.close();
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
