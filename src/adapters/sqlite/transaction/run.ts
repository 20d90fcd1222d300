import { asRefusal } from "../../common/refusals.ts";
import type { RetryWhileBusy } from "../connection/retry-while-busy.ts";
import type { Session } from "../connection/session.ts";

/** What became of one call of a transaction. */
export type Outcome<Result = unknown> = { readonly value: Result } | { readonly error: unknown };

/** What a call reads and writes on the session that it receives. It awaits nothing else. */
export type SessionWork<Result = unknown> = (session: Session) => Promise<Result>;

/** How writes become whole and durable: what varies between a file and the storage of a Durable Object. */
export interface Transactions {
  /** Takes the write lock of all books. */
  begin(session: Session): void;
  /**
   * Runs one call. If it rejects, what it wrote is undone, and the outcome has its error.
   *
   * @throws the call's error, if only the whole transaction can be undone
   */
  runCall<Result>(session: Session, work: SessionWork<Result>, isAlone: boolean): Promise<Outcome<Result>>;
  /** Makes durable what the calls wrote. @throws OutcomeUnknownError if nobody can know whether it is */
  commit(session: Session): void | Promise<void>;
  /** Undoes what can be undone after an error. Throws nothing. */
  rollBack(session: Session): void;
  /** Runs `write`, which is synchronous, in a transaction of its own. Nobody reads what may still be undone. */
  writeAtOnce<Result>(session: Session, write: () => Result): Result | Promise<Result>;
  /** Runs several reads in one snapshot. */
  inSnapshot<Result>(session: Session, query: () => Result): Result;
}

/**
 * Runs `work` in a transaction that holds the write lock of all books. Rolls back if `work` rejects.
 *
 * @throws Refusal `request_invalid` if a number of one series is already in the other
 * @throws OutcomeUnknownError as {@link Transactions.commit}
 */
export async function runTransaction<Result>(
  transactions: Transactions,
  session: Session,
  retryWhileBusy: RetryWhileBusy,
  work: SessionWork<Result>,
): Promise<Result> {
  await retryWhileBusy(() => transactions.begin(session));
  const outcome = await endTransaction(transactions, session, retryWhileBusy, () =>
    transactions.runCall(session, work, true),
  );
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/** Runs `work` in the transaction that has begun, and commits it. Throws as {@link runTransaction} does. */
export async function endTransaction<Result>(
  transactions: Transactions,
  session: Session,
  retryWhileBusy: RetryWhileBusy,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const value = await work();
    await retryWhileBusy(() => transactions.commit(session));
    return value;
  } catch (error) {
    transactions.rollBack(session);
    throw asRefusal(error);
  }
}
