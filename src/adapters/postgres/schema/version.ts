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
import type { Tables } from "../settings.ts";
import { guardsFor } from "./guards/guards.ts";
import { splitStatements } from "./split-statements.ts";
import { createTables } from "./tables.ts";

/** The version that the first script creates. Lower versions belong to unreleased versions of the library. */
export const FIRST_VERSION = 25;

/** What one version adds, as functions of the tables' names. */
export interface SchemaScript extends AdmittingScript {
  /** SQL for its tables, columns and indexes. */
  readonly tables: (tables: Tables) => string;
  /** SQL that creates or replaces their guards. Absent: they have none. */
  readonly guards?: (tables: Tables) => string;
}

/**
 * The first script creates the whole schema at {@link FIRST_VERSION}. Before the first release it is the only one, and
 * each change of it, of a table or of a guard, raises that number. After the first release, scripts are only added, and
 * each migrates the tables to the next version. A changed guard needs a further script too, even if that creates no
 * tables, because each migration replaces all guards. Servers of the version before go on using the tables, so a script
 * only adds: tables, columns with a default, indexes, and guards that let pass what older servers write. One that takes
 * something away names in `worksWith` who may still use them. A store compares the schema in the database with what these
 * scripts have created on a PostgreSQL: `generated/expected.ts`.
 */
export const MIGRATIONS: readonly SchemaScript[] = [{ tables: createTables, guards: guardsFor }];

/** The schema version that this library makes. It also uses later ones that admit it. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/** The lowest schema version whose library may use the tables that this one makes. */
export const WORKS_WITH = worksWithAfter(FIRST_VERSION, MIGRATIONS);

/** The contents of the table `faktura_schema`. */
export interface SchemaState extends SchemaRecord {
  /** Whether the triggers were created. */
  readonly guarded: boolean;
}

/** The state of a schema without tables. */
export const NO_TABLES: SchemaState = { version: 0, worksWith: 0, guards: {}, shard: "", guarded: false };

/**
 * Reads the schema's record.
 *
 * @throws Error if the tables do not admit this version of the library, because a newer one or one from before the first
 *   release made them, or if their record is gone; it says what to do
 */
export async function readSchema(session: Session, { schemaName, version: table }: Tables): Promise<SchemaState> {
  const found = await findTables(session, schemaName);
  if (found.length === 0) return NO_TABLES;
  const where = `The schema ${JSON.stringify(schemaName)}`;
  const record = found.find(({ name }) => name === "faktura_schema");
  if (record === undefined) throw missingRecordTable(where);
  const isRecorded = record.recorded === "true";
  // There are two rows if a restore added one to that of a migration.
  const [row] = await session.rows<{
    version: string;
    admits?: string;
    guards?: string;
    shard?: string;
    guarded: string;
  }>(
    `SELECT version::pg_catalog.text AS version, (SELECT pg_catalog.bool_or(guarded) FROM ${table})::pg_catalog.text AS guarded
       ${isRecorded ? ", works_with::pg_catalog.text AS admits, guards, shard" : ""} FROM ${table} ORDER BY version DESC LIMIT 1`,
    [],
  );
  if (row === undefined) throw missingRecord(where);
  const version = Number(row.version);
  if (version < FIRST_VERSION) {
    throw new Error(
      `${where} has version ${version} of faktura's tables, made by an unreleased faktura. No release reads them. ` +
        "Nothing was read or written. Rename the schema or use another one, and run migratePostgres.",
    );
  }
  const worksWith = Number(row.admits ?? version);
  requireAdmitted(where, { version, worksWith }, SCHEMA_VERSION);
  const guards = row.guards === undefined ? {} : parseGuards(where, row.guards);
  return { version, worksWith, guards, shard: row.shard ?? "", guarded: row.guarded === "true" };
}

/** Which of the record's table and the invoices' there are, and whether it has the columns of released versions. */
function findTables(session: Session, schemaName: string): Promise<{ name: string; recorded: string }[]> {
  // Queries the catalogue, because reading a table or a column that does not exist would abort the transaction.
  return session.rows(
    `SELECT c.relname::pg_catalog.text AS name, (EXISTS (SELECT 1 FROM pg_catalog.pg_attribute AS a
         WHERE a.attrelid = c.oid AND a.attname = 'shard'))::pg_catalog.text AS recorded
     FROM pg_catalog.pg_class AS c
     WHERE c.relname IN ('faktura_schema', 'faktura_invoices') AND c.relkind IN ('r', 'p')
       AND c.relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1)`,
    [schemaName],
  );
}

/** SQL that migrates the tables from one version, or from nothing (0), to another. Absent: to the current one. */
export function tableScript(from: number, tables: Tables, to = SCHEMA_VERSION): string {
  const scripts = MIGRATIONS.slice(from === 0 ? 0 : scriptsUntil(from), scriptsUntil(to));
  return scripts.map((script) => script.tables(tables)).join("\n");
}

/** SQL that creates or replaces all guards of a version, and drops those that its scripts have dropped. */
export function guardScript(tables: Tables, version = SCHEMA_VERSION): string {
  return MIGRATIONS.slice(0, scriptsUntil(version))
    .map(({ guards }) => guards?.(tables) ?? "")
    .join("");
}

/** SQL that creates an index of the current version. */
export function createIndex(tables: Tables, name: string): string {
  const statements = splitStatements(tableScript(0, tables));
  return statements.findLast((sql) => sql.startsWith(`CREATE INDEX ${name} `))!;
}

/** How many scripts lead to this version. */
function scriptsUntil(version: number): number {
  return version - FIRST_VERSION + 1;
}
