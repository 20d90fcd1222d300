import { StoreBusyError } from "../../../domain/store-errors.ts";
import { requireShard } from "../../common/schema-record.ts";
import type { SqliteConnection } from "../connection/driver.ts";
import { requireOneName } from "../connection/file-name.ts";
import { openFileOf } from "../connection/open-file.ts";
import type { Session } from "../connection/session.ts";
import { requireIntactSchema } from "../schema/faults.ts";
import { readSchema, SCHEMA_VERSION } from "../schema/version.ts";

const FULL = 2;
const SQLITE_BUSY_SNAPSHOT = 517;

/** @throws TypeError if the handle is not an open connection of a synchronous driver */
export function requireConnection(handle: SqliteConnection): void {
  let [answer, cause]: unknown[] = [];
  try {
    answer = (handle.prepare("SELECT 1 AS one").get() as { one?: unknown }).one;
  } catch (error) {
    cause = error;
  }
  if (Number(answer) === 1 && typeof handle.exec === "function") return;
  throw new TypeError(
    "joining needs the open SQLite connection on which you have begun a transaction, from a synchronous driver such as " +
      "better-sqlite3 (new Database(path)). If an ORM wraps the connection, pass the connection itself (Drizzle: " +
      "db.$client; Kysely: the database of its SqliteDialect)",
    { cause },
  );
}

/** @throws TypeError if the host has not begun a transaction */
export function requireTransaction(session: Session): void {
  if (isInTransaction(session)) return;
  throw new TypeError("joining needs a transaction that you have begun on this connection: exec BEGIN IMMEDIATE first");
}

/** Drivers report it in different ways or not at all. But SQLite itself refuses a second BEGIN. */
function isInTransaction(session: Session): boolean {
  try {
    session.driver.exec("BEGIN");
  } catch {
    return true;
  }
  session.driver.exec("ROLLBACK");
  return false;
}

/**
 * @throws Error if the library's tables or their guards are missing or changed, if they are another shard than the store's,
 *   or if the file has a second name
 * @throws StoreUnavailableError if the file is no longer at its path
 */
export function requireTables(session: Session, shard: string): Session {
  requireOneName(session);
  const record = readSchema(session);
  if (record.version < SCHEMA_VERSION) {
    throw new Error(
      "This database does not have the tables of this version of faktura. Open the same file with openSqliteStore first.",
    );
  }
  requireShard("The database of your connection", record, shard);
  openFileOf(session).requireSame();
  requireIntactSchema(session);
  return session;
}

/**
 * Takes the write lock in the host's transaction, after checking that the host's connection can keep the store's
 * guarantees.
 *
 * @throws TypeError if its commit would not be durable
 * @throws StoreBusyError if the transaction can no longer write, because the file has changed since its snapshot
 */
export function lockForWriting(session: Session, shard: string): void {
  requireDurable(session);
  requireTables(session, shard);
  takeWriteLock(session);
}

function requireDurable(session: Session): void {
  const { synchronous } = session.get<{ synchronous: number }>("PRAGMA synchronous")!;
  if (synchronous >= FULL) return;
  throw new TypeError(
    `this connection has synchronous = ${synchronous}, so a power cut could undo its commit, and the invoice's number ` +
      "would be issued again. Set PRAGMA synchronous = FULL before you begin the transaction",
  );
}

/**
 * A transaction that began without IMMEDIATE only takes the write lock when it first writes. This statement writes
 * nothing.
 */
function takeWriteLock(session: Session): void {
  try {
    session.write(0, "DELETE FROM faktura_sequences WHERE company_id IS NULL");
  } catch (error) {
    const { code, errcode } = error as { code?: unknown; errcode?: unknown };
    if (code !== "SQLITE_BUSY_SNAPSHOT" && errcode !== SQLITE_BUSY_SNAPSHOT) throw error;
    const message =
      "the database has changed since your transaction first read it, so the transaction can no longer write. Roll it " +
      "back, and begin it again with BEGIN IMMEDIATE";
    throw new StoreBusyError(message, { cause: error });
  }
}
