import { insteadOf } from "../../domain/instead-of.ts";
import { warnOfRepair } from "../common/schema-fault.ts";
import { requireShard } from "../common/schema-record.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import { fileOf, requireOneName } from "./connection/file-name.ts";
import { explainOpening, requireWritable } from "./connection/open-fault.ts";
import { openFileOf } from "./connection/open-file.ts";
import type { RetryWhileBusy } from "./connection/retry-while-busy.ts";
import { disableBusyTimeout, makeDurable, Session } from "./connection/session.ts";
import type { Connections } from "./host.ts";
import { findSchemaFaults } from "./schema/faults.ts";
import { migrate } from "./schema/migrate.ts";
import { readSchema, SCHEMA_VERSION } from "./schema/version.ts";
import { FILE_TRANSACTIONS } from "./transaction/file-transactions.ts";
import type { Transactions } from "./transaction/run.ts";

/** Opens a new connection to the store's file, which only the store uses. */
export type OpenConnection = () => SqliteConnection | Promise<SqliteConnection>;

/**
 * Opens both connections, migrates the tables to the current version, and recreates triggers and indexes that are
 * missing or changed. The process warning `FAKTURA_GUARDS_REPAIRED` lists what was recreated. A file that a newer version
 * of the library has migrated, and that admits this one, is only compared.
 *
 * @throws Error if the file cannot be opened, is another shard, has a second name, cannot be written durably, does not admit this version of
 *   the library, or has missing or changed tables; both connections are closed then
 * @throws StoreBusyError if another process holds the lock for longer than `retryWhileBusy` waits
 */
export async function openConnections(
  open: OpenConnection,
  retryWhileBusy: RetryWhileBusy,
  create: boolean,
  path: string | undefined,
  shard: string,
): Promise<Connections> {
  const opened: Session[] = [];
  const openNext = async () => {
    const session = new Session(requireConnection(await open()));
    opened.push(session);
    disableBusyTimeout(session.driver);
    requireOneName(session);
    const file = fileOf(session);
    if (file !== undefined) requireWritable(file);
    try {
      // Read the version before changing any setting, so that a file that is refused stays exactly as it is.
      const record = await retryWhileBusy(() => readSchema(session));
      const { version } = record;
      requireShard(file ?? "The database", record, shard);
      if (version === 0 && !create) throw missingTables(`${file ?? "The database"} does not have faktura's tables`);
      await retryWhileBusy(() => makeDurable(session));
      return { session, version, opened: openFileOf(session, path) };
    } catch (error) {
      throw explainOpening(file ?? "the database", error);
    }
  };
  try {
    const { session: writer, version, opened: file } = await openNext();
    await bringUpToDate(FILE_TRANSACTIONS, writer, version, retryWhileBusy, shard);
    const { session: reader } = await openNext();
    reader.driver.exec("PRAGMA query_only = ON");
    file.requireSame();
    return { writer, reader, file };
  } catch (error) {
    for (const session of opened) session.close();
    throw error;
  }
}

/** The error if there is nothing to open and nothing may be created. `what` is a sentence without its full stop. */
export function missingTables(what: string): Error {
  return new Error(
    `${what}, and the option create is false. Check the path, or restore a backup. Only for new, empty books, open it ` +
      "once without this option.",
  );
}

function requireConnection(connection: SqliteConnection): SqliteConnection {
  const methods = ["exec", "prepare", "close"] as const;
  if (methods.every((method) => typeof connection?.[method] === "function")) return connection;
  throw new TypeError(
    "the function that you pass to sqliteStore must return a connection with exec, prepare and close, such as " +
      `new Database(path) of better-sqlite3${insteadOf(connection)}`,
  );
}

/**
 * Migrates the tables and recreates guards, if they are not whole. Takes the write lock first: if several processes start at
 * once, one of them migrates and repairs, and the others have nothing to do.
 */
export async function bringUpToDate(
  transactions: Transactions,
  writer: Session,
  version: number,
  retryWhileBusy: RetryWhileBusy,
  shard: string,
): Promise<void> {
  const isWhole = version >= SCHEMA_VERSION && (await retryWhileBusy(() => findSchemaFaults(writer))).length === 0;
  if (isWhole) return;
  const repaired = await retryWhileBusy(() => transactions.writeAtOnce(writer, () => migrate(writer, shard)));
  if (repaired.length > 0) warnOfRepair("a SQLite file", repaired);
}
