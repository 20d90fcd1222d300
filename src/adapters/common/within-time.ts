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
