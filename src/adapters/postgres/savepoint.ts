import { OutcomeUnknownError } from "../../domain/outcome-unknown-error.ts";
import { DURABLE_COMMIT, FSYNC, FSYNC_OFF, NULLS_IN_ARRAYS, shorterTimeout } from "./begin.ts";
import { sqlStateOf } from "./faults.ts";
import type { Session } from "./session.ts";

const NAME = "faktura_joined";
const ENDED = "faktura: the joined transaction has ended";

/**
 * SQL of a number that fails the statement it stands in, unless this is the transaction, and the savepoint, in which
 * {@link prepareWrite} was run: what a host ends under a call must not go on in no transaction at all.
 */
export const STILL_JOINED = `(CASE current_setting('${NAME}.open', true) WHEN 'on' THEN '1' ELSE '${ENDED}' END)::integer`;

/** What PostgreSQL answers where there is no transaction, or no such savepoint in it. */
const NO_TRANSACTION = "25P01";
const NO_SAVEPOINT = "3B001";

/** Something done in a savepoint, and what only its parts know. */
export interface SavepointWork<Value> {
  readonly run: () => Promise<Value>;
  /** Of what writes: SQL that is run once the savepoint is released. */
  readonly after?: () => string;
}

/** Runs the work in a savepoint of the host's transaction. When it fails, the host's transaction is as it was. */
export async function inSavepoint<Value>(session: Session, work: SavepointWork<Value>): Promise<Value> {
  await openSavepoint(session);
  try {
    const value = await work.run();
    // The work may have made nothing of an error after which PostgreSQL commits no more.
    if (session.fault !== undefined) throw session.fault;
    await releaseSavepoint(session, work);
    return value;
  } catch (error) {
    // Settings that were made in the savepoint are undone with it.
    await session.undo(`ROLLBACK TO SAVEPOINT ${NAME}; RELEASE SAVEPOINT ${NAME}`);
    throw isProofOfEnd(error) ? hostEnded(error) : error;
  }
}

async function openSavepoint(session: Session): Promise<void> {
  try {
    await session.run(`SAVEPOINT ${NAME}`);
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === NO_TRANSACTION) {
      throw new TypeError("joining needs a transaction that you have begun on this client: query BEGIN first", {
        cause: error,
      });
    }
    if (state === "25P02") {
      const message =
        "an earlier statement of your transaction has failed, so PostgreSQL runs nothing more in it; ROLLBACK, then " +
        "BEGIN it again. A savepoint of yours around a statement that may fail keeps the transaction usable.";
      throw new Error(message, { cause: error });
    }
    throw error;
  }
}

async function releaseSavepoint(session: Session, { after }: SavepointWork<unknown>): Promise<void> {
  try {
    await session.run(`RELEASE SAVEPOINT ${NAME}${after === undefined ? "" : `; ${after()}`}`);
  } catch (error) {
    const state = sqlStateOf(error);
    if (state !== NO_TRANSACTION && state !== NO_SAVEPOINT) throw error;
    if (after === undefined) throw hostEnded(error);
    const message =
      "your transaction ended while a call on it was under way; if it was committed, what the call wrote stands. Await " +
      "every call before you commit; repeat this one under the same idempotency key.";
    throw new OutcomeUnknownError(message, { cause: error });
  }
}

/** What the host's transaction was like before. */
export interface HostSettings {
  readonly lock_timeout: string;
  /** NULL on engines without it. */
  readonly array_nulls: string | null;
}

/**
 * Makes the savepoint fit for writing, in one statement: a lock is waited for no longer than the call may, and the
 * host's commit will be durable. All of it holds for this transaction alone.
 *
 * @throws TypeError when the host's transaction is one in which gapless numbers cannot be had
 */
export async function prepareWrite(session: Session, lockTimeoutMs: number): Promise<HostSettings> {
  const [host] = await session.rows<HostSettings & Record<"isolation" | "read_only" | "fsync", string>>(
    `WITH host AS MATERIALIZED (
       SELECT current_setting('transaction_isolation') AS isolation, current_setting('lock_timeout') AS lock_timeout,
         current_setting('transaction_read_only') AS read_only, current_setting('array_nulls', true) AS array_nulls, ${FSYNC}
     )
     SELECT host.*, ${shorterTimeout("lock_timeout", "$1::text")} AS ours, ${DURABLE_COMMIT} AS durable,
       ${NULLS_IN_ARRAYS} AS nulls, set_config('${NAME}.open', 'on', true) AS open FROM host`,
    [`${Math.max(1, lockTimeoutMs)}ms`],
  );
  if (host?.isolation !== "read committed" && host?.isolation !== "read uncommitted") {
    throw new TypeError(
      `your transaction is ${host?.isolation}: after it has waited for the company's sequence it would not see the ` +
        "invoices that were committed meanwhile. BEGIN ISOLATION LEVEL READ COMMITTED.",
    );
  }
  if (host.read_only !== "off") {
    throw new TypeError("your transaction is read-only: BEGIN READ WRITE, on a server that takes writes");
  }
  if (host.fsync === "off") throw new Error(FSYNC_OFF);
  return host;
}

/** SQL that gives the host its settings back. A durable commit stays: it is the host's commit that needs it. */
export function givingBack({ lock_timeout, array_nulls }: HostSettings): string {
  const timeout = `set_config('lock_timeout', '${lock_timeout.replaceAll("'", "''")}', true)`;
  const nulls = array_nulls === "off" ? "set_config('array_nulls', 'off', true), " : "";
  return `SELECT ${timeout}, ${nulls}set_config('${NAME}.open', '', true)`;
}

function isProofOfEnd(error: unknown): boolean {
  return sqlStateOf(error) === "22P02" && error instanceof Error && error.message.includes(ENDED);
}

function hostEnded(cause: unknown): TypeError {
  const message =
    "your transaction ended while a call on it was under way; nothing was written. Await every call before you commit.";
  return new TypeError(message, { cause });
}
