import { warnOfMending } from "../../sql/schema-fault.ts";
import { findSchemaFaults, mendSchema } from "../schema/faults.ts";
import { migrate, readSchemaVersion, SCHEMA_VERSION } from "../schema/migrate.ts";
import type { SqliteConnection } from "./driver.ts";
import type { Patience } from "./errors.ts";
import { requireOneName } from "./file-name.ts";
import { makeDurable, StoreConnection, waitForNoLock } from "./session.ts";

/** Opens a connection to the store's file that nobody else uses. */
export type OpenConnection = () => SqliteConnection | Promise<SqliteConnection>;

/** The connections of one store: one writes, one reads. */
export interface Connections {
  readonly writer: StoreConnection;
  readonly reader: StoreConnection;
}

/**
 * Opens both connections, brings the tables up to date, and puts back the triggers and indexes that are gone or changed,
 * which the process warning `FAKTURA_GUARDS_MENDED` then names.
 *
 * @throws Error when the file cannot be opened, has another name, is not durable, was written by a newer library, or when
 * its tables are not as they were made; both are closed then
 * @throws StoreBusyError when another process holds the lock for longer than `whileBusy` waits
 */
export async function openConnections(open: OpenConnection, whileBusy: Patience): Promise<Connections> {
  const opened: StoreConnection[] = [];
  const openNext = async () => {
    const connection = new StoreConnection(await open());
    opened.push(connection);
    waitForNoLock(connection.driver);
    requireOneName(connection);
    // Before anything is set: a file that a newer library has written is left exactly as it is.
    const version = await whileBusy(() => readSchemaVersion(connection));
    await whileBusy(() => makeDurable(connection));
    return { connection, version };
  };
  try {
    const { connection: writer, version } = await openNext();
    if (version < SCHEMA_VERSION) await migrateUnderLock(writer, whileBusy);
    if ((await whileBusy(() => findSchemaFaults(writer))).length > 0) await mendUnderLock(writer, whileBusy);
    const { connection: reader } = await openNext();
    reader.exec("PRAGMA query_only = ON");
    return { writer, reader };
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
}

/** Under the write lock, so that of several processes that start at once one migrates and the others find it done. */
function migrateUnderLock(writer: StoreConnection, whileBusy: Patience): Promise<void> {
  return inTransaction(writer, whileBusy, async () => migrate(writer));
}

async function mendUnderLock(writer: StoreConnection, whileBusy: Patience): Promise<void> {
  const mended = await inTransaction(writer, whileBusy, async () => mendSchema(writer));
  // Of several processes that open the file at once one has mended it.
  if (mended.length > 0) warnOfMending("a SQLite file", mended);
}

/** Runs `work` under the write lock of the whole file, and commits what it wrote or nothing. */
export async function inTransaction<Result>(
  connection: StoreConnection,
  whileBusy: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  // IMMEDIATE takes the write lock now. A lock asked for after the first read is refused at once
  // (SQLITE_BUSY_SNAPSHOT), however long one waits.
  await whileBusy(() => connection.exec("BEGIN IMMEDIATE"));
  try {
    const value = await work();
    await whileBusy(() => connection.exec("COMMIT"));
    return value;
  } catch (error) {
    rollBackQuietly(connection);
    throw error;
  }
}

/**
 * Writes in a transaction that begins and ends before anything else runs, so that nobody reads on this connection what
 * may yet be rolled back. While another process holds the lock nothing of it is done, and all of it can be tried again.
 */
export function writeAtOnce<Result>(connection: StoreConnection, write: () => Result): Result {
  connection.exec("BEGIN IMMEDIATE");
  try {
    const result = write();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    rollBackQuietly(connection);
    throw error;
  }
}

/** On a full disk SQLite has rolled back already; a second error would hide the first. */
export function rollBackQuietly(connection: StoreConnection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // There was nothing left to roll back.
  }
}
