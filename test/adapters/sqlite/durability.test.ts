import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { freshFile, SQLITE_DRIVERS } from "../../support/stores.ts";

describe.each(SQLITE_DRIVERS)("durability on $name", ({ connect }) => {
  /** A store that is ready, and its connections: the writer, then the reader. */
  async function open() {
    const path = freshFile();
    const connections: SqliteConnection[] = [];
    const store = sqliteStore(() => {
      connections.push(connect(path));
      return connections.at(-1)!;
    });
    await store.ready();
    return { store, connections };
  }

  test("both connections use a write-ahead log, flush every commit to disk, and never block on a lock", async () => {
    const { store, connections } = await open();
    const settings = connections.map((connection) =>
      ["journal_mode", "synchronous", "fullfsync", "busy_timeout"].map(
        (pragma) => Object.values(connection.prepare(`PRAGMA ${pragma}`).get() as object)[0],
      ),
    );
    expect(settings).toEqual([
      ["wal", 2, 1, 0],
      ["wal", 2, 1, 0],
    ]);
    await store.close();
  });

  test("the reading connection cannot write", async () => {
    const { store, connections } = await open();
    expect(() => connections[1]!.exec("DELETE FROM faktura_companies")).toThrow(/readonly/);
    await store.close();
  });

  test("a setting that SQLite ignores is detected, and nothing is written", async () => {
    const path = freshFile();
    const store = sqliteStore(() => {
      const connection = connect(path);
      return {
        exec: (sql) => sql.startsWith("PRAGMA synchronous") || connection.exec(sql),
        prepare: (sql) => connection.prepare(sql === "PRAGMA synchronous" ? "SELECT 1 AS synchronous" : sql),
        close: () => connection.close(),
      };
    });
    await expect(store.ready()).rejects.toThrow(/synchronous = 1 after it was set to 2/);
    const raw = connect(path);
    expect(raw.prepare("SELECT name FROM sqlite_schema").all()).toEqual([]);
    raw.close();
  });

  test("a database in memory is refused, with advice on what to use instead", async () => {
    const store = sqliteStore(() => connect(":memory:"));
    await expect(store.ready()).rejects.toThrow(/file on a local disk.+memoryStore\(\)/);
  });
});
