import { requireOptions } from "../../../domain/known-names.ts";
import { shardNameOf } from "../../common/schema-record.ts";
import { expectedDigests } from "./expected.ts";
import { PANEL_TABLE } from "./tables.ts";
import { SCHEMA_VERSION, scriptsBetween, WORKS_WITH } from "./version.ts";

/** Options of `migrationSql` for SQLite. */
export interface SqliteMigrationOptions {
  /**
   * Whether to create the table of the panel (`faktura/panel`) too. The store creates it when a panel first uses it. Absent:
   * `false`.
   */
  readonly panel?: boolean | undefined;
  /** The name of this database among several, as `openSqliteStore` has it. Absent: it is alone. */
  readonly shard?: string | undefined;
}

/**
 * The SQL that creates what `openSqliteStore` creates in an empty file, for your own migration tool: the tables,
 * their indexes and their triggers. Run it as one script, without splitting it at semicolons, and in one transaction.
 *
 * @throws TypeError if `database` is not `sqlite`, or an option is invalid
 *
 * @example
 * ```ts
 * import { migrationSql } from "faktura/sqlite";
 *
 * console.log(migrationSql("sqlite").includes("CREATE TABLE faktura_invoices")); // true
 * ```
 */
export function migrationSql(database: "sqlite", options: SqliteMigrationOptions = {}): string {
  if (database !== "sqlite") {
    throw new TypeError(
      'migrationSql of faktura/sqlite needs "sqlite"; for PostgreSQL, import it from faktura/postgres',
    );
  }
  requireOptions("migrationSql", options, { panel: true, shard: true });
  const { panel = false } = options;
  const shard = shardNameOf(options.shard);
  if (typeof panel !== "boolean") throw new TypeError("panel must be true or false");
  const guards = JSON.stringify(expectedDigests()).replaceAll("'", "''");
  const values = `VALUES (${SCHEMA_VERSION}, ${WORKS_WITH}, '${guards}', '${shard}')`;
  const record = `INSERT INTO faktura_schema (version, works_with, guards, shard) ${values};\n`;
  return [...scriptsBetween(0, SCHEMA_VERSION), record, ...(panel ? [PANEL_TABLE] : [])].join("\n");
}
