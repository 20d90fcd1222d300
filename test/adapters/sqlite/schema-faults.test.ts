/**
 * Goal: an audit reports guards of a file that are missing or changed, and opening the file restores them. A file whose
 * tables were changed is refused. Whatever a host adds is ignored.
 * Method: drop every trigger and index that SQLite lists, one after another, from books in use.
 */
import { createInvoicing } from "faktura";
import { openSqliteStore, type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, SQLITE_DRIVERS, withRaw } from "../../support/stores.ts";
import { writeBooks } from "../raw-books.ts";

afterEach(() => vi.restoreAllMocks());

const objectsIn = (path: string) =>
  withRaw(path, (file) =>
    file.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name LIKE 'faktura%' ORDER BY name").all(),
  ) as { type: string; name: string; sql: string }[];

/** Opens and closes the file. Returns the warnings. */
async function open(path: string): Promise<unknown[][]> {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  await (await openSqliteStore(path)).close();
  const { calls } = warned.mock;
  warned.mockRestore();
  return calls;
}

/** What a driver needs before `writable_schema` can be turned on: better-sqlite3, or `node:sqlite` since Node 26. */
interface Defended {
  unsafeMode?(): void;
  enableDefensive?(active: boolean): void;
}

/** Changes the SQL that SQLite stores for an object, as tools that rebuild tables do. */
function rewrite(path: string, name: string, from: string, to: string): void {
  withRaw(path, (file: SqliteConnection & Defended) => {
    file.unsafeMode?.();
    file.enableDefensive?.(false);
    file.exec("PRAGMA writable_schema = ON");
    file.prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?").run(from, to, name);
  });
}

test("every dropped trigger or index is found, and restored when the file is opened", async () => {
  const path = await writeBooks();
  const before = objectsIn(path);
  const guards = before.filter(({ type }) => type !== "table");
  expect(guards.length).toBeGreaterThan(25);
  for (const { type, name } of guards) {
    withRaw(path, (file) => file.exec(`DROP ${type} ${name}`));
    const said = `the ${type} ${name} is missing`;
    expect(await open(path)).toEqual([[expect.stringContaining(said), { code: "FAKTURA_GUARDS_REPAIRED" }]]);
    expect(objectsIn(path)).toEqual(before);
  }
  expect(await open(path), "nothing is left to be said").toEqual([]);
});

test("an open store finds at its next audit what was dropped, and so does the command, which repairs nothing", async () => {
  const path = await writeBooks();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) });
  const acme = invoicing.company("acme");
  expect((await acme.audit()).findings).toEqual([]);
  withRaw(path, (file) => file.exec("DROP TRIGGER faktura_invoices_kept; DROP TRIGGER faktura_journal_chained"));
  const found = ["faktura_invoices_kept", "faktura_journal_chained"].map((name) => {
    return { code: "guard_missing", detail: `the trigger ${name} is missing` };
  });
  expect((await acme.audit()).findings).toEqual(found);
  await invoicing.close();
  const { status, stdout } = await runCli(["audit", path]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^acme +guard_missing +the trigger faktura_invoices_kept is missing$/m);
  expect(stdout).toMatch(/^acme: 4 invoices, 7 entries: 2 findings$/m);
  expect((await runCli(["audit", path])).status).toBe(1);
});

test("a trigger with a weaker condition is found and recreated", async () => {
  const path = await writeBooks();
  const before = objectsIn(path);
  withRaw(path, (file) =>
    file.exec(`DROP TRIGGER faktura_invoices_kept; CREATE TRIGGER faktura_invoices_kept BEFORE DELETE
      ON faktura_invoices WHEN OLD.counter < 3 BEGIN SELECT RAISE(ABORT, 'faktura: an invoice cannot be deleted'); END`),
  );
  expect(await open(path)).toEqual([
    [expect.stringContaining("the trigger faktura_invoices_kept was changed"), expect.anything()],
  ]);
  expect(objectsIn(path)).toEqual(before);
});

/** Changes a table as tools do, by creating a new one. */
const rebuild = (path: string) =>
  withRaw(path, (file) =>
    file.exec(`CREATE TABLE new (company_id TEXT NOT NULL, profile TEXT NOT NULL) STRICT;
      INSERT INTO new SELECT * FROM faktura_companies; DROP TABLE faktura_companies;
      ALTER TABLE new RENAME TO faktura_companies`),
  );

test.each([
  [
    "a check",
    "lacks counter INTEGER NOT NULL CHECK (counter >= 1)",
    (path: string) => rewrite(path, "faktura_invoices", " CHECK (counter >= 1)", ""),
  ],
  [
    "a check of the table",
    "lacks CHECK (rowid >= 1)",
    (path: string) => rewrite(path, "faktura_invoices", "rowid >= 1", "1"),
  ],
  ["a key", "faktura_companies lacks company_id TEXT PRIMARY KEY", rebuild],
  [
    "its strictness",
    "faktura_companies is not STRICT",
    (path: string) => rewrite(path, "faktura_companies", "STRICT", ""),
  ],
])(
  "a file with a table that has lost %s is refused with advice on what to do, and an audit finds it",
  async (_, said, damage) => {
    const path = await writeBooks();
    damage(path);
    await expect(openSqliteStore(path)).rejects.toThrow(said);
    await expect(openSqliteStore(path)).rejects.toThrow(/Restore a backup of the file/);
    const { status, stdout } = await runCli(["audit", path]);
    expect({ status, stdout }).toMatchObject({ status: 1, stdout: expect.stringContaining(said) });
  },
);

test("a file that has lost a table is refused, and no empty table is created", async () => {
  const path = await writeBooks();
  withRaw(path, (file) => file.exec("DROP TABLE faktura_idempotency_keys"));
  await expect(openSqliteStore(path)).rejects.toThrow("the table faktura_idempotency_keys is missing");
  expect(objectsIn(path).map(({ name }) => name)).not.toContain("faktura_idempotency_keys");
});

test("a host's transaction on a file without its guards cannot be joined", async () => {
  const path = await writeBooks();
  withRaw(path, (file) => file.exec("DROP TRIGGER faktura_invoices_kept"));
  const [connection, invoicing] = [connectRaw(path), createInvoicing({ store: sqliteStore(() => connectRaw(path)) })];
  connection.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  await expect(invoicing.joining(connection).company("acme").issue(order())).rejects.toThrow(
    /the trigger faktura_invoices_kept is missing.*openSqliteStore/,
  );
  connection.exec("ROLLBACK");
  connection.close();
  await invoicing.close();
});

test("the error in a host's transaction on a file with a changed table says to restore a backup", async () => {
  const path = await writeBooks();
  rebuild(path);
  const [connection, invoicing] = [connectRaw(path), createInvoicing({ store: sqliteStore(() => connectRaw(path)) })];
  connection.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  await expect(invoicing.joining(connection).company("acme").issue(order())).rejects.toThrow(
    /faktura_companies lacks .*Restore a backup of the file/,
  );
  connection.exec("ROLLBACK");
  connection.close();
  await invoicing.close();
});

test("whatever a host adds is not a fault: its own tables, columns, indexes and triggers", async () => {
  const path = await writeBooks();
  withRaw(path, (file) =>
    file.exec(`ALTER TABLE faktura_invoices ADD COLUMN exported_at TEXT;
      CREATE INDEX ours ON faktura_invoices (exported_at); CREATE TABLE orders (id INTEGER PRIMARY KEY);
      CREATE TABLE faktura_cache (id INTEGER); CREATE VIEW faktura_open AS SELECT * FROM faktura_invoices;
      CREATE TRIGGER ours AFTER INSERT ON faktura_invoices BEGIN INSERT INTO orders VALUES (NULL); END`),
  );
  expect(await open(path)).toEqual([]);
  const invoicing = createInvoicing({ store: await openSqliteStore(path) });
  await invoicing.company("acme").issue(order());
  expect((await invoicing.company("acme").audit()).findings).toEqual([]);
  await invoicing.close();
});

test.each(SQLITE_DRIVERS)("a file that $name has created or copied has no faults", async ({ connect }) => {
  const path = freshFile();
  const store = sqliteStore(() => connect(path));
  await createInvoicing({ store }).company("acme").saveProfile(germanProfile());
  const copy = freshFile();
  await store.backup(copy);
  expect(await store.journal.faults?.("acme")).toEqual([]);
  await store.close();
  expect([await open(path), await open(copy)]).toEqual([[], []]);
});
