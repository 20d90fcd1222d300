import type { Batch } from "../../engine/batch.ts";
import { booksTransaction } from "../../engine/transaction.ts";
import { END_OF_LOCK, TransactionStart } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { Session } from "../connection/session.ts";
import { hostCounter, postgresDialect } from "../statements/dialect.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { StoreParts, TransactionJob } from "./store-parts.ts";

/** How one attempt at a transaction ended. */
export type Attempt<Value> =
  | { readonly end: "committed"; readonly value: Value }
  /** Nothing was committed. `error` is what the work threw, `fault` the first error from the database. */
  | { readonly end: "failed"; readonly error: unknown; readonly fault: unknown }
  /** COMMIT was sent, but got no answer. */
  | { readonly end: "unknown"; readonly value: Value; readonly evidence: Evidence; readonly error: unknown };

/** Runs the work in a transaction, once. Never throws; returns how the attempt ended. Always returns the connection. */
export async function attemptTransaction<Value>(
  { pool, settings }: StoreParts,
  { companyId, work, withProfile }: TransactionJob<Value>,
  deadline: Deadline,
): Promise<Attempt<Value>> {
  const { tables, preparedStatements, numbers } = settings;
  let session: Session;
  try {
    session = await Session.open(pool, deadline, preparedStatements);
  } catch (error) {
    return { end: "failed", error, fault: undefined };
  }
  try {
    const start = new TransactionStart(session, deadline);
    const access = { session, tables, companyId, deadline, start, withProfile, headColumns: END_OF_LOCK };
    const counter = numbers && hostCounter(access, numbers);
    const { ports, flush, written } = booksTransaction(postgresDialect(access), counter);
    const value = await work(ports);
    await flush();
    // The work may have caught an error, but PostgreSQL does not commit a transaction after one.
    if (session.fault !== undefined) throw session.fault;
    if (!start.hasBegun) return { end: "committed", value };
    return await commit(session, value, written);
  } catch (error) {
    await session.rollBack();
    return { end: "failed", error, fault: session.fault ?? error };
  } finally {
    session.release();
  }
}

async function commit<Value>(session: Session, value: Value, written: readonly Batch[]): Promise<Attempt<Value>> {
  try {
    const { command } = await session.commit();
    // If the transaction has failed, PostgreSQL rolls back on COMMIT and reports no error.
    if (command === "ROLLBACK") throw new Error("PostgreSQL rolled the transaction back, because it had failed");
    return { end: "committed", value };
  } catch (error) {
    // If PostgreSQL answered with an error and the connection still works, nothing was committed.
    if (written.length === 0 || !session.isBroken) throw error;
    return { end: "unknown", value, evidence: evidenceOf(written), error };
  }
}
