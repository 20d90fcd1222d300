import { brandErrors } from "./error-brand.ts";

/**
 * The store could not accept the write in time: another process held the lock until the deadline, or too many or too
 * large calls were already waiting. Nothing was written, so you can repeat the call as it is, as after
 * {@link StoreUnavailableError}. No other error is safe to retry so.
 */
export class StoreBusyError extends Error {
  /** Always `StoreBusyError`. */
  override readonly name = "StoreBusyError";

  /** Stable, like a refusal's code. Sent as 503 with `Retry-After`. */
  readonly code = "store_busy";
}

/**
 * The store's database cannot be reached: it is down, restarting or accepts no more connections, or the SQLite file was
 * moved, deleted or replaced. Nothing was written, so you can repeat the call as it is once the database is back; on
 * SQLite, open the store anew first.
 */
export class StoreUnavailableError extends Error {
  /** Always `StoreUnavailableError`. */
  override readonly name = "StoreUnavailableError";

  /** Stable, like a refusal's code. Sent as 503 with `Retry-After`. */
  readonly code = "store_unavailable";

  /** Of a drain: how many events it had delivered and acknowledged before, also of other databases. Otherwise absent. */
  declare readonly delivered?: number;
}

/**
 * The answer to a commit was lost, and its outcome could not be found out in time, or the SQLite file was no longer at
 * its path after the commit: the write may or may not have been committed. Repeat the call with the same idempotency key; if the invoice was issued, you get that one.
 */
export class OutcomeUnknownError extends Error {
  /** Always `OutcomeUnknownError`. */
  override readonly name = "OutcomeUnknownError";

  /** Stable, like a refusal's code. Sent as 503. */
  readonly code = "outcome_unknown";
}

brandErrors(StoreBusyError, "StoreBusyError");
brandErrors(StoreUnavailableError, "StoreUnavailableError");
brandErrors(OutcomeUnknownError, "OutcomeUnknownError");
