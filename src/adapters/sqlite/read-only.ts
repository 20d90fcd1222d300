import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { JournalReader } from "../../ports/journal.ts";
import type { SqliteDriver } from "./connection/driver.ts";
import { patienceOf } from "./connection/errors.ts";
import { StoreConnection, waitForNoLock } from "./connection/session.ts";
import { readSchemaVersion, SCHEMA_VERSION } from "./schema/migrate.ts";
import { journalReader } from "./statements/journal-reader.ts";
import { findInvoice } from "./statements/list.ts";

const LOCK_TIMEOUT_MS = 30_000;

/** The books in a file that is only read. */
export interface ReadOnlyBooks {
  readonly journal: JournalReader;
  readonly reader: Pick<InvoiceReader, "find">;
  readonly close: () => void;
}

/**
 * Opens the file at `path` on a connection that cannot write; its tables are taken as they are.
 *
 * @throws Error when there are no such tables in it, or those of another version
 */
export async function openReadOnly(path: string, driver: SqliteDriver): Promise<ReadOnlyBooks> {
  const connection = new StoreConnection(driver(path, { readOnly: true }));
  const read = async <Result>(query: (reader: StoreConnection) => Result) =>
    patienceOf(LOCK_TIMEOUT_MS)(() => query(connection));
  try {
    waitForNoLock(connection.driver);
    requireCurrent(path, await read(readSchemaVersion));
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    journal: journalReader(read),
    reader: { find: (companyId, id) => read((reader) => findInvoice(reader, companyId, id)) },
    close: () => connection.close(),
  };
}

function requireCurrent(path: string, version: number): void {
  if (version === SCHEMA_VERSION) return;
  if (version === 0) throw new Error(`${path} has no tables of faktura's. Name the file that openSqliteStore opens.`);
  throw new Error(
    `${path} has version ${version} of faktura's tables; this faktura has ${SCHEMA_VERSION}. ` +
      `Open it once with this faktura (openSqliteStore), or a copy of it, which brings it up to date.`,
  );
}
