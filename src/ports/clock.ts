/** Where the time comes from. Hosts replace it in tests; everywhere else {@link systemClock} is right. */
export interface Clock {
  /** The instant now. It may run backwards; issue dates will not. */
  now(): Date;
}
