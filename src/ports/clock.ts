/**
 * The source of the time. Replace it only in tests. Everywhere else use {@link systemClock}, the only clock that is
 * compared with that of the store's server before an invoice is dated.
 */
export interface Clock {
  /** The current instant. It may run backwards. Issue dates do not. */
  now(): Date;
}
