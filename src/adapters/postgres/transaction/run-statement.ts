import { begin, beginReadOnly } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { isConnectionLost, remedyFor } from "../connection/errors.ts";
import { Session } from "../connection/session.ts";
import type { Statement } from "../statements/statement.ts";
import type { StoreParts } from "./store-parts.ts";

/**
 * Runs one statement: without a transaction, in a durable one whose lock timeout is that of the call (`durable`), or in
 * one that cannot write (`readOnly`). If the connection breaks, the statement is repeated once, so it must be
 * idempotent.
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
    if (remedyFor(error) === "busy") throw deadline.held("waiting for a lock of another transaction", error);
    if (isRepeated || !isConnectionLost(error) || deadline.leftMs === 0) throw error;
  } finally {
    session.release();
  }
  return runStatement(parts, statement, deadline, { durable, readOnly, isRepeated: true });
}
