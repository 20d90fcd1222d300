import { asRefusal } from "../../common/refusals.ts";
import { openFileOf } from "../connection/open-file.ts";
import type { RetryWhileBusy } from "../connection/retry-while-busy.ts";
import type { Session } from "../connection/session.ts";

/**
 * Runs `work` in a transaction that holds the write lock of the whole file. Rolls back if `work` rejects.
 *
 * @throws Refusal `request_invalid` if a number of one series is already in the other
 * @throws OutcomeUnknownError if the file is no longer at its path after the COMMIT
 */
export async function runTransaction<Result>(
  session: Session,
  retryWhileBusy: RetryWhileBusy,
  work: () => Promise<Result>,
): Promise<Result> {
  await beginTransaction(session, retryWhileBusy);
  return endTransaction(session, retryWhileBusy, work);
}

/**
 * IMMEDIATE takes the write lock now. Taking it after a read can fail at once with SQLITE_BUSY_SNAPSHOT, and then waiting
 * does not help.
 */
export function beginTransaction(session: Session, retryWhileBusy: RetryWhileBusy): unknown {
  return retryWhileBusy(() => session.driver.exec("BEGIN IMMEDIATE"));
}

/** Runs `work` in the transaction that has begun, and commits it. Throws as {@link runTransaction} does. */
export async function endTransaction<Result>(
  session: Session,
  retryWhileBusy: RetryWhileBusy,
  work: () => Promise<Result>,
): Promise<Result> {
  let value: Result;
  try {
    value = await work();
    await retryWhileBusy(() => session.driver.exec("COMMIT"));
  } catch (error) {
    rollBackQuietly(session);
    throw asRefusal(error);
  }
  openFileOf(session).requireSameAfterCommit();
  return value;
}

/**
 * Runs `write` in a synchronous transaction, so that no reader on this connection sees data that may still be rolled
 * back. If another process holds the lock, nothing is written and you can repeat the whole call.
 *
 * @throws OutcomeUnknownError if the file is no longer at its path after the COMMIT
 */
export function writeAtOnce<Result>(session: Session, write: () => Result): Result {
  session.driver.exec("BEGIN IMMEDIATE");
  let result: Result;
  try {
    result = write();
    session.driver.exec("COMMIT");
  } catch (error) {
    rollBackQuietly(session);
    throw error;
  }
  openFileOf(session).requireSameAfterCommit();
  return result;
}

/**
 * Rolls back and ignores errors: on a full disk SQLite has already rolled back, and a second error would hide the
 * first.
 */
function rollBackQuietly(session: Session): void {
  try {
    session.driver.exec("ROLLBACK");
  } catch {
    // There was nothing left to roll back.
  }
}
