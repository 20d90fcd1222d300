import type { StoreParts } from "./attempt.ts";
import { begin } from "./begin.ts";
import type { Deadline } from "./deadline.ts";
import { isConnectionLost, remedyFor } from "./faults.ts";
import { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/**
 * Runs one statement: on its own, or in a transaction that is durable and waits for locks no longer than the call may.
 * Only for what may be done twice, because it is repeated, once, when its connection breaks.
 */
export async function runStatement<Value>(
  parts: StoreParts,
  statement: (session: Session, tables: Tables) => Promise<Value>,
  deadline: Deadline,
  { durable = false, isRepeated = false } = {},
): Promise<Value> {
  const {
    pool,
    settings: { tables, preparedStatements },
  } = parts;
  const session = await Session.open(pool, deadline, preparedStatements);
  try {
    if (durable) await begin(session, deadline.leftMs);
    const value = await statement(session, tables);
    if (durable) await session.commit();
    return value;
  } catch (error) {
    if (durable) await session.rollBack();
    if (remedyFor(error) === "busy") throw deadline.held("what another transaction holds did not come free", error);
    if (isRepeated || !isConnectionLost(error) || deadline.leftMs === 0) throw error;
  } finally {
    session.release();
  }
  return runStatement(parts, statement, deadline, { durable, isRepeated: true });
}
