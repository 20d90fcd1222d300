import { readFileSync } from "node:fs";
import { createInvoicing } from "faktura";
import { openSqliteStore, type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { afterEach, expect, test } from "vitest";
import { endChildren, startTogether } from "../../crash/children.ts";
import { readSoundBooks } from "../../crash/read-books.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { SQLITE_VERSION as SCHEMA_VERSION } from "../../support/schema-versions.ts";
import { connectRaw, freshFile, withRaw } from "../../support/stores.ts";

afterEach(endChildren);

test.each(["", ":memory:", "file::memory:?cache=shared"])("%j is refused as the path of a file", async (path) => {
  await expect(openSqliteStore(path)).rejects.toThrow(TypeError);
});

test("nothing is opened before the first call, and concurrent first calls share two connections", async () => {
  const path = freshFile();
  let opened = 0;
  const store = sqliteStore(() => {
    opened += 1;
    return connectRaw(path);
  });
  expect(opened).toBe(0);
  await Promise.all(oneTo(5).map(() => store.billing.pending("acme")));
  expect(opened).toBe(2);
  await store.close();
});

test("a store that was never used closes without opening anything", async () => {
  const store = sqliteStore(() => {
    throw new Error("opened");
  });
  await expect(store.close()).resolves.toBeUndefined();
});

test.each([1, 2])(
  "if connection %i cannot be opened, the call rejects, nothing stays open, and the next call tries again",
  async (faulty) => {
    const path = freshFile();
    const fault = new Error("the disk is not mounted yet");
    let [opened, closed] = [0, 0];
    const store = sqliteStore(async () => {
      opened += 1;
      if (opened === faulty) throw fault;
      const connection = connectRaw(path);
      return {
        exec: (sql) => connection.exec(sql),
        prepare: (sql) => connection.prepare(sql),
        close: () => {
          closed += 1;
          connection.close();
        },
      };
    });
    const calls = await Promise.allSettled([
      store.billing.pending("acme"),
      store.companies.save("acme", germanProfile()),
    ]);
    expect(calls.map((call) => call.status === "rejected" && call.reason)).toEqual([fault, fault]);
    expect(closed).toBe(faulty - 1);
    expect(await store.companies.profile("acme")).toBeUndefined();
    expect(opened).toBe(faulty + 2);
    await store.close();
    expect(closed).toBe(faulty + 1);
  },
);

test("tables of a newer version are refused with advice to upgrade, and not a byte is changed", async () => {
  const path = freshFile();
  await (await openSqliteStore(path)).close();
  withRaw(path, (connection) => {
    connection.exec(`UPDATE faktura_schema SET version = ${SCHEMA_VERSION + 1}, works_with = ${SCHEMA_VERSION + 1}`);
    connection.prepare("PRAGMA journal_mode = DELETE").get();
  });
  const before = readFileSync(path);
  await expect(openSqliteStore(path)).rejects.toThrow(
    new RegExp(`version ${SCHEMA_VERSION + 1} .+ up to ${SCHEMA_VERSION}\\..+Upgrade faktura`),
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("eight processes that open a new file at the same moment all share one set of tables and one sequence", async () => {
  const path = freshFile();
  const children = await startTogether(8, "test/adapters/use-first.ts", () => [path]);
  await Promise.all(children.map((child) => child.finished()));
  expect([...(await readSoundBooks(path)).values()].sort()).toEqual(children.map(({ lines }) => lines[1]).sort());
  expect(withRaw(path, (connection) => connection.prepare("SELECT version FROM faktura_schema").all())).toHaveLength(1);
});

test("everything else in the file is left alone: other tables, their rows, user_version and application_id", async () => {
  const path = freshFile();
  const others = (connection: SqliteConnection) =>
    [
      "SELECT type, name, sql FROM sqlite_schema WHERE tbl_name NOT LIKE 'faktura\\_%' ESCAPE '\\' ORDER BY name",
      ...["SELECT * FROM orders", "PRAGMA user_version", "PRAGMA application_id"],
    ].map((sql) => connection.prepare(sql).all());
  const before = withRaw(path, (connection) => {
    connection.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT); CREATE INDEX by_note ON orders (note)");
    connection.exec("INSERT INTO orders (note) VALUES ('one'), ('two')");
    connection.exec("PRAGMA user_version = 7; PRAGMA application_id = 42");
    return others(connection);
  });
  const invoicing = createInvoicing({ store: await openSqliteStore(path) });
  await invoicing.company("acme").saveProfile(germanProfile());
  await invoicing.company("acme").issue(order());
  await invoicing.close();
  expect(withRaw(path, others)).toEqual(before);
});
