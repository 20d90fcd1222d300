/**
 * The store could not take the write in time: another process held the lock up to the deadline, or too many calls
 * waited already, or too large ones. Nothing was written; the same call may be repeated. The only error that is safe to retry as it is.
 */
export class StoreBusyError extends Error {
  override readonly name = "StoreBusyError";

  /** Stable, like a refusal's code; it travels as 503 with `Retry-After`. */
  readonly code = "store_busy";
}
