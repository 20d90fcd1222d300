/**
 * Where the time comes from. Hosts replace it in tests; everywhere else {@link systemClock} is right, and it alone is
 * compared with the clock of a store's server before an invoice is dated.
 */
export interface Clock {
  /** The instant now. It may run backwards; issue dates will not. */
  now(): Date;
}
