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

/** What drivers for Node report when the other side is gone; the last ones are postgres.js's. */
const BROKEN_CONNECTION =
  /^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCONN|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;
const BROKEN_MESSAGE = /connection (?:terminated|error|closed|ended|timeout)|not queryable|socket/i;

/** `pg-pool` says it in words alone when none of its connections came free. */
const FULL_POOL = /^timeout exceeded when trying to connect$/;

/** An error as one of many drivers and mappers gives it. */
interface DriverError {
  readonly code?: unknown;
  /** Prisma's adapters call the driver's code so. */
  readonly originalCode?: unknown;
  readonly constraint?: unknown;
  /** postgres.js calls the constraint so. */
  readonly constraint_name?: unknown;
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
  for (const layer of layersOf(error)) {
    const state = stateIn(layer);
    if (state !== undefined) return state;
  }
  return undefined;
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
  const layers = layersOf(error);
  if (layers.some((layer) => layer instanceof NoAnswerError)) return true;
  if (layers.some(({ code, originalCode }) => [code, originalCode].some(isBrokenConnection))) return true;
  return BROKEN_MESSAGE.test(innermostMessage(layers));
}

/** Whether the other side is gone, which is more than that it did not answer. */
export function isEnded(error: unknown): boolean {
  return isConnectionLost(error) && !layersOf(error).some((layer) => layer instanceof NoAnswerError);
}

/** Whether a pool said that none of its connections came free in the time that the host gave it. */
export function isPoolExhausted(error: unknown): boolean {
  return FULL_POOL.test(innermostMessage(layersOf(error)));
}

/** What to do about an attempt that failed before its commit was sent, or was certainly rolled back. */
export function remedyFor(error: unknown): Remedy {
  const state = sqlStateOf(error);
  if (state === "23505") return layersOf(error).some(isOfReadAgain) ? "read-again" : "none";
  if (state !== undefined && REMEDIES[state] !== undefined) return REMEDIES[state];
  return isConnectionLost(error) ? "reconnect" : "none";
}

/** Where errors keep the one that they wrap: JavaScript, Sequelize, TypeORM, Prisma. */
const LINKS = ["cause", "original", "parent", "driverError", "meta", "driverAdapterError"] as const;

/** More layers than anybody wraps. */
const MOST_LAYERS = 10;

/** The error and those that it wraps, from the outside in: mappers put their own around the driver's. */
function layersOf(error: unknown): readonly DriverError[] {
  const layers = new Set<DriverError>([errorOf(error)]);
  for (const layer of layers) {
    for (const link of LINKS) {
      const inner: unknown = (layer as Record<string, unknown>)[link];
      if (typeof inner === "object" && inner !== null && layers.size < MOST_LAYERS) layers.add(inner);
    }
  }
  return [...layers];
}

function stateIn({ code, originalCode, severity }: DriverError): string | undefined {
  return [originalCode, code].find((each): each is string => {
    if (typeof each !== "string" || !/^[0-9A-Z]{5}$/.test(each)) return false;
    // A host's own trigger may raise any state. Codes of five letters that are none come without a severity: Node's, such
    // as EPIPE, and Prisma's, such as P2010.
    return typeof severity === "string" || /^(?:[0-9FHX]|P0)/.test(each);
  });
}

function isBrokenConnection(code: unknown): boolean {
  return typeof code === "string" && BROKEN_CONNECTION.test(code);
}

function isOfReadAgain({ constraint, constraint_name }: DriverError): boolean {
  const { index } = (constraint ?? {}) as { index?: unknown };
  return [constraint, constraint_name, index].some((name) => READ_AGAIN.includes(name));
}

/** What the driver said. What wraps it may repeat the statement, which says anything. */
function innermostMessage(layers: readonly DriverError[]): string {
  const message = layers.findLast((layer) => typeof layer.message === "string")?.message;
  return typeof message === "string" ? message : "";
}

function errorOf(error: unknown): DriverError {
  return typeof error === "object" && error !== null ? error : {};
}
