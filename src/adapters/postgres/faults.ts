/** What the store does about a failed attempt of which nothing was committed. */
export type Remedy = "retry" | "reconnect" | "read-again" | "busy" | "none";

/** By SQLSTATE: what another transaction was in the way of. */
const REMEDIES: Readonly<Record<string, Remedy>> = {
  "40001": "retry", // serialization_failure, which some engines report at read committed too
  "40P01": "retry", // deadlock_detected
  "55P03": "busy", // lock_not_available: lock_timeout has passed
};

/** Keys that somebody else can only have taken without the lock: seen once the work reads again. */
const READ_AGAIN: readonly unknown[] = ["faktura_idempotency_keys_pkey", "faktura_invoices_pkey"];

/** What a driver of Node reports when the other side is gone. */
const BROKEN_CONNECTION =
  /^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCONN)$/;
const BROKEN_MESSAGE = /connection (?:terminated|error|closed|ended|timeout)|not queryable|socket/i;

/** `pg-pool` says it in words alone when none of its connections came free. */
const FULL_POOL = /^timeout exceeded when trying to connect$/;

interface DriverError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly routine?: unknown;
  readonly severity?: unknown;
  readonly message?: unknown;
}

/** No answer came from PostgreSQL in time, or none to rely on, so that the connection is not used any more. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** The SQLSTATE that PostgreSQL gave; `undefined` for errors that are not its. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, severity } = errorOf(error);
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return undefined;
  // A host's own trigger may raise any state. Node's codes of five letters, such as EPIPE, come without a severity.
  return typeof severity === "string" || /^[0-9FHPX]/.test(code) ? code : undefined;
}

/** Whether a notice says that a COMMIT no longer waited for the standbys. Its text is in the server's language. */
export function isWaitEnded(notice: unknown): boolean {
  return errorOf(notice).routine === "SyncRepWaitForLSN";
}

/** Whether the connection that gave this error is gone. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlStateOf(error);
  // 25P03 and 25P04 end the session as well; 57P01 to 57P05 say that the server ended it; 40003 that it cannot tell.
  if (state !== undefined) return /^(?:08|57P0|25P03|25P04|40003)/.test(state);
  if (error instanceof NoAnswerError) return true;
  const { code, message } = errorOf(error);
  if (typeof code === "string" && BROKEN_CONNECTION.test(code)) return true;
  return typeof message === "string" && BROKEN_MESSAGE.test(message);
}

/** Whether the other side is gone, which is more than that it did not answer. */
export function isEnded(error: unknown): boolean {
  return isConnectionLost(error) && !(error instanceof NoAnswerError);
}

/** Whether a pool said that none of its connections came free in the time that the host gave it. */
export function isPoolExhausted(error: unknown): boolean {
  const { message } = errorOf(error);
  return typeof message === "string" && FULL_POOL.test(message);
}

/** What to do about an attempt that failed before its commit was sent, or was certainly rolled back. */
export function remedyFor(error: unknown): Remedy {
  const state = sqlStateOf(error);
  if (state === "23505") return READ_AGAIN.includes(errorOf(error).constraint) ? "read-again" : "none";
  if (state !== undefined && REMEDIES[state] !== undefined) return REMEDIES[state];
  return isConnectionLost(error) ? "reconnect" : "none";
}

function errorOf(error: unknown): DriverError {
  return typeof error === "object" && error !== null ? error : {};
}
