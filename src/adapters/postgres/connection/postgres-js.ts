import { setTimeout as wait } from "node:timers/promises";
import { arrayOf } from "./array-text.ts";
import type { PostgresResult } from "./driver.ts";
import { TransactionEndedError } from "./errors.ts";

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

/** What postgres.js does not declare of a statement. */
interface PostgresJsQuery extends PromiseLike<PostgresJsResult> {
  /** Set once it was sent. */
  readonly state?: unknown;
}

/** What postgres.js does not declare of a connection. */
interface PostgresJsConnection {
  /** A function of the transaction that has this connection. */
  readonly reserved?: unknown;
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
  return sql.unsafe(text, parameters, optionsFor(parameters)).then(resultOf);
}

/** postgres.js prepares a statement with parameters under its own name, unless the host has set `prepare: false`. */
function optionsFor(parameters: readonly unknown[]) {
  return { prepare: parameters.length > 0 };
}

/** How often to check whether a statement that was not sent yet still can be. */
const CHECK_MS = 20;

/**
 * Sends statements in one transaction of postgres.js. A statement that comes after its end, while another one is on the
 * connection, is put in a queue that nobody reads any more; here, it rejects.
 */
export function senderIn(
  sql: PostgresJsTransaction,
): (text: string, values: readonly unknown[]) => Promise<PostgresResult> {
  let connection: PostgresJsConnection | undefined;
  let owner: unknown;
  const onexecute = (own: PostgresJsConnection) => {
    if (connection === undefined) owner = own.reserved;
    connection = own;
    return true; // otherwise postgres.js sends nothing more until the answer has come
  };
  const hasEnded = () => connection !== undefined && connection.reserved !== owner;
  return async (text, values) => {
    const parameters = values.map((value) => parameterOf(sql, value)) as never[];
    const query: PostgresJsQuery = sql.unsafe(text, parameters, { ...optionsFor(parameters), onexecute } as object);
    const answer = Promise.resolve(query.then(resultOf));
    await requireSent(query, answer, hasEnded);
    return answer;
  };
}

/** Resolves once the statement was sent or answered. @throws TransactionEndedError if it can no longer be sent */
async function requireSent(query: PostgresJsQuery, answer: Promise<unknown>, hasEnded: () => boolean): Promise<void> {
  await undefined; // postgres.js sends it in a microtask
  let isAnswered = false;
  const answered = answer.then(
    () => {
      isAnswered = true;
    },
    () => {
      isAnswered = true;
    },
  );
  while (!isAnswered && (query.state ?? undefined) === undefined) {
    if (hasEnded()) throw new TransactionEndedError();
    await Promise.race([answered, wait(CHECK_MS, undefined, { ref: false })]);
  }
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
