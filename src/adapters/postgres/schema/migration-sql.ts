import { requireOptions } from "../../../domain/known-names.ts";
import { type MigratePostgresOptions, wantedSchema } from "./migrate.ts";
import { migrationScript } from "./migration-script.ts";
import { createPanelTable } from "./tables.ts";
import { NO_TABLES } from "./version.ts";

/**
 * The SQL that creates what `migratePostgres` creates in an empty database, for your own migration tool: the
 * schema if it is missing, the tables, their indexes and their triggers. It contains several statements and function
 * bodies, so run it as one script, without splitting it at semicolons, and in one transaction.
 *
 * @throws TypeError if `database` is not `postgres`, or an option is invalid
 *
 * @example
 * ```ts
 * import { migrationSql } from "faktura/postgres";
 *
 * const sql = migrationSql("postgres", { schema: "billing" });
 * console.log(sql.startsWith('CREATE SCHEMA IF NOT EXISTS "billing";')); // true
 * ```
 */
export function migrationSql(
  database: "postgres",
  options: Omit<MigratePostgresOptions, "create" | "dryRun"> = {},
): string {
  if (database !== "postgres") {
    throw new TypeError('migrationSql of faktura/postgres needs "postgres"; for SQLite, import it from faktura/sqlite');
  }
  requireOptions("migrationSql", options, { schema: true, triggers: true, panel: true, shard: true });
  const { tables, triggers, panel } = wantedSchema(options);
  const script = migrationScript(NO_TABLES, tables, triggers);
  return `CREATE SCHEMA IF NOT EXISTS ${tables.schema};\n${script};\n${panel ? createPanelTable(tables) : ""}`;
}
