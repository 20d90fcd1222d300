import type { Batch } from "../../engine/batch.ts";
import { booksTransaction } from "../../engine/transaction.ts";
import { END_OF_LOCK, TransactionStart } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { Session } from "../connection/session.ts";
import { hostCounter, postgresDialect } from "../statements/dialect.ts";
import type { Attempt } from "./attempt-outcome.ts";
import { evidenceOf } from "./evidence.ts";
import { attemptInOneTrip } from "./one-trip.ts";
import type { StoreParts, TransactionJob } from "./store-parts.ts";

/** Runs the work in a transaction, once. Never throws; returns how the attempt ended. Always returns the connection. */
export async function attemptTransaction<Value>(
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
  const { ports, flush, written, headAfter } = booksTransaction(postgresDialect(access), counter);
  const value = await work(ports);
  await flush();
  // The work may have caught an error, but PostgreSQL does not commit a transaction after one.
  if (session.fault !== undefined) throw session.fault;
  if (!start.hasBegun) return { end: "committed", value };
  const error = await commit(session, written);
  remembered.keep(companyId, error === undefined ? headAfter() : undefined);
  if (error === undefined) return { end: "committed", value };
  return { end: "unknown", value, lost: { companyId, evidence: evidenceOf(written), error, mayArrive: false } };
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
