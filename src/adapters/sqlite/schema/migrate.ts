import type { StoreConnection } from "../connection/session.ts";
import { API_KEYS } from "./api-keys.ts";
import { CURSOR_GUARDS } from "./billing-guards.ts";
import { INVOICE_GUARDS } from "./invoice-guard.ts";
import { JOURNAL_GUARDS } from "./journal-guards.ts";
import { TABLES, VERSION_TABLE } from "./tables.ts";

/** The first version that a new file is given. What has a lower one was made before there was a release. */
const FIRST_VERSION = 6;

/**
 * The first script makes all of the schema at {@link FIRST_VERSION}; each after it takes the tables one version further.
 * Until the first release a change edits that script and raises the number; once they are released scripts are only added.
 */
export const MIGRATIONS: readonly string[] = [TABLES + INVOICE_GUARDS + JOURNAL_GUARDS + CURSOR_GUARDS + API_KEYS];

/** Version of the schema that this library reads and writes. */
export const SCHEMA_VERSION = versionAfter(MIGRATIONS);

/**
 * The schema's version in this file; 0 where there is none.
 *
 * @throws Error when a newer library has written it, or one from before the first release
 */
export function readSchemaVersion(connection: StoreConnection, newest = SCHEMA_VERSION): number {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'faktura_schema'";
  if (connection.get(table) === undefined) return 0;
  const version = connection.get<{ version: number }>("SELECT version FROM faktura_schema")?.version ?? 0;
  if (version > newest) {
    throw new Error(
      `The database has version ${version} of faktura's tables, but this faktura knows up to ${newest}. ` +
        "Nothing was read or written; upgrade faktura.",
    );
  }
  if (version !== 0 && version < FIRST_VERSION) {
    throw new Error(
      `The database has version ${version} of faktura's tables: it was made by an unreleased faktura. Nothing was read ` +
        "or written; issue into a new file, and keep this one with the faktura that made it.",
    );
  }
  return version;
}

/** Brings the schema up to date by the scripts, inside the transaction that the caller has begun. */
export function migrate(connection: StoreConnection, scripts: readonly string[] = MIGRATIONS): void {
  const newest = versionAfter(scripts);
  const version = readSchemaVersion(connection, newest);
  if (version === newest) return;
  connection.exec(VERSION_TABLE.replace("TABLE", "TABLE IF NOT EXISTS"));
  for (const script of scripts.slice(version === 0 ? 0 : version - FIRST_VERSION + 1)) connection.exec(script);
  connection.exec(`DELETE FROM faktura_schema; INSERT INTO faktura_schema VALUES (${newest})`);
}

function versionAfter(scripts: readonly string[]): number {
  return FIRST_VERSION + scripts.length - 1;
}
