import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { guardsFor } from "./guards.ts";
import { createTables } from "./tables.ts";

/** The version that the first script creates. Lower versions belong to unreleased versions of the library. */
export const FIRST_VERSION = 13;

/** What one version adds, as functions of the tables' names. */
export interface SchemaScript {
  /** SQL for its tables and indexes. */
  readonly tables: (tables: Tables) => string;
  /** SQL that creates or replaces their guards. Absent: they have none. */
  readonly guards?: (tables: Tables) => string;
}

/** The scripts, in the order of their versions. */
export type Scripts = readonly SchemaScript[];

/**
 * The first script creates the whole schema at {@link FIRST_VERSION}. Before the first release it is the only one, and
 * each change of it, of a table or of a guard, raises that number. After the first release, scripts are only added, and
 * each migrates the tables to the next version. A changed guard needs a further script too, even if that creates no
 * tables, because each migration replaces all guards. A store compares the schema in the database with the one that
 * these scripts create.
 */
export const MIGRATIONS: Scripts = [{ tables: createTables, guards: guardsFor }];

/** The schema version that this library reads and writes. */
export const SCHEMA_VERSION = versionAfter(MIGRATIONS);

function versionAfter(scripts: Scripts): number {
  return FIRST_VERSION + scripts.length - 1;
}

/** The contents of the table `faktura_schema`. */
export interface SchemaState {
  /** 0 if there are no tables. */
  readonly version: number;
  /** Whether the triggers were created. */
  readonly guarded: boolean;
}

/**
 * Reads the schema's version.
 *
 * @throws Error if a newer version of the library created the tables, or one from before the first release; it says
 *   what to do
 */
export async function readSchema(
  session: Session,
  { schemaName, version: table }: Tables,
  newest = SCHEMA_VERSION,
): Promise<SchemaState> {
  // Queries the catalogue, because reading a table that does not exist would abort the transaction.
  const found = await session.rows(
    `SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'faktura_schema' AND relkind IN ('r', 'p')
      AND relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1)`,
    [schemaName],
  );
  if (found.length === 0) return { version: 0, guarded: false };
  const [row] = await session.rows<{ version: string | null; guarded: string | null }>(
    // There are two rows if a restore added one to that of a migration.
    `SELECT max(version)::text AS version, bool_or(guarded)::text AS guarded FROM ${table}`,
    [],
  );
  const version = Number(row?.version ?? 0);
  if (version > newest) {
    throw new Error(
      `The schema ${JSON.stringify(schemaName)} has version ${version} of faktura's tables, but this version of faktura ` +
        `only supports versions up to ${newest}. Nothing was read or written. Upgrade faktura.`,
    );
  }
  if (version > 0 && version < FIRST_VERSION) {
    throw new Error(
      `The schema ${JSON.stringify(schemaName)} has version ${version} of faktura's tables, made by an unreleased ` +
        "faktura. No release reads them. Nothing was read or written. Rename the schema or use another one, and run " +
        "migratePostgres.",
    );
  }
  return { version, guarded: row?.guarded === "true" };
}

/**
 * SQL that migrates the tables to the current version. If triggers are wanted or exist, it also creates or replaces all
 * guards, because a version may change those of earlier ones.
 */
export function migrationScript(
  { version, guarded }: SchemaState,
  tables: Tables,
  triggers: boolean,
  scripts: Scripts = MIGRATIONS,
): string {
  const done = version === 0 ? 0 : version - FIRST_VERSION + 1;
  const guards = triggers || guarded ? scripts.map(guardsOf(tables)) : [];
  const statements = [...scripts.slice(done).map((script) => script.tables(tables)), ...guards];
  // Not DELETE, which needs a key if a publication of the host's includes all tables.
  if (version > 0) statements.push(`TRUNCATE ${tables.version};`);
  const row = `${versionAfter(scripts)}, ${triggers || guarded}`;
  return `${statements.join("\n")}; INSERT INTO ${tables.version} VALUES (${row})`;
}

/** SQL that creates or replaces all guards. */
export function guardScript(tables: Tables): string {
  return MIGRATIONS.map(guardsOf(tables)).join("");
}

function guardsOf(tables: Tables): (script: SchemaScript) => string {
  return ({ guards }) => guards?.(tables) ?? "";
}
