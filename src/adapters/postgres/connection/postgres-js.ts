import { arrayOf } from "./array-text.ts";
import type { PostgresResult } from "./driver.ts";

/** The result of a query of postgres.js: its rows, with the command. For several statements, a list of results. */
interface PostgresJsResult extends Iterable<unknown> {
  readonly command?: string;
}

/** The part of the `sql` of postgres.js inside a transaction that `fromPostgresJs` uses. */
export interface PostgresJsTransaction {
  /** Runs a statement as it is, as soon as `then` is called. Without values, it may be several statements. */
  unsafe(text: string, values?: never[], options?: { prepare?: boolean }): PromiseLike<PostgresJsResult>;
  /** A parameter with the number of its type. */
  typed(value: unknown, type: number): unknown;
}

/** The type of a literal: as with `pg`, the server takes it for whatever fits. postgres.js would convert other types. */
const UNKNOWN_TYPE = 705;

/** Sends a statement through postgres.js, and returns its result as `pg` does: for several statements, a list. */
export function sendOn(
  sql: PostgresJsTransaction,
  text: string,
  values: readonly unknown[],
): PromiseLike<PostgresResult> {
  const parameters = values.map((value) => parameterOf(sql, value)) as never[];
  // postgres.js prepares a statement with parameters under its own name, unless the host has set `prepare: false`.
  return sql.unsafe(text, parameters, { prepare: parameters.length > 0 }).then(resultOf);
}

function parameterOf(sql: PostgresJsTransaction, value: unknown): unknown {
  if (typeof value === "string") return sql.typed(value, UNKNOWN_TYPE);
  return Array.isArray(value) && value.every((each) => each === null || typeof each === "string")
    ? sql.typed(arrayOf(value), UNKNOWN_TYPE)
    : value;
}

function resultOf(result: PostgresJsResult): PostgresResult {
  const rows = [...result];
  if (result.command === undefined && rows.every(Array.isArray)) {
    return rows.map((each) => resultOf(each as PostgresJsResult)) as unknown as PostgresResult;
  }
  return { rows: rows as PostgresResult["rows"], command: result.command };
}
