/** The prefix of a series. */
export interface Series {
  /** 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. */
  readonly prefix: string;
}

/** A company's series beside the first, by name. */
export type SeriesPrefixes = Readonly<Record<string, Series>>;
