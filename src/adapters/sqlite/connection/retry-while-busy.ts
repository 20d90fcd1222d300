import { setTimeout as wait } from "node:timers/promises";
import { StoreBusyError } from "../../../domain/store-errors.ts";

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** How often to retry while another process holds the lock: often enough to hit the gap between two of its commits. */
const POLL_MS = 2;

/** Whether SQLite reported that another connection holds the lock. Some drivers report a name, others a number. */
function isBusy(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof code === "string" && /^SQLITE_(?:BUSY|LOCKED)/.test(code)) return true;
  const primary = typeof errcode === "number" ? errcode & 0xff : undefined; // the low byte of an extended code
  return primary === SQLITE_BUSY || primary === SQLITE_LOCKED;
}

/** Runs an action and retries it while another process holds the lock. @throws StoreBusyError after the deadline */
export type RetryWhileBusy = <Result>(action: () => Result) => Result | Promise<Result>;

/**
 * A retry loop whose deadline is `timeoutMs` from now, shared by all actions. SQLite's own wait would block the event
 * loop, so the store turns it off and uses this one. Each action runs at least once, even after the deadline. If the
 * first run succeeds, its result is returned synchronously.
 */
export function retryFor(timeoutMs: number): RetryWhileBusy {
  const deadline = performance.now() + timeoutMs;

  async function retry<Result>(action: () => Result, busy: unknown): Promise<Result> {
    for (let error = busy; ; ) {
      if (!isBusy(error)) throw error;
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
