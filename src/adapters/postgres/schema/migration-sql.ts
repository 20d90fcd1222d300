import { requireOptions } from "../../../domain/known-names.ts";
import { requireSchema, tablesIn } from "../settings.ts";
import type { MigratePostgresOptions } from "./migrate.ts";
import { migrationScript } from "./version.ts";

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
export function migrationSql(database: "postgres", options: Omit<MigratePostgresOptions, "create"> = {}): string {
  if (database !== "postgres") {
    throw new TypeError('migrationSql of faktura/postgres needs "postgres"; for SQLite, import it from faktura/sqlite');
  }
  requireOptions("migrationSql", options, { schema: true, triggers: true });
  const { triggers = true } = options;
  if (typeof triggers !== "boolean") throw new TypeError("triggers must be true or false");
  const tables = tablesIn(requireSchema(options.schema));
  const script = migrationScript({ version: 0, guarded: false }, tables, triggers);
  return `CREATE SCHEMA IF NOT EXISTS ${tables.schema};\n${script};\n`;
}
