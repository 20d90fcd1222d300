/**
 * The store could not accept the write in time: another process held the lock until the deadline, or too many or too
 * large calls were already waiting. Nothing was written, so you can repeat the call. This is the only error that is
 * safe to retry as it is.
 */
export class StoreBusyError extends Error {
  /** Always `StoreBusyError`. */
  override readonly name = "StoreBusyError";

  /** Stable, like a refusal's code. Sent as 503 with `Retry-After`. */
  readonly code = "store_busy";
}

/**
 * The answer to a commit was lost, and its outcome could not be found out in time: the write may or may not have been
 * committed. Repeat the call with the same idempotency key; if the invoice was issued, you get that one.
 */
export class OutcomeUnknownError extends Error {
  /** Always `OutcomeUnknownError`. */
  override readonly name = "OutcomeUnknownError";

  /** Stable, like a refusal's code. Sent as 503. */
  readonly code = "outcome_unknown";
}
