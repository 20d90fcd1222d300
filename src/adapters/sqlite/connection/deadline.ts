import { StoreBusyError } from "../../../domain/store-errors.ts";
import { withinTime } from "../../shared/within-time.ts";

/**
 * The result of a promise that the host's code made.
 *
 * @throws StoreBusyError if it does not settle by `deadline`, in milliseconds of `performance.now()`
 */
export function answerInTime<Value>(answer: Promise<Value>, deadline: number): Promise<Value> {
  return withinTime(answer, deadline - performance.now(), lateAnswer);
}

function lateAnswer(): StoreBusyError {
  return new StoreBusyError(
    "your company directory did not answer within lockTimeoutMs of the call, which runs in your transaction; nothing " +
      "was written. Read the profile on the handle that the directory receives, or begin the transaction later, and " +
      "repeat the call",
  );
}
