/** What to look for in each database, if rows of this table were skipped. */
const LOOK_FOR: Readonly<Record<"postgres" | "sqlite", (table: string) => string>> = {
  postgres: (table) =>
    "A trigger or a rule on this table skips rows: look for a BEFORE trigger with RETURN NULL (SELECT tgname FROM " +
    `pg_catalog.pg_trigger WHERE tgrelid = '${table.replaceAll("'", "''")}'::pg_catalog.regclass AND NOT tgisinternal) ` +
    "or a rule (pg_rules)",
  sqlite: (table) =>
    "A trigger on this table skips rows: look for one that calls RAISE(IGNORE) (SELECT name, sql FROM sqlite_schema " +
    `WHERE type = 'trigger' AND tbl_name = '${table}')`,
};

/** How many rows a write changed, and how many it must change. */
export interface RowCount {
  /** The table, as SQL names it. */
  readonly table: string;
  readonly written: number;
  readonly wanted: number;
}

/**
 * The error of a write of which something that the host added to the table skipped rows. Every write counts its rows,
 * because one that was skipped succeeds for the database: an invoice would be acknowledged that does not exist, and its
 * number given again.
 */
export function skippedRows(
  database: keyof typeof LOOK_FOR,
  { table, written, wanted }: RowCount,
  cause?: unknown,
): Error {
  const name = table.slice(table.lastIndexOf(".") + 1);
  const message =
    `Only ${written} of ${wanted} rows of ${name} were written, so the call wrote nothing. ${LOOK_FOR[database](table)}, ` +
    "and drop it or let it leave these rows alone.";
  return new Error(message, { cause });
}
