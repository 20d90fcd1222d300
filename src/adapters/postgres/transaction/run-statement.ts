import type { Deadline } from "../connection/deadline.ts";
import { isConnectionLost, remedyFor } from "../connection/errors.ts";
import { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import type { StoreParts } from "./attempt.ts";
import { begin, beginReadOnly } from "./begin.ts";

/** What is run on a connection, up to the deadline of its call. */
export type Statement<Value> = (session: Session, tables: Tables, deadline: Deadline) => Promise<Value>;

/**
 * Runs one statement: on its own, in a transaction that is durable and waits for locks no longer than the call may, or
 * in one that cannot write. Only for what may be done twice, because it is repeated, once, when its connection breaks.
 */
export async function runStatement<Value>(
  parts: StoreParts,
  statement: Statement<Value>,
  deadline: Deadline,
  { durable = false, readOnly = false, isRepeated = false } = {},
): Promise<Value> {
  const {
    pool,
    settings: { tables, preparedStatements },
  } = parts;
  const session = await Session.open(pool, deadline, preparedStatements);
  const inTransaction = durable || readOnly;
  try {
    if (durable) await begin(session, deadline.leftMs);
    else if (readOnly) await beginReadOnly(session);
    const value = await statement(session, tables, deadline);
    if (inTransaction) await session.commit();
    return value;
  } catch (error) {
    if (inTransaction) await session.rollBack();
    if (remedyFor(error) === "busy") throw deadline.held("what another transaction holds did not come free", error);
    if (isRepeated || !isConnectionLost(error) || deadline.leftMs === 0) throw error;
  } finally {
    session.release();
  }
  return runStatement(parts, statement, deadline, { durable, readOnly, isRepeated: true });
}
