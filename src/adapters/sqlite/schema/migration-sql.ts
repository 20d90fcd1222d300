import { MIGRATIONS, SCHEMA_VERSION } from "./version.ts";

/**
 * The SQL that creates what `openSqliteStore` creates in an empty file, for your own migration tool: the tables,
 * their indexes and their triggers. Run it as one script, without splitting it at semicolons, and in one transaction.
 *
 * @throws TypeError if `database` is not `sqlite`
 *
 * @example
 * ```ts
 * import { migrationSql } from "faktura/sqlite";
 *
 * console.log(migrationSql("sqlite").includes("CREATE TABLE faktura_invoices")); // true
 * ```
 */
export function migrationSql(database: "sqlite"): string {
  if (database !== "sqlite") {
    throw new TypeError(
      'migrationSql of faktura/sqlite needs "sqlite"; for PostgreSQL, import it from faktura/postgres',
    );
  }
  return [...MIGRATIONS, `INSERT INTO faktura_schema VALUES (${SCHEMA_VERSION});\n`].join("\n");
}
