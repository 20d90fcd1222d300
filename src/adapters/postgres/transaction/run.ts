import type { Batch } from "../../engine/batch.ts";
import { booksTransaction } from "../../engine/transaction.ts";
import { END_OF_LOCK, NO_USABLE_CLIENT, TransactionStart } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { type Remedy, remedyFor, withRefusal } from "../connection/errors.ts";
import { Session } from "../connection/session.ts";
import { WAITING_FOR_LOCK } from "../statements/books-head.ts";
import { hostCounter, postgresDialect } from "../statements/dialect.ts";
import { decideForOneTrip } from "./one-trip.ts";
import { evidenceOf, type LostCommit, wasCommitted } from "./resolve-commit.ts";
import type { WriteParts } from "./shared-trips.ts";
import type { TransactionJob } from "./store-parts.ts";

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
  parts: WriteParts,
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

/** Attempts the transaction once. Never throws; returns how the attempt ended. */
async function attemptTransaction<Value>(
  parts: WriteParts,
  job: TransactionJob<Value>,
  deadline: Deadline,
): Promise<Attempt<Value>> {
  const attempt = await attemptInOneTrip(parts, job, deadline);
  if (attempt !== undefined) return attempt;
  try {
    return await parts.writes.run(deadline, () => attemptOnSession(parts, job, deadline));
  } catch (error) {
    return { end: "failed", error, fault: undefined };
  }
}

/**
 * Runs the work on the books as this server remembers them, and writes what it decided in one call that commits by
 * itself, together with other companies. The call compares the books with what was remembered, under their lock.
 *
 * Returns `undefined` if nothing was written: nothing is remembered, the work needs to read something else or writes
 * anything but invoices and keys, or the books have changed. Then the work runs again in a transaction of its own. So
 * does work that fails or decides nothing, because no call has confirmed what it saw.
 */
async function attemptInOneTrip<Value>(
  { settings, remembered, trips }: WriteParts,
  { companyId, work, withProfile = false }: TransactionJob<Value>,
  deadline: Deadline,
): Promise<Attempt<Value> | undefined> {
  const expected = settings.numbers === undefined ? remembered.predict(companyId) : undefined;
  if (expected === undefined || (withProfile && expected.profile === undefined)) return undefined;
  const decided = await decideForOneTrip(expected, work);
  if (decided === undefined) return undefined;
  const { value, batch, books } = decided;
  const trip = await trips.issue({ companyId, expected, batch }, deadline);
  if (trip instanceof Date) {
    const head = books.headAfter();
    remembered.confirm(companyId, head && { ...head, sequence: { ...head.sequence, storeNow: trip } });
    return { end: "committed", value };
  }
  if (trip?.end !== "failed" || trip.fault !== undefined) remembered.fail(companyId);
  if (trip?.end !== "lost") return trip;
  const lost = { companyId, evidence: evidenceOf([batch]), error: trip.error, mayArrive: true };
  return { end: "unknown", value, lost };
}

/** Runs the work in a transaction of its own. Always returns the connection. @throws if there is none in time */
async function attemptOnSession<Value>(
  parts: WriteParts,
  job: TransactionJob<Value>,
  deadline: Deadline,
): Promise<Attempt<Value>> {
  const session = await Session.open(parts.pool, deadline, parts.settings.preparedStatements);
  try {
    return await attemptInOwn(parts, job, session, deadline);
  } catch (error) {
    await session.rollBack();
    return { end: "failed", error, fault: session.fault ?? error };
  } finally {
    session.release();
  }
}

/** Runs the work in a transaction of its own. @throws the error that makes it fail; nothing was committed */
async function attemptInOwn<Value>(
  { settings, remembered }: WriteParts,
  { companyId, work, withProfile }: TransactionJob<Value>,
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
