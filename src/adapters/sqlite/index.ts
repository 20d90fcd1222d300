import { findSqliteDriver, type SqliteConnection } from "./connection/driver.ts";
import type { SqliteStoreOptions } from "./settings.ts";
import { SqliteStore } from "./store.ts";

export type { SqliteConnection, SqliteStatement } from "./connection/driver.ts";
export type { HostNumbers, SqliteStoreOptions } from "./settings.ts";
export type { SqliteStore } from "./store.ts";

/**
 * A store in the SQLite file at `path`, opened with the driver that is there: better-sqlite3, else `node:sqlite`. The
 * file and its tables are created where they are missing; several processes may do so at once, and share the file.
 *
 * @throws Error when no driver is installed, the file cannot be opened or has another name (a hard link, or a mount of
 *   the file alone), or a newer faktura has written it
 * @throws StoreBusyError when another process holds the file's lock for `lockTimeoutMs`
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { openSqliteStore } from "faktura/sqlite";
 *
 * const invoicing = createInvoicing({ store: await openSqliteStore("invoices.db") });
 * console.log((await invoicing.company("acme").list()).total); // 0
 * await invoicing.close();
 * ```
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SqliteStore> {
  if (typeof path !== "string" || path === "" || path.includes(":memory:")) {
    throw new TypeError("openSqliteStore needs the path of a file; for a store in memory use memoryStore()");
  }
  const driver = await findSqliteDriver();
  const store = new SqliteStore(() => driver(path), options);
  await store.ready();
  return store;
}

/**
 * A store on the SQLite driver of the host's choice. `open` gives a new connection each time, to the same file, and
 * only the library uses it: two for the store's lifetime, and one for each backup.
 */
export function sqliteStore(
  open: () => SqliteConnection | Promise<SqliteConnection>,
  options: SqliteStoreOptions = {},
): SqliteStore {
  if (typeof open !== "function") {
    throw new TypeError(
      "sqliteStore needs a function that opens a connection; for a path use await openSqliteStore(path)",
    );
  }
  return new SqliteStore(open, options);
}
