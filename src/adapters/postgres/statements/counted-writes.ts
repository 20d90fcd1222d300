import { skippedRows } from "../../common/skipped-rows.ts";
import { messageOf, sqlStateOf } from "../connection/errors.ts";
import type { Session } from "../connection/session.ts";

/** One write of a statement. */
export interface CountedWrite {
  /** Its name in the statement. */
  readonly name: string;
  /** The qualified name of its table. */
  readonly table: string;
  /** INSERT, UPDATE or DELETE. */
  readonly sql: string;
  /** SQL of the number of rows that it must write. Absent: 1. */
  readonly rows?: string;
}

interface StatementParts {
  /** SQL of the queries that the writes refer to, each with a comma after it. Absent: none. */
  readonly queries?: string;
  /** SQL for a column that is also selected. Absent: none. */
  readonly extraColumn?: string | undefined;
}

/**
 * Runs writes in one statement, which fails in the database if one of them writes fewer rows than it must. So the
 * statement is undone even in a transaction of the host's, which the library must not roll back.
 *
 * @throws Error that names the table if a trigger or a rule skipped rows
 */
export async function runWrites(
  session: Session,
  writes: readonly CountedWrite[],
  values: unknown[],
  { queries = "", extraColumn = "1" }: StatementParts = {},
): Promise<void> {
  const [parts, checks, counts]: [string[], string[], string[]] = [[], [], []];
  for (const { name, sql, rows = "1" } of writes) {
    parts.push(`${name} AS (${sql} RETURNING 1)`);
    checks.push(checkOf(name, rows));
    counts.push(`(SELECT pg_catalog.count(*) AS rows FROM ${name}) AS ${name}`);
  }
  const text = `WITH ${queries}${parts.join(", ")}
    SELECT ${extraColumn} AS written, ${checks.join(", ")} FROM ${counts.join(", ")}`;
  try {
    await session.rows(text, values);
  } catch (error) {
    throw asSkipped(error, writes);
  }
}

/** SQL that fails with a text of its own, which is no integer, if the counted rows are not as many as wanted. */
function checkOf(name: string, wanted: string): string {
  const found = `'faktura: ${name}, rows: '::pg_catalog.text || ${name}.rows::pg_catalog.text || ' of ' || (${wanted})::pg_catalog.text`;
  return `CASE WHEN ${name}.rows = ${wanted} THEN 0 ELSE (${found})::integer END AS ${name}`;
}

function asSkipped(error: unknown, writes: readonly CountedWrite[]): unknown {
  const [, name, written, wanted] = /faktura: (\w+), rows: (\d+) of (\d+)/.exec(messageOf(error)) ?? [];
  const table = writes.find((write) => write.name === name)?.table;
  if (table !== undefined) {
    return skippedRows("postgres", { table, written: Number(written), wanted: Number(wanted) }, error);
  }
  const tables = [...new Set(writes.map((write) => write.table))];
  return namingRule(error, tables);
}

/** PostgreSQL's error for a rule on a table to which WITH writes, or which cannot return the written rows. */
const NOT_SUPPORTED = "0A000";

/** The error; a clearer one if a rule on one of these tables replaces the writes. */
export function namingRule(error: unknown, tables: readonly string[]): unknown {
  if (sqlStateOf(error) !== NOT_SUPPORTED) return error;
  const message = `A rule replaces writes to ${tables.join(", ")}: drop it (see pg_rules). PostgreSQL says: `;
  return new Error(message + messageOf(error), { cause: error });
}
