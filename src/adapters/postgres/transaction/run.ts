import type { Deadline } from "../connection/deadline.ts";
import { type Remedy, remedyFor } from "../connection/errors.ts";
import { attemptTransaction, type StoreParts, type Work } from "./attempt.ts";
import { wasCommitted } from "./resolve-commit.ts";

/** A connection that breaks each time is not to be blamed on chance. */
const MAX_RECONNECTIONS = 5;

/**
 * Runs the work in a transaction until it is known how it ended: again where another transaction or a broken connection
 * was in its way and nothing was committed, up to the deadline.
 *
 * @throws StoreBusyError when the deadline came first; nothing was written
 * @throws OutcomeUnknownError when the answer to a COMMIT was lost and could not be found out
 * @throws whatever the work or the database says otherwise, unchanged; nothing was written
 */
export async function runTransaction<Value>(
  parts: StoreParts,
  companyId: string,
  work: Work<Value>,
  deadline: Deadline,
): Promise<Value> {
  const tried: Record<Remedy, number> = { retry: 0, reconnect: 0, "read-again": 0, busy: 0, none: 0 };
  let firstBroken: unknown;
  for (let tries = 1; ; tries += 1) {
    const attempt = await attemptTransaction(parts, companyId, work, deadline);
    if (attempt.end === "committed") return attempt.value;
    if (attempt.end === "unknown") {
      if (await wasCommitted(parts, companyId, attempt.evidence, attempt.error)) return attempt.value;
      if (deadline.leftMs === 0)
        throw deadline.busy("the answer to a COMMIT was lost and it could not be repeated", attempt.error);
      continue;
    }
    const { error, fault } = attempt;
    // No connection was had at all: what broke the one before says more.
    if (fault === undefined) throw firstBroken ?? error;
    const remedy = remedyFor(fault);
    tried[remedy] += 1;
    if (remedy === "none" || tried["read-again"] > 1 || tried.reconnect > MAX_RECONNECTIONS) throw error;
    if (remedy === "busy") throw deadline.held("the company's books did not come free", fault);
    if (deadline.leftMs === 0) {
      throw remedy === "retry" ? deadline.busy("other transactions were in the way", fault) : error;
    }
    if (remedy === "reconnect") firstBroken ??= error;
    await deadline.pause(tries);
  }
}
