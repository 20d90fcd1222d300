import { NO_USABLE_CLIENT } from "../connection/begin.ts";
import type { Deadline } from "../connection/deadline.ts";
import { type Remedy, remedyFor, withRefusal } from "../connection/errors.ts";
import { WAITING_FOR_LOCK } from "../statements/books-head.ts";
import { attemptTransaction } from "./attempt.ts";
import { wasCommitted } from "./resolve-commit.ts";
import type { StoreParts, TransactionJob } from "./store-parts.ts";

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
