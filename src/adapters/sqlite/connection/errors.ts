import { setTimeout as wait } from "node:timers/promises";
import { StoreBusyError } from "../../../domain/store-errors.ts";

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** How often another process' lock is tried again: often enough to find the gap between two of its commits. */
const POLL_MS = 2;

/** Whether SQLite said that another connection holds the lock. Drivers tell it as a name, or as a number. */
function isBusy(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof code === "string" && /^SQLITE_(?:BUSY|LOCKED)/.test(code)) return true;
  const primary = typeof errcode === "number" ? errcode & 0xff : undefined; // extended codes keep it in the low byte
  return primary === SQLITE_BUSY || primary === SQLITE_LOCKED;
}

/** Runs an action, and tries it again while another process holds the lock. @throws StoreBusyError at its deadline */
export type Patience = <Result>(action: () => Result) => Result | Promise<Result>;

/**
 * Patience that ends `timeoutMs` from now, however many actions share it. SQLite's own waiting would block the event
 * loop, so it is switched off and this waits instead. An action is tried once even when the deadline has passed; what
 * succeeds at once is given back at once.
 */
export function patienceOf(timeoutMs: number): Patience {
  const deadline = performance.now() + timeoutMs;

  async function tryAgain<Result>(action: () => Result, busy: unknown): Promise<Result> {
    for (let error = busy; ; ) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) {
        const message =
          `another transaction held the lock of the SQLite file for ${timeoutMs} ms; repeat the call later, or, where ` +
          "that transaction is your own, issue inside it with invoicing.joining";
        throw new StoreBusyError(message, { cause: error });
      }
      // A little jitter keeps processes from trying in step with each other.
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
      return tryAgain(action, error);
    }
  };
}
