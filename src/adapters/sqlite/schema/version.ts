import {
  type AdmittingScript,
  missingRecord,
  missingRecordTable,
  parseGuards,
  requireAdmitted,
  type SchemaRecord,
  worksWithAfter,
} from "../../common/schema-record.ts";
import type { Session } from "../connection/session.ts";
import { API_KEYS } from "./api-keys.ts";
import { EVENTS } from "./events.ts";
import { CURSOR_GUARDS } from "./guards/billing-guards.ts";
import { CREDIT_NOTE_GUARDS } from "./guards/credit-note-guards.ts";
import { INVOICE_GUARDS } from "./guards/invoice-guard.ts";
import { JOURNAL_GUARDS } from "./guards/journal-guards.ts";
import { PLACE_GUARDS } from "./guards/place-guards.ts";
import { SERIES_GUARDS } from "./series.ts";
import { TABLES } from "./tables.ts";

/** The version that the first script creates. Lower versions belong to unreleased versions of the library. */
export const FIRST_VERSION = 25;

/** What one version adds. */
export interface SchemaScript extends AdmittingScript {
  /** SQL for its tables, columns, indexes and triggers. */
  readonly sql: string;
}

/**
 * The first script creates the whole schema at {@link FIRST_VERSION}. Before the first release it is the only one, and
 * each change of it, of a table or of a guard, raises that number. After the first release, scripts are only added, and
 * each migrates the tables to the next version. Processes of the version before go on using the file, so a script only
 * adds: tables, columns with a default, indexes, and triggers that let pass what older ones write. One that takes something
 * away names in `worksWith` who may still use the file.
 */
export const MIGRATIONS: readonly SchemaScript[] = [
  {
    sql:
      `${TABLES}${INVOICE_GUARDS}${SERIES_GUARDS}${JOURNAL_GUARDS}${CREDIT_NOTE_GUARDS}` +
      `${CURSOR_GUARDS}${EVENTS}${API_KEYS}${PLACE_GUARDS}`,
  },
];

/** The schema version that this library makes. It also uses later ones that admit it. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/** The lowest schema version whose library may use the tables that this one makes. */
export const WORKS_WITH = worksWithAfter(FIRST_VERSION, MIGRATIONS);

/** The SQL of the scripts that lead from one version, or from nothing (0), to another. */
export function scriptsBetween(from: number, to: number): string[] {
  const until = (version: number) => (version === 0 ? 0 : version - FIRST_VERSION + 1);
  return MIGRATIONS.slice(until(from), until(to)).map(({ sql }) => sql);
}

const NO_TABLES: SchemaRecord = { version: 0, worksWith: 0, guards: {}, shard: "" };

/**
 * The schema's record in this file; its version is 0 if the file does not have the library's tables.
 *
 * @throws Error if the file does not admit this version of the library, because a newer one or one from before the first
 *   release wrote it, or if the record of its tables is gone
 */
export function readSchema(session: Session): SchemaRecord {
  const tables =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('faktura_schema', 'faktura_invoices')";
  const names = session.all<{ name: string }>(tables).map(({ name }) => name);
  if (names.length === 0) return NO_TABLES;
  if (!names.includes("faktura_schema")) throw missingRecordTable("The database");
  // All columns, because the table of an unreleased version has fewer.
  const row = session.get<{ version: number; works_with?: number; guards?: string; shard?: string }>(
    "SELECT * FROM faktura_schema",
  );
  if (row === undefined) throw missingRecord("The database");
  const { version, works_with: worksWith = version, guards, shard = "" } = row;
  if (version !== 0 && version < FIRST_VERSION) {
    throw new Error(
      `The database has version ${version} of faktura's tables: it was made by an unreleased faktura. Nothing was read ` +
        "or written. Issue into a new file, and keep this one with the version of faktura that made it.",
    );
  }
  requireAdmitted("The database", { version, worksWith }, SCHEMA_VERSION);
  return { version, worksWith, guards: guards === undefined ? {} : parseGuards("The database", guards), shard };
}
