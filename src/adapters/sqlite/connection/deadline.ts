import { StoreBusyError } from "../../../domain/store-errors.ts";

/** The longest time that a timer takes, about 25 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * What a promise of the host's own gives.
 *
 * @throws StoreBusyError when it has not answered by `deadline`, in milliseconds of `performance.now()`
 */
export async function answerInTime<Value>(answer: Promise<Value>, deadline: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeLeftMs = deadline - performance.now();
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateAnswer()), Math.min(timeLeftMs, LONGEST_TIMER_MS));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function lateAnswer(): StoreBusyError {
  return new StoreBusyError(
    "your company directory did not answer within lockTimeoutMs of the call, inside your transaction; nothing was " +
      "written. Read the profile on the handle that it is given, or begin the transaction later, and repeat the call",
  );
}
