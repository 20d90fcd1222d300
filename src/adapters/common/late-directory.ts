import { StoreBusyError } from "../../domain/store-errors.ts";

/** The error of a joined call whose company directory did not answer in time. */
export function lateDirectory(): StoreBusyError {
  return new StoreBusyError(
    "your company directory did not answer within lockTimeoutMs of the call, which runs in your transaction; nothing " +
      "was written. Read the profile on the handle that the directory receives, or begin the transaction later, and " +
      "repeat the call",
  );
}
