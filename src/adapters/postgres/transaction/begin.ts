import type { Deadline } from "../connection/deadline.ts";
import type { PostgresResult } from "../connection/driver.ts";
import { sqlStateOf } from "../connection/errors.ts";
import { ANSWER_GRACE_MS, type Session } from "../connection/session.ts";

/** How long a process that stands still may keep a company's sequence locked; PostgreSQL then ends its session. */
const IDLE_TIMEOUT_MS = 10_000;

const IDLE_TIMEOUT = shorterTimeout("idle_in_transaction_session_timeout", `'${IDLE_TIMEOUT_MS}ms'`);

/** What a call is told that reaches a standby: at the first call, or when the pool was led to one later. */
export const REPLICA = "This PostgreSQL is a read-only replica. Connect the pool to the primary.";

/** What a call is told on a server that writes nothing to disk: at the first call, or when that was switched off later. */
export const FSYNC_OFF =
  "PostgreSQL runs with fsync = off, so a crash could lose an acknowledged invoice and issue its number again. " +
  "Set fsync = on; for tests that need not last use memoryStore() of faktura/memory.";

/** SQL of `fsync`, which a reload of the server's settings may change at any time; NULL on engines without it. */
export const FSYNC = "current_setting('fsync', true) AS fsync";

/** feature_not_supported: a standby does not begin what is to write. */
const NOT_SUPPORTED = "0A000";

/** That a COMMIT's wait for the standbys was ended comes as a warning alone, which a role may have switched off. */
const WARNINGS_HEARD = `set_config('client_min_messages',
  CASE current_setting('client_min_messages') WHEN 'error' THEN 'warning'
  ELSE current_setting('client_min_messages') END, true)`;

/** Where it is off, NULL in an array is the text "NULL". Not every engine lets it be set. */
export const NULLS_IN_ARRAYS =
  "CASE current_setting('array_nulls', true) WHEN 'off' THEN set_config('array_nulls', 'on', true) END";

/** Makes the commit durable, on the standbys too that the host waits for. */
export const DURABLE_COMMIT = `set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;

/**
 * Begins a transaction, with the settings that its promises rest on, in one round trip. They hold for this transaction
 * alone, so that a pooler may give the connection to somebody else afterwards, and they are never weaker than the
 * host's own: a shorter time-out of the host's stays, and so does a commit that waits for the standbys to apply it.
 *
 * `statements` are run in the same round trip, each seeing what was committed before it began. Gives their results;
 * `undefined` with a driver that does not give one for each.
 *
 * @throws Error where the server is a standby, or `fsync` is off by now
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
    WARNINGS_HEARD,
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

/** Begins a transaction that cannot write, which is why any role and any standby may run it. */
export async function beginReadOnly(session: Session): Promise<void> {
  await session.run(`BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SELECT ${IDLE_TIMEOUT}`);
}

/** The shorter of the host's time-out and `time`, which is SQL of an interval as text; 0 is none at all. */
export function shorterTimeout(name: string, time: string): string {
  const host = `current_setting('${name}')::interval`;
  return `set_config('${name}', CASE WHEN ${host} > '0' AND ${host} < ${time}::interval
    THEN current_setting('${name}') ELSE ${time} END, true)`;
}

/** The BEGIN of one transaction. It waits for the first statement, to go to the server in one round trip with it. */
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

  /** Begins, unless that was done, and gives what {@link begin} gives; `undefined` where it was done before. */
  async begin(statements: readonly string[] = []): Promise<readonly PostgresResult[] | undefined> {
    if (this.#begun) return undefined;
    this.#begun = true;
    return begin(this.#session, this.#deadline.leftMs, statements);
  }
}
