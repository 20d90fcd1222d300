/**
 * The answer to a commit was lost, and could not be found out in time either: the write may stand or may not. Repeat
 * the call under the same idempotency key, which gives what was issued, if it was.
 */
export class OutcomeUnknownError extends Error {
  override readonly name = "OutcomeUnknownError";

  /** Stable, like a refusal's code; it travels as 503. */
  readonly code = "outcome_unknown";
}
