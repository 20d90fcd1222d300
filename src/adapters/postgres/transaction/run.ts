import type { Batch } from "../../engine/batch.ts";
import { booksTransaction } from "../../engine/transaction.ts";
import { END_OF_LOCK, leakOr, NO_USABLE_CLIENT, requireNoTransaction, TransactionStart } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import {
  isConnectionLost,
  LeakedTransactionError,
  mayFollowCommit,
  type Remedy,
  remedyFor,
  withRefusal,
} from "../connection/errors.ts";
import { Session } from "../connection/session.ts";
import { WAITING_FOR_LOCK } from "../statements/books-head.ts";
import { hostCounter, postgresDialect } from "../statements/dialect.ts";
import { callIssue, mayCallIssue } from "../statements/issue-call.ts";
import { decideForOneTrip } from "./one-trip.ts";
import { evidenceOf, type LostCommit, wasCommitted } from "./resolve-commit.ts";
import type { StoreParts, TransactionJob } from "./store-parts.ts";

// The order of attempts, from top to bottom: a transaction is attempted until one attempt is committed. An attempt first
// tries one round trip, then a transaction of its own. If the answer to what commits is lost, `wasCommitted` finds out.

/** How one attempt at a transaction ended. */
type Attempt<Value> =
  | { readonly end: "committed"; readonly value: Value }
  /** Nothing was committed. `error` is what the work threw, `fault` the first error from the database. */
  | { readonly end: "failed"; readonly error: unknown; readonly fault: unknown }
  /** What commits was sent, but got no answer. */
  | { readonly end: "unknown"; readonly value: Value; readonly lost: LostCommit }
  /** The call that issues in one round trip failed, and wrote nothing. */
  | { readonly end: "declined" };

/** More reconnections than this are not a coincidence. */
const MAX_RECONNECTIONS = 5;

/**
 * Runs the work in a transaction. Retries it, up to the deadline, if a conflict with another transaction or a broken
 * connection made it fail and nothing was committed.
 *
 * @throws StoreBusyError if the deadline comes first; nothing was written
 * @throws OutcomeUnknownError if a COMMIT got no answer and its outcome could not be determined
 * @throws Refusal `request_invalid` if a number of one series is already in the other; nothing was written
 * @throws any other error of the work or the database, unchanged; nothing was written
 */
export async function runTransaction<Value>(
  parts: StoreParts,
  job: TransactionJob<Value>,
  deadline: Deadline,
): Promise<Value> {
  const tried: Record<Remedy, number> = {
    retry: 0,
    reconnect: 0,
    "other-client": 0,
    "read-again": 0,
    busy: 0,
    none: 0,
  };
  let firstBroken: unknown;
  for (let tries = 1; ; tries += 1) {
    if (tries > 1) job.onRepeat?.();
    const attempt = await attemptTransaction(parts, job, deadline);
    if (attempt.end === "committed") return attempt.value;
    if (attempt.end === "unknown") {
      if (await wasCommitted(parts, attempt.lost)) return attempt.value;
      if (deadline.leftMs === 0)
        throw deadline.busy("after a commit got no answer and was found to have failed", attempt.lost.error);
      continue;
    }
    if (attempt.end === "declined") continue;
    const { error, fault } = attempt;
    // This attempt got no connection. If an earlier one broke, its error says more.
    if (fault === undefined) throw firstBroken ?? error;
    const remedy = remedyFor(fault);
    tried[remedy] += 1;
    if (remedy === "none" || tried["read-again"] > 1 || tried.reconnect > MAX_RECONNECTIONS) {
      throw withRefusal(error);
    }
    if (remedy === "busy") throw deadline.held(WAITING_FOR_LOCK, fault);
    if (deadline.leftMs === 0) {
      if (remedy === "other-client") throw deadline.busy(NO_USABLE_CLIENT, fault);
      throw remedy === "retry" ? deadline.busy("retrying a transaction that conflicts with others", fault) : error;
    }
    if (remedy === "other-client") continue;
    if (remedy === "reconnect") firstBroken ??= error;
    await deadline.pause(tries);
  }
}

/** Attempts the transaction once. Never throws; returns how the attempt ended. Always returns the connection. */
async function attemptTransaction<Value>(
  parts: StoreParts,
  job: TransactionJob<Value>,
  deadline: Deadline,
): Promise<Attempt<Value>> {
  const { pool, settings } = parts;
  let session: Session;
  try {
    session = await Session.open(pool, deadline, settings.preparedStatements);
  } catch (error) {
    return { end: "failed", error, fault: undefined };
  }
  try {
    return (
      (await attemptInOneTrip(parts, job, session, deadline)) ?? (await attemptInOwn(parts, job, session, deadline))
    );
  } catch (error) {
    await session.rollBack();
    return { end: "failed", error, fault: session.fault ?? error };
  } finally {
    session.release();
  }
}

/**
 * Runs the work on the books as this server remembers them, and writes what it decided in one call that commits by
 * itself. The call compares the books with what was remembered, under their lock.
 *
 * Returns `undefined` if nothing was written: nothing is remembered, the work needs to read something else or writes
 * anything but invoices and keys, or the books have changed. Then the work runs again in a transaction of its own. So
 * does work that fails or decides nothing, because no call has confirmed what it saw.
 *
 * @throws LeakedTransactionError if somebody's transaction was open on the client
 */
async function attemptInOneTrip<Value>(
  { settings }: StoreParts,
  { companyId, work, withProfile = false, remembered }: TransactionJob<Value>,
  session: Session,
  deadline: Deadline,
): Promise<Attempt<Value> | undefined> {
  const { tables, numbers } = settings;
  const expected = numbers === undefined ? remembered.predict(companyId) : undefined;
  if (expected === undefined || (withProfile && expected.profile === undefined)) return undefined;
  const decided = await decideForOneTrip(expected, work);
  if (decided === undefined) return undefined;
  const { value, batch, books } = decided;
  let isSent = false;
  try {
    remembered.mayPredict ??= await mayCallIssue(session, tables);
    if (!remembered.mayPredict) return undefined;
    isSent = true;
    const storeNow = await callIssue(session, tables, { companyId, expected, batch }, deadline);
    if (storeNow === undefined) {
      remembered.fail(companyId);
      return undefined;
    }
    const head = books.headAfter();
    remembered.confirm(companyId, head && { ...head, sequence: { ...head.sequence, storeNow } });
    return { end: "committed", value };
  } catch (fault) {
    remembered.fail(companyId);
    const error = await findLeakOr(session, fault);
    if (error instanceof LeakedTransactionError || (!isSent && isConnectionLost(error))) throw error;
    if (!isSent || !mayFollowCommit(error)) return { end: "declined" };
    const lost = { companyId, evidence: evidenceOf([batch]), error, mayArrive: true };
    return { end: "unknown", value, lost };
  }
}

/**
 * {@link leakOr} of an error of the call, whatever it says. If a transaction is open now, it was open before the call. Then
 * the call cannot have committed, and the client must not be used again.
 */
async function findLeakOr(session: Session, fault: unknown): Promise<unknown> {
  const error = await leakOr(session, fault);
  if (session.isBroken) return error;
  const found: unknown = await requireNoTransaction(session).catch((leak: unknown) => leak);
  return found instanceof LeakedTransactionError ? found : error;
}

/** Runs the work in a transaction of its own. @throws the error that makes it fail; nothing was committed */
async function attemptInOwn<Value>(
  { settings }: StoreParts,
  { companyId, work, withProfile, remembered }: TransactionJob<Value>,
  session: Session,
  deadline: Deadline,
): Promise<Attempt<Value>> {
  const { tables, numbers } = settings;
  const start = new TransactionStart(session, deadline);
  const access = { session, tables, companyId, deadline, start, withProfile, headColumns: END_OF_LOCK };
  const counter = numbers && hostCounter(access, numbers);
  const { ports, books } = booksTransaction(postgresDialect(access), counter);
  const value = await work(ports);
  await books.flush();
  // The work may have caught an error, but PostgreSQL does not commit a transaction after one.
  if (session.fault !== undefined) throw session.fault;
  if (!start.hasBegun) return { end: "committed", value };
  const error = await commit(session, books.written);
  remembered.keep(companyId, error === undefined ? books.headAfter() : undefined);
  if (error === undefined) return { end: "committed", value };
  return { end: "unknown", value, lost: { companyId, evidence: evidenceOf(books.written), error, mayArrive: false } };
}

/** Commits. Returns the error if there was no answer. @throws Error if nothing was committed */
async function commit(session: Session, written: readonly Batch[]): Promise<unknown> {
  try {
    const { command } = await session.commit();
    // If the transaction has failed, PostgreSQL rolls back on COMMIT and reports no error.
    if (command === "ROLLBACK") throw new Error("PostgreSQL rolled the transaction back, because it had failed");
    return undefined;
  } catch (error) {
    // If PostgreSQL answered with an error and the connection still works, nothing was committed.
    if (written.length === 0 || !session.isBroken) throw error;
    return error;
  }
}
