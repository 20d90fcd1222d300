import type { Session } from "../connection/session.ts";
import { API_KEYS } from "./api-keys.ts";
import { CURSOR_GUARDS } from "./billing-guards.ts";
import { CREDIT_NOTE_GUARDS } from "./credit-note-guards.ts";
import { EVENTS } from "./events.ts";
import { INVOICE_GUARDS } from "./invoice-guard.ts";
import { JOURNAL_GUARDS } from "./journal-guards.ts";
import { SERIES_GUARDS } from "./series.ts";
import { TABLES } from "./tables.ts";

/** The version that the first script creates. Lower versions belong to unreleased versions of the library. */
export const FIRST_VERSION = 15;

/**
 * The first script creates the whole schema at {@link FIRST_VERSION}. Before the first release it is the only one, and
 * each change of it, of a table or of a guard, raises that number. After the first release, scripts are only added, and
 * each migrates the tables to the next version.
 */
export const MIGRATIONS: readonly string[] = [
  TABLES + INVOICE_GUARDS + SERIES_GUARDS + JOURNAL_GUARDS + CREDIT_NOTE_GUARDS + CURSOR_GUARDS + EVENTS + API_KEYS,
];

/** The schema version that this library reads and writes. */
export const SCHEMA_VERSION = versionAfter(MIGRATIONS);

/** The schema version after all of these scripts have run. */
export function versionAfter(scripts: readonly string[]): number {
  return FIRST_VERSION + scripts.length - 1;
}

/**
 * The schema version of this file; 0 if the file does not have the library's tables.
 *
 * @throws Error if a newer version of the library wrote the file, or one from before the first release
 */
export function readSchemaVersion(session: Session, newest = SCHEMA_VERSION): number {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'faktura_schema'";
  if (session.get(table) === undefined) return 0;
  const version = session.get<{ version: number }>("SELECT version FROM faktura_schema")?.version ?? 0;
  if (version > newest) {
    throw new Error(
      `The database has version ${version} of faktura's tables, but this version of faktura only supports versions up ` +
        `to ${newest}. Nothing was read or written. Upgrade faktura.`,
    );
  }
  if (version !== 0 && version < FIRST_VERSION) {
    throw new Error(
      `The database has version ${version} of faktura's tables: it was made by an unreleased faktura. Nothing was read ` +
        "or written. Issue into a new file, and keep this one with the version of faktura that made it.",
    );
  }
  return version;
}
