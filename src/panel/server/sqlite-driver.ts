import type { SqliteConnection } from "faktura/sqlite";

/** `undefined` if it is not installed, or was built for another version of Node. */
async function betterSqlite3() {
  try {
    const { default: Database } = await import("better-sqlite3");
    new Database(":memory:").close(); // the native module is loaded only now
    return Database;
  } catch {
    return undefined;
  }
}

/** Opens a SQLite file with better-sqlite3, or else with Node's own driver. */
export async function connect(path: string): Promise<SqliteConnection> {
  const Database = await betterSqlite3();
  if (Database !== undefined) return new Database(path);
  // @ts-expect-error: the repository uses the types of Node 20, which does not have it.
  const { DatabaseSync } = await import("node:sqlite");
  return new DatabaseSync(path);
}
