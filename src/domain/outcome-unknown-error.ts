/**
 * The answer to a commit was lost, and its outcome could not be found out in time: the write may or may not have been
 * committed. Repeat the call with the same idempotency key; if the invoice was issued, you get that one.
 */
export class OutcomeUnknownError extends Error {
  override readonly name = "OutcomeUnknownError";

  /** Stable, like a refusal's code. Sent as 503. */
  readonly code = "outcome_unknown";
}
