import { StoreBusyError } from "../../../domain/store-errors.ts";
import type { SqliteConnection } from "../connection/driver.ts";
import { requireOneName } from "../connection/file-name.ts";
import type { StoreConnection } from "../connection/session.ts";
import { requireWhole } from "../schema/faults.ts";
import { readSchemaVersion, SCHEMA_VERSION } from "../schema/migrate.ts";

const FULL = 2;
const SQLITE_BUSY_SNAPSHOT = 517;

/** @throws TypeError when the handle is no open connection of a driver that answers at once */
export function requireConnection(handle: SqliteConnection): void {
  let [answer, cause]: unknown[] = [];
  try {
    answer = (handle.prepare("SELECT 1 AS one").get() as { one?: unknown }).one;
  } catch (error) {
    cause = error;
  }
  if (Number(answer) === 1 && typeof handle.exec === "function") return;
  throw new TypeError(
    "joining needs the open SQLite connection on which you have begun a transaction, of a driver that answers at once, " +
      "such as new Database(path) of better-sqlite3; where an ORM wraps it, pass the connection itself (Drizzle's " +
      "db.$client)",
    { cause },
  );
}

/** @throws TypeError when the host has begun no transaction */
export function requireTransaction(connection: StoreConnection): void {
  if (isInTransaction(connection)) return;
  throw new TypeError("joining needs a transaction that you have begun on this connection: exec BEGIN IMMEDIATE first");
}

/** Drivers tell it in different ways, or not at all; SQLite itself refuses to begin twice. */
function isInTransaction(connection: StoreConnection): boolean {
  try {
    connection.exec("BEGIN");
  } catch {
    return true;
  }
  connection.exec("ROLLBACK");
  return false;
}

/** @throws Error when the database has not this library's tables or not all that guards them, or its file another name */
export function requireTables(connection: StoreConnection): StoreConnection {
  requireOneName(connection);
  if (readSchemaVersion(connection) !== SCHEMA_VERSION) {
    throw new Error("This database has not this faktura's tables; open the same file with openSqliteStore first.");
  }
  requireWhole(connection);
  return connection;
}

/**
 * Takes the write lock in the host's transaction, where what is promised can be kept on its connection.
 *
 * @throws TypeError when its commit would not be durable
 * @throws StoreBusyError when the transaction can write nothing, since it has read what others have changed
 */
export function lockForWriting(connection: StoreConnection): void {
  requireDurable(connection);
  requireTables(connection);
  takeWriteLock(connection);
}

function requireDurable(connection: StoreConnection): void {
  const { synchronous } = connection.get<{ synchronous: number }>("PRAGMA synchronous")!;
  if (synchronous >= FULL) return;
  throw new TypeError(
    `this connection has synchronous = ${synchronous}, so a power cut could undo its commit and give the invoice's ` +
      "number to another one; set PRAGMA synchronous = FULL before you begin",
  );
}

/** A transaction that began without IMMEDIATE has the write lock only once it writes, if only nothing. */
function takeWriteLock(connection: StoreConnection): void {
  try {
    connection.run("DELETE FROM faktura_sequences WHERE company_id IS NULL");
  } catch (error) {
    const { code, errcode } = error as { code?: unknown; errcode?: unknown };
    if (code !== "SQLITE_BUSY_SNAPSHOT" && errcode !== SQLITE_BUSY_SNAPSHOT) throw error;
    const message =
      "your transaction has read what others have changed since, so it can write nothing; roll it back and run it " +
      "again, begun with BEGIN IMMEDIATE";
    throw new StoreBusyError(message, { cause: error });
  }
}
