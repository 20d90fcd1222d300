import type { ReadOnlyBooks } from "../common/read-only-books.ts";
import type { SqliteDriver } from "./connection/driver.ts";
import { retryFor } from "./connection/retry-while-busy.ts";
import { disableBusyTimeout, Session } from "./connection/session.ts";
import { readSchema, SCHEMA_VERSION } from "./schema/version.ts";
import { listCreditNotes } from "./statements/credit-notes.ts";
import { journalReader } from "./statements/journal-reader.ts";
import { findInvoice, inSnapshot, listInvoices } from "./statements/list.ts";
import { findProfile } from "./statements/rows.ts";

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
  return {
    journal: journalReader(read),
    reader: {
      find: (companyId, id) => read((reader) => findInvoice(reader, companyId, id)),
      list: (companyId, request) => read((reader) => listInvoices(reader, companyId, request)),
    },
    creditNotes: {
      list: (companyId, request) =>
        read((reader) => inSnapshot(reader, () => listCreditNotes(reader, companyId, request))),
    },
    companies: { profile: (companyId) => read((reader) => findProfile(reader, companyId)) },
    close: () => connection.close(),
  };
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
