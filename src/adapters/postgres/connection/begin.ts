import type { Deadline } from "./deadline.ts";
import type { PostgresResult } from "./driver.ts";
import { LeakedTransactionError, messageOf, sqlStateOf } from "./errors.ts";
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
export const FSYNC = "pg_catalog.current_setting('fsync', true) AS fsync";

/** feature_not_supported: a standby refuses to begin a transaction that may write. */
const NOT_SUPPORTED = "0A000";

/**
 * Only a warning reports that a COMMIT's wait for the standbys was cancelled, and a role may have turned warnings off.
 */
const ENABLE_WARNINGS = `pg_catalog.set_config('client_min_messages',
  CASE pg_catalog.current_setting('client_min_messages') WHEN 'error' THEN 'warning'
  ELSE pg_catalog.current_setting('client_min_messages') END, true)`;

/**
 * If `array_nulls` is off, NULL in an array is read as the text "NULL". Set only then, because not every engine allows
 * it.
 */
const NULLS_IN_ARRAYS =
  "CASE pg_catalog.current_setting('array_nulls', true) WHEN 'off' THEN pg_catalog.set_config('array_nulls', 'on', true) END";

/** Makes the commit durable, including on the standbys that the host's configuration waits for. */
export const DURABLE_COMMIT = `pg_catalog.set_config('synchronous_commit',
  CASE pg_catalog.current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;

/** What a call was doing that got only clients with open transactions, for {@link Deadline.busy}. */
export const NO_USABLE_CLIENT = "waiting for a client without an open transaction";

/** The value that PostgreSQL quotes in its error if {@link NO_TRANSACTION_BEFORE} does not hold. */
const LEAKED = "faktura_transaction_leaked";

/**
 * SQL that fails if a transaction was open before this message, so that nothing more of it runs in that one. A
 * transaction that the message itself has begun began at the same time as the message. Not constant, because constants
 * are cast when the statement is planned.
 */
const NO_TRANSACTION_BEFORE = `(CASE WHEN pg_catalog.transaction_timestamp() <> pg_catalog.statement_timestamp()
  THEN '${LEAKED} at ' || pg_catalog.transaction_timestamp()::pg_catalog.text ELSE 'true' END)::boolean AS is_new`;

/**
 * By SQLSTATE: the open transaction has failed, or has run a query, so that its modes cannot be changed any more, or a
 * procedure may not commit it.
 */
const IN_TRANSACTION: readonly (string | undefined)[] = ["25P02", "25001", "2D000"];

/** The settings that keep, until the lock is taken, the host's `statement_timeout` and how long the call may wait. */
const HOST_TIMEOUT_SETTING = "faktura.statement_timeout";
const WAIT_SETTING = "faktura.wait_ms";

/** Added to the limit of a statement, so that one lock ends as `lock_timeout` does, whose error names the lock. */
export const LATER_MS = 50;

/** How long the statements of a transaction may take. */
export interface TransactionLimits {
  /** For each lock. */
  readonly lockMs: number;
  /** For each statement, whatever number of locks it waits for. Absent: as long as the host's own setting allows. */
  readonly statementMs?: number;
}

/**
 * Begins a transaction in one round trip, with the settings that the guarantees depend on. They apply to this
 * transaction only, so a pooler may give the connection to another client afterwards. They are never weaker than the
 * host's own: a shorter timeout set by the host stays in effect, and so does a commit that waits until standbys have
 * applied it. {@link END_OF_LOCK} ends the limit of statements.
 *
 * `statements` run in the same round trip. Each sees what was committed before it began. Returns their results;
 * `undefined` if the driver does not return one result per statement.
 *
 * @throws Error if the server is a standby, or if `fsync` is off now
 * @throws LeakedTransactionError if a transaction was open; it is rolled back, and the session's client is not used again
 */
export async function begin(
  session: Session,
  { lockMs, statementMs }: TransactionLimits,
  statements: readonly string[] = [],
): Promise<readonly PostgresResult[] | undefined> {
  const settings = [
    NO_TRANSACTION_BEFORE,
    shorterTimeout("lock_timeout", milliseconds(lockMs)),
    ...(statementMs === undefined ? [] : statementLimit(statementMs, lockMs)),
    IDLE_TIMEOUT,
    DURABLE_COMMIT,
    ENABLE_WARNINGS,
    NULLS_IN_ARRAYS,
    FSYNC,
  ];
  try {
    const first = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT ${settings.join(", ")}`;
    const results = await session.runAll([first, ...statements].join("; "), lockMs + ANSWER_GRACE_MS);
    if (results.length !== statements.length + 2) return undefined;
    if (results[1]?.rows[0]?.["fsync"] === "off") throw new Error(FSYNC_OFF);
    return results.slice(2);
  } catch (error) {
    throw sqlStateOf(error) === NOT_SUPPORTED ? new Error(REPLICA, { cause: error }) : await leakOr(session, error);
  }
}

/** Begins a transaction that cannot write, so any role can run it, and any standby. */
export async function beginReadOnly(session: Session): Promise<void> {
  const settings = [NO_TRANSACTION_BEFORE, IDLE_TIMEOUT].join(", ");
  await runFirst(session, `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SELECT ${settings}`);
}

/** Checks that no transaction is open on a client from the pool. @throws LeakedTransactionError as {@link begin} */
export async function requireNoTransaction(session: Session): Promise<void> {
  await runFirst(session, `SELECT ${NO_TRANSACTION_BEFORE}`);
}

async function runFirst(session: Session, text: string): Promise<void> {
  try {
    await session.run(text);
  } catch (error) {
    throw await leakOr(session, error);
  }
}

/**
 * The error of the first message on a client from the pool; or, if somebody else's transaction was open on it, the
 * error that says so, after a rollback of that transaction.
 */
export async function leakOr(session: Session, error: unknown): Promise<unknown> {
  if (error instanceof LeakedTransactionError) return error; // already said
  if (!IN_TRANSACTION.includes(sqlStateOf(error)) && !messageOf(error).includes(LEAKED)) return error;
  await session.rollBack();
  process.emitWarning(
    "A client came from the pool with an open transaction, which was rolled back; nothing of it was stored. " +
      "The client was discarded, and another one used. End each transaction with COMMIT or ROLLBACK before you release " +
      "its client, also after an error: release it in a finally block.",
    { code: "FAKTURA_TRANSACTION_LEAKED" },
  );
  return session.discard(
    new LeakedTransactionError("a transaction was open on a client of the pool", { cause: error }),
  );
}

/** Limits each statement, and keeps what {@link END_OF_LOCK} needs. PostgreSQL evaluates the columns in this order. */
function statementLimit(ms: number, waitMs: number): string[] {
  return [
    `pg_catalog.set_config('${HOST_TIMEOUT_SETTING}', pg_catalog.current_setting('statement_timeout'), true)`,
    `pg_catalog.set_config('${WAIT_SETTING}', '${waitMs}', true)`,
    shorterTimeout("statement_timeout", milliseconds(ms)),
  ];
}

const REST_OF_WAIT = `pg_catalog.current_setting('${WAIT_SETTING}')::bigint -
    pg_catalog.floor(
      extract(epoch FROM pg_catalog.clock_timestamp() - pg_catalog.transaction_timestamp()) * 1000::numeric)::bigint`;

/**
 * SQL for columns that the first statement after the lock selects: from then on, a statement may take as long as the
 * host's own setting allows, because it works instead of waiting, and its locks may take what is left of the time.
 */
export const END_OF_LOCK = `pg_catalog.set_config('statement_timeout',
  pg_catalog.current_setting('${HOST_TIMEOUT_SETTING}'), true) AS statement_limit,
  ${shorterTimeout("lock_timeout", `(greatest(1, ${REST_OF_WAIT})::pg_catalog.text || 'ms')`)} AS lock_limit`;

function milliseconds(ms: number): string {
  return `'${Math.max(1, ms)}ms'`;
}

/**
 * SQL that sets a timeout to the shorter of the host's and `time`; `time` is an SQL expression for an interval. 0 means
 * no timeout.
 */
function shorterTimeout(name: string, time: string): string {
  const host = `pg_catalog.current_setting('${name}')::interval`;
  return `pg_catalog.set_config('${name}', CASE WHEN ${host} > '0' AND ${host} < ${time}::interval
    THEN pg_catalog.current_setting('${name}') ELSE ${time} END, true)`;
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
    const { leftMs } = this.#deadline;
    return begin(this.#session, { lockMs: leftMs, statementMs: leftMs + LATER_MS }, statements);
  }
}
