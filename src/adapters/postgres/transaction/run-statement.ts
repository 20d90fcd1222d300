import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import { begin, beginReadOnly, leakOr, NO_USABLE_CLIENT, requireNoTransaction } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { isCanceled, isConnectionLost, LeakedTransactionError, remedyFor } from "../connection/errors.ts";
import { ANSWER_GRACE_MS, Session } from "../connection/session.ts";
import type { Statement } from "../statements/steps.ts";
import type { StoreParts } from "./store-parts.ts";

/**
 * How a statement runs: without a transaction (`plain`), without one after a check that none is open (`first`), in one
 * that cannot write (`read-only`), or in a durable one whose waits end at the deadline of the call (`durable`).
 */
export type StatementMode = "plain" | "first" | "read-only" | "durable";

/** How one attempt at a statement ended. */
type Attempt<Value> =
  | { readonly end: "done"; readonly value: Value }
  | { readonly end: "failed"; readonly error: unknown; readonly at: "connect" | "statement" | "commit" };

/**
 * Runs one statement. If the connection breaks, the statement is repeated once, so it must be idempotent.
 *
 * @throws StoreBusyError if it waited up to the deadline; nothing was written
 * @throws OutcomeUnknownError if the COMMIT got no answer, and the repeat failed
 */
export async function runStatement<Value>(
  parts: StoreParts,
  statement: Statement<Value>,
  deadline: Deadline,
  mode: StatementMode = "plain",
): Promise<Value> {
  let isRepeated = false;
  let lost: unknown;
  for (;;) {
    const attempt = await attemptStatement(parts, statement, deadline, mode);
    if (attempt.end === "done") return attempt.value;
    const { error, at } = attempt;
    const isLost = at !== "connect" && isConnectionLost(error);
    if (at === "commit" && isLost) lost ??= error;
    const mayRepeat = error instanceof LeakedTransactionError || (isLost && !isRepeated);
    if (deadline.leftMs === 0 || !mayRepeat)
      throw lost === undefined ? busyOr(error, mode, deadline) : unknownOutcome(lost);
    isRepeated ||= isLost;
  }
}

function busyOr(error: unknown, mode: StatementMode, deadline: Deadline): unknown {
  if (error instanceof LeakedTransactionError) return deadline.busy(NO_USABLE_CLIENT, error);
  const isBusy = remedyFor(error) === "busy" || (mode === "durable" && isCanceled(error));
  return isBusy ? deadline.held("waiting for a lock of another transaction", error) : error;
}

function unknownOutcome(cause: unknown): OutcomeUnknownError {
  const message = "a COMMIT got no answer: the write may or may not have been committed. Repeat the call";
  return new OutcomeUnknownError(message, { cause });
}

async function attemptStatement<Value>(
  { pool, settings: { tables, preparedStatements } }: StoreParts,
  statement: Statement<Value>,
  deadline: Deadline,
  mode: StatementMode,
): Promise<Attempt<Value>> {
  let session: Session;
  try {
    session = await Session.open(pool, deadline, preparedStatements);
  } catch (error) {
    return { end: "failed", error, at: "connect" };
  }
  let at: "statement" | "commit" = "statement";
  const inTransaction = mode === "durable" || mode === "read-only";
  try {
    if (mode !== "plain") await beginIn(session, mode, deadline);
    const value = await statement(session, tables, deadline);
    if (mode === "durable") at = "commit";
    if (inTransaction) await session.commit();
    return { end: "done", value };
  } catch (error) {
    if (inTransaction) await session.rollBack();
    return { end: "failed", error: inTransaction ? error : await leakOr(session, error), at };
  } finally {
    session.release();
  }
}

async function beginIn(session: Session, mode: Exclude<StatementMode, "plain">, { leftMs }: Deadline): Promise<void> {
  if (mode === "first") await requireNoTransaction(session);
  else if (mode === "read-only") await beginReadOnly(session);
  // The statement does not only wait, so it has some time to work even if little is left.
  else await begin(session, { lockMs: leftMs, statementMs: Math.max(leftMs, ANSWER_GRACE_MS) });
}
