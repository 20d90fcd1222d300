import { Refusal } from "../../domain/refusal.ts";
import type { NumberSequence, SequencePosition, SeriesHead } from "../../ports/number-sequence.ts";

/** The named series that a batch needs, while the company's books are locked. */
export class LockedSeries {
  readonly #heads: Map<string, SeriesHead>;

  private constructor(heads: readonly SeriesHead[]) {
    this.#heads = new Map(heads.map((head) => [head.series, head]));
  }

  /** `undefined` if the sequence has no named series. */
  static async open(
    numbers: Pick<NumberSequence, "series">,
    names: readonly string[],
  ): Promise<LockedSeries | undefined> {
    const heads = await numbers.series?.([...new Set(names)]);
    return heads && new LockedSeries(heads);
  }

  /** Where the series ends. */
  head(series: string): SeriesHead {
    return this.#heads.get(series) ?? { series, lastCounter: 0, lastIssueDate: null, started: false };
  }

  /** Moves the end of the series, after an invoice or to a position that it continues. */
  move(series: string, position: SequencePosition, started: boolean): void {
    this.#heads.set(series, { ...position, series, started });
  }
}

/** The series of the locked books. @throws Refusal `request_invalid` if they have none */
export function requireSeries(series: LockedSeries | undefined): LockedSeries {
  if (series !== undefined) return series;
  const detail = "must be left out: your own counter numbers the invoices, or your store has no series";
  throw new Refusal("request_invalid", `series ${detail}.`, [{ pointer: "/series", detail }]);
}
