import type { Deadline } from "./deadline.ts";
import type { PostgresResult } from "./driver.ts";
import { sqlStateOf } from "./errors.ts";
import { ANSWER_GRACE_MS, type Session } from "./session.ts";

/** How long a hung process can hold a company's lock, until PostgreSQL ends its session. */
const IDLE_TIMEOUT_MS = 10_000;

const IDLE_TIMEOUT = shorterTimeout("idle_in_transaction_session_timeout", `'${IDLE_TIMEOUT_MS}ms'`);

/** The error of a call that reaches a standby, whether the first call or one after the pool was redirected. */
export const REPLICA = "This PostgreSQL is a read-only replica. Connect the pool to the primary.";

/**
 * The error of a call on a server that does not flush to disk, whether the first call or one after `fsync` was turned
 * off.
 */
export const FSYNC_OFF =
  "PostgreSQL runs with fsync = off, so a crash could lose an acknowledged invoice, and its number would be issued again. " +
  "Set fsync = on. For tests that need no durability, use memoryStore() from faktura/memory.";

/** SQL for `fsync`, which a reload of the server's configuration can change at any time. NULL on engines without it. */
export const FSYNC = "current_setting('fsync', true) AS fsync";

/** feature_not_supported: a standby refuses to begin a transaction that may write. */
const NOT_SUPPORTED = "0A000";

/**
 * Only a warning reports that a COMMIT's wait for the standbys was cancelled, and a role may have turned warnings off.
 */
const ENABLE_WARNINGS = `set_config('client_min_messages',
  CASE current_setting('client_min_messages') WHEN 'error' THEN 'warning'
  ELSE current_setting('client_min_messages') END, true)`;

/**
 * If `array_nulls` is off, NULL in an array is read as the text "NULL". Set only then, because not every engine allows
 * it.
 */
const NULLS_IN_ARRAYS =
  "CASE current_setting('array_nulls', true) WHEN 'off' THEN set_config('array_nulls', 'on', true) END";

/** Makes the commit durable, including on the standbys that the host's configuration waits for. */
export const DURABLE_COMMIT = `set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;

/**
 * Begins a transaction in one round trip, with the settings that the guarantees depend on. They apply to this
 * transaction only, so a pooler may give the connection to another client afterwards. They are never weaker than the
 * host's own: a shorter timeout set by the host stays in effect, and so does a commit that waits until standbys have
 * applied it.
 *
 * `statements` run in the same round trip. Each sees what was committed before it began. Returns their results;
 * `undefined` if the driver does not return one result per statement.
 *
 * @throws Error if the server is a standby, or if `fsync` is off now
 */
export async function begin(
  session: Session,
  lockTimeoutMs: number,
  statements: readonly string[] = [],
): Promise<readonly PostgresResult[] | undefined> {
  const settings = [
    shorterTimeout("lock_timeout", `'${Math.max(1, lockTimeoutMs)}ms'`),
    IDLE_TIMEOUT,
    DURABLE_COMMIT,
    ENABLE_WARNINGS,
    NULLS_IN_ARRAYS,
    FSYNC,
  ];
  try {
    const first = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT ${settings.join(", ")}`;
    const results = await session.runAll([first, ...statements].join("; "), lockTimeoutMs + ANSWER_GRACE_MS);
    if (results.length !== statements.length + 2) return undefined;
    if (results[1]?.rows[0]?.["fsync"] === "off") throw new Error(FSYNC_OFF);
    return results.slice(2);
  } catch (error) {
    throw sqlStateOf(error) === NOT_SUPPORTED ? new Error(REPLICA, { cause: error }) : error;
  }
}

/** Begins a transaction that cannot write, so any role can run it, and any standby. */
export async function beginReadOnly(session: Session): Promise<void> {
  await session.run(`BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SELECT ${IDLE_TIMEOUT}`);
}

/**
 * SQL that sets a timeout to the shorter of the host's and `time`; `time` is an SQL expression for an interval. 0 means
 * no timeout.
 */
function shorterTimeout(name: string, time: string): string {
  const host = `current_setting('${name}')::interval`;
  return `set_config('${name}', CASE WHEN ${host} > '0' AND ${host} < ${time}::interval
    THEN current_setting('${name}') ELSE ${time} END, true)`;
}

/**
 * The BEGIN of one transaction. It is delayed until the first statement, so that both go to the server in one round
 * trip.
 */
export class TransactionStart {
  readonly #session: Session;
  readonly #deadline: Deadline;
  #begun = false;

  constructor(session: Session, deadline: Deadline) {
    this.#session = session;
    this.#deadline = deadline;
  }

  get hasBegun(): boolean {
    return this.#begun;
  }

  /** Begins the transaction and returns the results of {@link begin}; `undefined` if it has begun already. */
  async begin(statements: readonly string[] = []): Promise<readonly PostgresResult[] | undefined> {
    if (this.#begun) return undefined;
    this.#begun = true;
    return begin(this.#session, this.#deadline.leftMs, statements);
  }
}
