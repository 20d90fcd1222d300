import { OutcomeUnknownError, StoreBusyError, StoreUnavailableError } from "../../../domain/store-errors.ts";
import { asRefusal } from "../../common/refusals.ts";
import type { Deadline } from "./deadline.ts";

/** What the store does after a failed attempt that committed nothing. */
export type Remedy = "retry" | "reconnect" | "other-client" | "read-again" | "busy" | "none";

/** By SQLSTATE: errors that another transaction caused. */
const REMEDIES: Readonly<Record<string, Remedy>> = {
  "40001": "retry", // serialization_failure, which some engines also report at read committed
  "40P01": "retry", // deadlock_detected
  "55P03": "busy", // lock_not_available: lock_timeout has passed
};

/** Keys that only a writer without the lock can have taken. The work sees them when it reads again. */
const READ_AGAIN: readonly unknown[] = ["faktura_idempotency_keys_pkey", "faktura_invoices_pkey"];

/** The codes of drivers for Node for a lost connection. The last ones are from postgres.js. */
const BROKEN_CONNECTION =
  /^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCONN|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;
const BROKEN_MESSAGE = /connection (?:terminated|error|closed|ended|timeout)|not queryable|socket/i;

/** The codes of a server that cannot be found, and of one that accepts no more connections. */
const UNREACHABLE = /^(?:ENOTFOUND|EAI_AGAIN|53300)$/;

/** query_canceled: `statement_timeout` has passed, or an operator has cancelled the statement. */
const QUERY_CANCELED = "57014";

/** The message of `pg-pool` if no connection is free in time. The error has no code. */
const POOL_TIMEOUT = /^timeout exceeded when trying to connect$/;

/** An error from any of many drivers and ORMs. */
interface DriverError {
  readonly code?: unknown;
  /** The driver's code in Prisma's adapters. */
  readonly originalCode?: unknown;
  readonly constraint?: unknown;
  /** The constraint in postgres.js. */
  readonly constraint_name?: unknown;
  readonly routine?: unknown;
  readonly severity?: unknown;
  /** What failed in the operating system, in Node's errors. */
  readonly syscall?: unknown;
  readonly message?: unknown;
}

/** PostgreSQL did not answer in time, or its answer is not reliable. The connection is not used any more. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** A client came from the pool with a transaction that somebody else had begun on it. It was rolled back. */
export class LeakedTransactionError extends Error {
  override readonly name = "LeakedTransactionError";
}

/** The host's transaction ended before a statement of the library was sent in it. */
export class TransactionEndedError extends TypeError {
  constructor() {
    super(
      "your transaction ended or was rolled back to a savepoint while a call in it was running; nothing was written. " +
        "Await every call before you end the transaction or roll back to a savepoint.",
    );
  }
}

/** The SQLSTATE of an error from PostgreSQL; `undefined` for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const layer of layersOf(error)) {
    const state = stateIn(layer);
    if (state !== undefined) return state;
  }
  return undefined;
}

/** The driver's own message, without those of the ORM that wraps it. */
export function messageOf(error: unknown): string {
  return innermostMessage(layersOf(error));
}

/**
 * Whether a notice says that a COMMIT stopped waiting for the standbys. Not by its text, which is in the server's
 * language.
 */
export function isStandbyWaitCancelled(notice: unknown): boolean {
  return errorOf(notice).routine === "SyncRepWaitForLSN";
}

/** Whether this error means that the connection is lost. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlStateOf(error);
  // 25P03 and 25P04 also end the session, 57P01 to 57P05 mean that the server ended it, and 40003 that the outcome is
  // unknown.
  if (state !== undefined) return /^(?:08|57P0|25P03|25P04|40003)/.test(state);
  const layers = layersOf(error);
  if (layers.some((layer) => layer instanceof NoAnswerError)) return true;
  if (layers.some(({ code, originalCode }) => [code, originalCode].some(isBrokenConnection))) return true;
  return BROKEN_MESSAGE.test(innermostMessage(layers));
}

/**
 * Whether the error of a statement that commits by itself may have come after its commit: the connection is lost, or the
 * server was told to stop, or had a fault of its own. All other errors come before it.
 */
export function mayFollowCommit(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || isConnectionLost(error) || /^(?:53|57|58|XX)/.test(state);
}

/** Whether the connection, or the transaction on it, has ended, and it is not just an answer that is missing. */
export function isEnded(error: unknown): boolean {
  if (error instanceof TransactionEndedError) return true;
  return isConnectionLost(error) && !isUnanswered(error);
}

/** Whether a statement was sent but got no answer in time. */
export function isUnanswered(error: unknown): boolean {
  return layersOf(error).some((layer) => layer instanceof NoAnswerError);
}

/** Whether a statement was ended by `statement_timeout`, or by an operator. */
export function isCanceled(error: unknown): boolean {
  return sqlStateOf(error) === QUERY_CANCELED;
}

/** The result of a call. Its errors become those that callers of every store know: see {@link asStoreError}. */
export async function withStoreErrors<Result>(
  deadline: Deadline,
  call: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(deadline);
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The error of a call that has written nothing: busy if a statement got no answer, unavailable if no server was reached. */
function asStoreError(error: unknown): unknown {
  if (error instanceof StoreBusyError || error instanceof OutcomeUnknownError) return error;
  const refusal = withRefusal(error);
  if (refusal instanceof StoreUnavailableError) return refusal;
  const layers = layersOf(error);
  const answer = innermostMessage(layers);
  if (isUnanswered(error)) {
    return new StoreBusyError(`${answer}; nothing was written. Repeat the call later`, { cause: error });
  }
  if (!layers.some(isUnreachable) && !isConnectionLost(error)) return error;
  const message = `PostgreSQL is not available (${answer}); nothing was written. Repeat the call later`;
  return new StoreUnavailableError(message, { cause: error });
}

/** Whether the pool had no free connection within its own timeout. */
export function isPoolExhausted(error: unknown): boolean {
  return POOL_TIMEOUT.test(messageOf(error));
}

/** The error, or the matching refusal if a guard of numbers raised it. */
export function withRefusal(error: unknown): unknown {
  return asRefusal(error, messageOf(error));
}

/** What to do after an attempt that failed before COMMIT was sent, or that was certainly rolled back. */
export function remedyFor(error: unknown): Remedy {
  if (error instanceof LeakedTransactionError) return "other-client";
  const state = sqlStateOf(error);
  if (state === "23505") return layersOf(error).some(namesReadAgainKey) ? "read-again" : "none";
  if (state !== undefined && REMEDIES[state] !== undefined) return REMEDIES[state];
  return isConnectionLost(error) ? "reconnect" : "none";
}

/** The properties that hold a wrapped error: in JavaScript, Sequelize, TypeORM and Prisma. */
const LINKS = ["cause", "original", "parent", "driverError", "meta", "driverAdapterError"] as const;

/** More layers than any ORM wraps. */
const MOST_LAYERS = 10;

/** The error and all errors that it wraps, outermost first. ORMs wrap the driver's errors in their own. */
function layersOf(error: unknown): readonly DriverError[] {
  const layers = new Set<DriverError>([errorOf(error)]);
  for (const layer of layers) {
    // Node's error of a host with several addresses has no message, and one error for each address.
    const each = layer instanceof AggregateError ? layer.errors : [];
    for (const inner of [...LINKS.map((link) => (layer as Record<string, unknown>)[link]), ...each]) {
      if (typeof inner === "object" && inner !== null && layers.size < MOST_LAYERS) layers.add(inner);
    }
  }
  return [...layers];
}

function stateIn({ code, originalCode, severity }: DriverError): string | undefined {
  return [originalCode, code].find((each): each is string => {
    if (typeof each !== "string" || !/^[0-9A-Z]{5}$/.test(each)) return false;
    // A host's own trigger may raise any SQLSTATE. Other codes of five characters come without a severity, such as
    // Node's EPIPE and Prisma's P2010.
    return typeof severity === "string" || /^(?:[0-9FHX]|P0)/.test(each);
  });
}

/** A server that is down has no socket either. Other files that are missing are the host's. */
function isUnreachable({ code, syscall }: DriverError): boolean {
  return (typeof code === "string" && UNREACHABLE.test(code)) || (code === "ENOENT" && syscall === "connect");
}

function isBrokenConnection(code: unknown): boolean {
  return typeof code === "string" && BROKEN_CONNECTION.test(code);
}

function namesReadAgainKey({ constraint, constraint_name }: DriverError): boolean {
  const { index } = (constraint ?? {}) as { index?: unknown };
  return [constraint, constraint_name, index].some((name) => READ_AGAIN.includes(name));
}

/** The driver's own message. The message of a wrapper may contain the statement, and so any text. */
function innermostMessage(layers: readonly DriverError[]): string {
  const message = layers.findLast((layer) => typeof layer.message === "string")?.message;
  return typeof message === "string" ? message : "";
}

function errorOf(error: unknown): DriverError {
  return typeof error === "object" && error !== null ? error : {};
}
