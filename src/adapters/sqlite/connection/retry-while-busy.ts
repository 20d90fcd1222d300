import { setTimeout as wait } from "node:timers/promises";
import { StoreBusyError } from "../../../domain/store-errors.ts";
import { hasSqliteCode } from "./sqlite-code.ts";

/** How often to retry while another process holds the lock: often enough to hit the gap between two of its commits. */
const POLL_MS = 2;

/** Runs an action and retries it while another process holds the lock. @throws StoreBusyError after the deadline */
export type RetryWhileBusy = <Result>(action: () => Result | Promise<Result>) => Result | Promise<Result>;

/**
 * A retry loop whose deadline is `timeoutMs` from now, shared by all actions. SQLite's own wait would block the event
 * loop, so the store turns it off and uses this one. Each action runs at least once, even after the deadline. If the
 * first run succeeds, its result is returned synchronously.
 */
export function retryFor(timeoutMs: number): RetryWhileBusy {
  const deadline = performance.now() + timeoutMs;

  async function retry<Result>(action: () => Result | Promise<Result>, busy: unknown): Promise<Result> {
    for (let error = busy; ; ) {
      if (!hasSqliteCode(error, "BUSY", "LOCKED")) throw error;
      if (performance.now() >= deadline) {
        const message =
          `another transaction held the lock of the SQLite file for ${timeoutMs} ms; repeat the call later or, if that ` +
          "is your own transaction, issue inside it with invoicing.joining";
        throw new StoreBusyError(message, { cause: error });
      }
      // Jitter, so that processes do not retry in lockstep.
      await wait(POLL_MS * (0.5 + Math.random()));
      try {
        return action();
      } catch (next) {
        error = next;
      }
    }
  }

  return (action) => {
    try {
      return action();
    } catch (error) {
      return retry(action, error);
    }
  };
}
