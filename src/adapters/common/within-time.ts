import { StoreBusyError } from "../../domain/store-errors.ts";

/** How long a store waits for a connection, a turn and the lock if the host does not say, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5000;

/** The longest delay of a timer, about 25 days. Node treats a longer one as 1 ms. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * The result of `promise`, or the error of `late` if it does not settle within `timeMs` milliseconds. A `timeMs` below
 * 0 counts as 0.
 */
export async function withinTime<Value>(promise: Promise<Value>, timeMs: number, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    // Node warns about negative delays.
    timer = setTimeout(() => reject(late()), Math.min(Math.max(timeMs, 0), LONGEST_DELAY_MS));
  });
  try {
    return await Promise.race([promise, expiry]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a joined call whose company directory did not answer in time. */
export function lateDirectory(): StoreBusyError {
  return new StoreBusyError(
    "your company directory did not answer within lockTimeoutMs of the call, which runs in your transaction; nothing " +
      "was written. Read the profile on the handle that the directory receives, or begin the transaction later, and " +
      "repeat the call",
  );
}
