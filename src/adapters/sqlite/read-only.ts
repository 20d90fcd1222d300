import { existsSync, realpathSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { OpenedBooks, ReadOnlyBooks } from "../../ports/read-only-books.ts";
import { findProfile, invoiceReader } from "../sql/company-rows.ts";
import { creditNoteReader } from "../sql/credit-notes.ts";
import { journalReader } from "../sql/journal-reader.ts";
import { returnIndex } from "../sql/return-index.ts";
import { readShard } from "../sql/shard.ts";
import type { RunSteps } from "../sql/steps.ts";
import { findSqliteDriver, type SqliteDriver } from "./connection/driver.ts";
import { nameFaultOf } from "./connection/file-name.ts";
import { explainOpening } from "./connection/open-fault.ts";
import { retryFor } from "./connection/retry-while-busy.ts";
import { disableBusyTimeout, Session } from "./connection/session.ts";
import { hasSqliteCode } from "./connection/sqlite-code.ts";
import { temporaryFolder } from "./connection/temporary-folder.ts";
import { findSchemaFaults } from "./schema/faults.ts";
import { readSchema, SCHEMA_VERSION } from "./schema/version.ts";
import { listInvoices, listThrough } from "./statements/list.ts";
import { runSteps } from "./statements/steps.ts";

const LOCK_TIMEOUT_MS = 30_000;

/** The books in a file that is opened read-only. */
interface ReadOnlyFile extends ReadOnlyBooks {
  readonly close: () => void;
}

/**
 * Opens the file at `path` on a connection that cannot write. Never migrates or repairs the tables.
 *
 * @throws Error if the file does not have the library's tables, if they are out of date, or if they do not admit this
 *   version of the library
 */
export async function openReadOnlyBooks(path: string, driver: SqliteDriver): Promise<ReadOnlyFile> {
  const connection = new Session(driver(path, { readOnly: true }));
  const read = async <Result>(query: (reader: Session) => Result) => retryFor(LOCK_TIMEOUT_MS)(() => query(connection));
  try {
    disableBusyTimeout(connection.driver);
    requireCurrent(path, (await read(readSchema)).version);
  } catch (error) {
    connection.close();
    throw error;
  }
  const run: RunSteps = (...steps) => read((reader) => runSteps(reader, ...steps));
  return {
    journal: journalReader(run, {
      faults: () => read((reader) => findSchemaFaults(reader).map(({ detail }) => detail)),
    }),
    returns: returnIndex(run),
    reader: {
      ...invoiceReader(run),
      list: (companyId, request) => listThrough(read, listInvoices, companyId, request),
    },
    creditNotes: creditNoteReader(run),
    companies: { profile: (companyId) => run(findProfile, companyId) },
    shard: readShard(run),
    close: () => connection.close(),
  };
}

/**
 * Opens a file for the command, or a copy of it if SQLite would have to create files next to it but cannot. `load` imports
 * a driver by name, and `warn` receives warnings for the operator.
 *
 * @throws Error as {@link openReadOnlyBooks}, and if the file does not exist or no driver is installed
 */
export async function openReadOnlyFile(
  path: string,
  load: (name: string) => Promise<unknown>,
  warn: (line: string) => void,
): Promise<OpenedBooks> {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder. Name the SQLite file in it.`);
  const fault = nameFaultOf(realpathSync(path));
  if (fault !== undefined) {
    warn(`${path} ${fault.what}, so commits that were made under another name may be missing here. ${fault.remedy}`);
  }
  const driver = await findSqliteDriver(load);
  try {
    const books = await openReadOnlyBooks(path, driver);
    return { ...books, close: async () => books.close() };
  } catch (error) {
    // To read a file in WAL mode, SQLite needs two other files next to it, which must exist or be created.
    if (!hasSqliteCode(error, "READONLY", "CANTOPEN")) throw explainOpening(path, error);
    warn(
      `SQLite cannot read ${path} because it cannot create files next to it; reading a copy in ${tmpdir()} instead.`,
    );
    return openCopy(path, driver);
  }
}

async function openCopy(path: string, driver: SqliteDriver): Promise<OpenedBooks> {
  const folder = temporaryFolder("faktura-audit-");
  try {
    const copy = join(folder.path, basename(path));
    for (const end of ["", "-wal"]) if (existsSync(path + end)) await copyFile(path + end, copy + end);
    const books = await openReadOnlyBooks(copy, driver);
    return {
      ...books,
      close: async () => {
        try {
          books.close();
        } finally {
          folder.remove();
        }
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

function requireCurrent(path: string, version: number): void {
  if (version >= SCHEMA_VERSION) return;
  if (version === 0) {
    throw new Error(`${path} does not contain faktura's tables. Name the file that you pass to openSqliteStore.`);
  }
  throw new Error(
    `${path} has version ${version} of faktura's tables; this version of faktura needs version ${SCHEMA_VERSION}. ` +
      "Open the file, or a copy of it, once with openSqliteStore, which migrates it.",
  );
}
