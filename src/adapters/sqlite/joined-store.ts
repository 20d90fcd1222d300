import { StoreBusyError } from "../../domain/store-busy-error.ts";
import type { JoinedBooks, JoinedStore } from "../../ports/invoicing-store.ts";
import { patienceOf } from "./busy.ts";
import { StoreConnection } from "./connection.ts";
import type { SqliteConnection } from "./driver.ts";
import { requireOneName } from "./file-name.ts";
import { type HostNumbers, hostSequence } from "./host-sequence.ts";
import { findProfile, saveProfile } from "./profile-rows.ts";
import { readPage } from "./reader.ts";
import { findKeys, findOne } from "./rows.ts";
import { inSavepoint } from "./savepoint.ts";
import { readSchemaVersion, SCHEMA_VERSION } from "./schema.ts";
import { sqliteTransaction } from "./transaction.ts";

const FULL = 2;
const SQLITE_BUSY_SNAPSHOT = 517;

/** Names each savepoint, so that one of an ended transaction is not taken for one of the next. */
let savepoints = 0;

/** When the last savepoint begun on a connection has ended: of all joinings, since on one connection they would nest. */
const lastTurns = new WeakMap<SqliteConnection, Promise<unknown>>();

/** The books on the host's own connection, inside the transaction that the host has begun on it. */
export function joinedStore(
  driver: SqliteConnection,
  lockTimeoutMs: number,
  numbers: HostNumbers | undefined,
): JoinedStore {
  const connection = new StoreConnection(driver);
  const tables = () => requireTables(connection);
  const books: JoinedBooks = {
    companies: {
      profile: async (companyId) => findProfile(tables(), companyId),
      save: async (companyId, profile) => {
        requireJoinable(connection);
        saveProfile(connection, companyId, profile);
      },
    },
    reader: {
      find: async (companyId, id) => findOne(tables(), companyId, id),
      findKey: async (companyId, key) => findKeys(tables(), companyId, [key])[0],
      list: async (companyId, request) => readPage(tables(), companyId, request),
    },
    transaction(companyId, work) {
      const result = (lastTurns.get(driver) ?? Promise.resolve()).then(async () => {
        const savepoint = `faktura_${++savepoints}`;
        // One turn of the event loop: whatever the host does on this connection comes before or after it.
        await patienceOf(lockTimeoutMs)(() => {
          requireJoinable(connection);
          takeWriteLock(connection);
          connection.exec(`SAVEPOINT ${savepoint}`);
        });
        return inSavepoint(connection, savepoint, async (gathered) => {
          const sequence = numbers && hostSequence(gathered, companyId, numbers);
          return work(sqliteTransaction(gathered, companyId, sequence));
        });
      });
      lastTurns.set(
        driver,
        result.catch(() => undefined),
      );
      return result;
    },
    within: (answer) => answer,
  };
  return { call: (work) => work(books) };
}

/**
 * Makes sure that what is promised can be kept on this connection.
 *
 * @throws TypeError when the host has begun no transaction, or its commit would not be durable
 */
function requireJoinable(connection: StoreConnection): void {
  if (!isInTransaction(connection)) {
    throw new TypeError(
      "joining needs a transaction that you have begun on this connection: exec BEGIN IMMEDIATE first",
    );
  }
  const { synchronous } = connection.get<{ synchronous: number }>("PRAGMA synchronous")!;
  if (synchronous < FULL) {
    throw new TypeError(
      `this connection has synchronous = ${synchronous}, so a power cut could undo its commit and give the invoice's ` +
        "number to another one; set PRAGMA synchronous = FULL before you begin",
    );
  }
  requireTables(connection);
}

/** @throws Error when the database has not this library's tables, or its file another name */
function requireTables(connection: StoreConnection): StoreConnection {
  requireOneName(connection);
  if (readSchemaVersion(connection) === SCHEMA_VERSION) return connection;
  throw new Error("This database has not this faktura's tables; open the same file with openSqliteStore first.");
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
