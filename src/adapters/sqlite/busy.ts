import { setTimeout as wait } from "node:timers/promises";
import { StoreBusyError } from "../../domain/store-busy-error.ts";

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

/**
 * What `action` gives, tried again while another process holds the lock. SQLite's own waiting would block the event
 * loop, so it is switched off and this waits instead.
 *
 * @throws StoreBusyError when the lock stays held for `timeoutMs`
 */
export async function whileBusy<Result>(action: () => Result, timeoutMs: number): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) {
        const message = `another process held the lock of the SQLite file for ${timeoutMs} ms; repeat the call later`;
        throw new StoreBusyError(message, { cause: error });
      }
      // A little jitter keeps processes from trying in step with each other.
      await wait(POLL_MS * (0.5 + Math.random()));
    }
  }
}
