/**
 * Goal: a file from before the first release is refused by name and left unchanged; a later version is migrated to.
 * Method: lower the version number in a new file; open files with a build of the next version.
 */

import { readFileSync } from "node:fs";
import { createInvoicing } from "faktura";
import { migrationSql, openSqliteStore, sqliteStore } from "faktura/sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { countersOf } from "../../service/books.ts";
import { findSqliteDriver, openReadOnlyBooks } from "../../support/books-of-commands.ts";
import { oneTo, order } from "../../support/fixtures.ts";
import { type NextLibrary, nextLibrary } from "../../support/next-library.ts";
import { FIRST_OF_SQLITE as FIRST_VERSION, SQLITE_VERSION as SCHEMA_VERSION } from "../../support/schema-versions.ts";
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
  let next: NextLibrary;
  beforeAll(async () => {
    next = await nextLibrary("additive");
  });

  /** Opens the file with the next build, which migrates it. Returns its version afterwards. */
  const migrateFile = async (path: string) => {
    await (await next.sqlite.openSqliteStore(path)).close();
    return withRaw(path, (file) => file.prepare("SELECT version, works_with FROM faktura_schema").get());
  };

  const hasNext = (path: string) =>
    withRaw(path, (file) => file.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'faktura_next'").all().length === 1);

  const FURTHER = { version: SCHEMA_VERSION + 1, works_with: FIRST_VERSION };

  test("is applied once to a file of the version before it, and keeps the books in the file", async () => {
    const path = await writeBooks();
    const store = await openSqliteStore(path);
    const counters = await countersOf(store, "acme");
    await store.close();
    for (const _ of [1, 2]) expect(await migrateFile(path)).toEqual(FURTHER);
    expect(hasNext(path)).toBe(true);
    const kept = withRaw(path, (file) => file.prepare("SELECT counter FROM faktura_invoices ORDER BY counter").all());
    expect(kept.map((row) => (row as { counter: number }).counter)).toEqual(counters);
  });

  test("is required by its own reader, which cannot migrate; a reader of this version reads it", async () => {
    const path = await writeBooks();
    const driver = await findSqliteDriver();
    await expect(next.openReadOnlyFile(path, driver)).rejects.toThrow(
      `${path} has version ${SCHEMA_VERSION} of faktura's tables; this version of faktura needs version ` +
        `${SCHEMA_VERSION + 1}. Open the file, or a copy of it, once with openSqliteStore, which migrates it.`,
    );
    await migrateFile(path);
    for (const open of [next.openReadOnlyFile, openReadOnlyBooks]) {
      const { journal, close } = await open(path, driver);
      expect(await journal.head("acme")).toMatchObject({ position: 7 });
      close();
    }
  });

  test("is applied to a new file after everything before it", async () => {
    const path = freshFile();
    expect(await migrateFile(path)).toEqual(FURTHER);
    expect(hasNext(path)).toBe(true);
  });
});

test("a file whose record is missing is refused, and stays as it is", async () => {
  const path = await writeBooks();
  withRaw(path, (file) => file.exec("DELETE FROM faktura_schema"));
  for (const options of [{}, { create: false }]) {
    await expect(openSqliteStore(path, options)).rejects.toThrow(
      /no row in it, so the version of its tables is unknown/,
    );
  }
  expect(withRaw(path, (file) => file.prepare("SELECT * FROM faktura_schema").all())).toEqual([]);
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
