import { existsSync } from "node:fs";
import { insteadOf } from "../../domain/instead-of.ts";
import { findSqliteDriver, type SqliteConnection, type SqliteDriver } from "./connection/driver.ts";
import { explainOpening } from "./connection/open-fault.ts";
import { fileHost } from "./file-host.ts";
import { missingTables } from "./open-connections.ts";
import { type SqliteStoreOptions, settingsOf } from "./settings.ts";
import { SqliteStore } from "./store.ts";

export type { SqliteConnection, SqliteStatement } from "./connection/driver.ts";
export { migrationSql, type SqliteMigrationOptions } from "./schema/migration-sql.ts";
export type { HostNumbers, SqliteStoreOptions } from "./settings.ts";
export type { SqliteStore } from "./store.ts";

/**
 * A store in the SQLite file at `path`. It uses the driver that is installed: better-sqlite3, or else `node:sqlite`.
 * The file and its tables are created if they are missing. Several processes may open the file at once and share it.
 *
 * @throws Error if no driver is installed, if the file cannot be opened or has a second name (a hard link, or a mount
 *   of the single file), or if a newer or an unreleased version of faktura wrote it
 * @throws StoreBusyError if another process holds the file's lock for `lockTimeoutMs`
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { openSqliteStore } from "faktura/sqlite";
 *
 * const invoicing = createInvoicing({ store: await openSqliteStore("invoices.db") });
 * console.log((await invoicing.company("firma").list()).total); // 0
 * await invoicing.close();
 * ```
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SqliteStore> {
  if (typeof path !== "string" || path === "" || path.includes(":memory:")) {
    const instead = typeof path === "string" ? "" : insteadOf(path);
    throw new TypeError(`openSqliteStore needs the path of a file${instead}; for a store in memory, use memoryStore()`);
  }
  // Opening the file would create it.
  if (options?.create === false && !existsSync(path)) throw missingTables(`The file ${path} does not exist`);
  const driver = await findSqliteDriver();
  const settings = settingsOf(options);
  const store = new SqliteStore(
    fileHost(() => openFile(driver, path), settings, path),
    settings,
  );
  await store.ready();
  return store;
}

function openFile(driver: SqliteDriver, path: string): SqliteConnection {
  try {
    return driver(path);
  } catch (error) {
    throw explainOpening(path, error);
  }
}

/**
 * A store on the SQLite driver of your choice. `open` must return a new connection to the same file each time, and only
 * the library may use it. The store opens two for its lifetime.
 */
export function sqliteStore(
  open: () => SqliteConnection | Promise<SqliteConnection>,
  options: SqliteStoreOptions = {},
): SqliteStore {
  if (typeof open !== "function") {
    throw new TypeError(
      "sqliteStore needs a function that opens a connection; for a path, use await openSqliteStore(path)",
    );
  }
  const settings = settingsOf(options);
  return new SqliteStore(fileHost(open, settings), settings);
}
