import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/**
 * Stops the timers of this process until the test ends, so that a call that must time out takes no time, and one that
 * must not has all the time it needs. Sockets and their I/O go on.
 */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits until `isWaiting`, then fires every timer that is due within `ms` milliseconds. */
export async function passTime(ms: number, isWaiting = () => vi.getTimerCount() > 0): Promise<void> {
  do await nextTurn();
  while (!isWaiting());
  vi.advanceTimersByTime(ms);
}
