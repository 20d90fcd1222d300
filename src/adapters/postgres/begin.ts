import { sqlStateOf } from "./faults.ts";
import { ANSWER_GRACE_MS, type Session } from "./session.ts";

/** How long a process that stands still may keep a company's sequence locked; PostgreSQL then ends its session. */
const IDLE_TIMEOUT_MS = 10_000;

/** What a call is told that reaches a standby: at the first call, or when the pool was led to one later. */
export const REPLICA = "This PostgreSQL is a read-only replica. Connect the pool to the primary.";

/** feature_not_supported: a standby does not begin what is to write. */
const NOT_SUPPORTED = "0A000";

/**
 * Begins a transaction, with the settings that its promises rest on, in one round trip. They hold for this transaction
 * alone, so that a pooler may give the connection to somebody else afterwards, and they are never weaker than the
 * host's own: a shorter time-out of the host's stays, and so does a commit that waits for the standbys to apply it.
 */
export async function begin(session: Session, lockTimeoutMs: number): Promise<void> {
  const settings = [
    timeout("lock_timeout", Math.max(1, lockTimeoutMs)),
    timeout("idle_in_transaction_session_timeout", IDLE_TIMEOUT_MS),
    `set_config('synchronous_commit',
      CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`,
  ];
  try {
    await session.run(
      `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT ${settings.join(", ")}`,
      lockTimeoutMs + ANSWER_GRACE_MS,
    );
  } catch (error) {
    throw sqlStateOf(error) === NOT_SUPPORTED ? new Error(REPLICA, { cause: error }) : error;
  }
}

/** The shorter of the host's time-out and ours; 0 is none at all. */
function timeout(name: string, timeMs: number): string {
  const host = `current_setting('${name}')::interval`;
  return `set_config('${name}', CASE WHEN ${host} > '0' AND ${host} < '${timeMs} ms'
    THEN current_setting('${name}') ELSE '${timeMs}ms' END, true)`;
}
