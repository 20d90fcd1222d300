import type { CalendarDay } from "../calendar.ts";
import { Decimal } from "../money/decimal.ts";
import { monthOf, quarterOf, spanOfPeriod } from "./period.ts";
import { amountsIn, issuedAmounts, type SumsByKey } from "./sums-by-key.ts";
import { added, dividedBy, type TaxedAmount, ZERO } from "./taxed-amount.ts";
import type { NeededRate, OssRates, ReportLine } from "./vat-report.ts";

/** What one euro can be worth in another currency. A rate below or above that is treated as a typing error. */
export const EURO_RATE_RANGE = { min: 0.000001, max: 1_000_000_000 } as const;

/** Converts sums into euros with the rates of their periods. @see Directive 2006/112/EC, articles 369h and 369u */
export class EuroRates {
  readonly #rates: OssRates;
  readonly #last: CalendarDay;
  readonly #needed = new Map<string, NeededRate>();

  /** `last` is the last day of the report. */
  constructor(rates: OssRates, last: CalendarDay) {
    this.#rates = rates;
    this.#last = last;
  }

  /** The rates that were missing. */
  get needed(): readonly NeededRate[] {
    return [...this.#needed.values()].sort((a, b) =>
      `${a.period} ${a.currency}` < `${b.period} ${b.currency}` ? -1 : 1,
    );
  }

  /** One line for each key in euros, and one in each currency whose rate is missing. */
  linesOf<Key extends { readonly period: string }>(sums: SumsByKey<Key>): (Key & ReportLine)[] {
    const lines = new Map<
      string,
      { key: Key; currency: string; sum: TaxedAmount; asIssued: Map<string, TaxedAmount> }
    >();
    for (const { key, currency, converted } of sums.sorted()) {
      const rate = this.#rateOf(currency, key.period);
      const into = rate === undefined ? currency : "EUR";
      const id = JSON.stringify([key, into]);
      const line = lines.get(id) ?? { key, currency: into, sum: ZERO, asIssued: new Map<string, TaxedAmount>() };
      const amount = rate === undefined ? converted : dividedBy(converted, rate);
      line.sum = added(line.sum, amount);
      line.asIssued.set(currency, converted);
      lines.set(id, line);
    }
    return [...lines.values()].map(({ key, currency, sum, asIssued }) => ({
      ...key,
      ...amountsIn(currency, sum),
      asIssued: issuedAmounts(asIssued),
    }));
  }

  #rateOf(currency: string, period: string): Decimal | undefined {
    if (currency === "EUR") return new Decimal(1);
    const given = Object.hasOwn(this.#rates, currency) ? this.#rates[currency] : undefined;
    const rate =
      typeof given === "object"
        ? given[period]
        : [quarterOf, monthOf].some((of) => of(this.#last) === period)
          ? given
          : undefined;
    if (rate !== undefined) return new Decimal(rate);
    this.#needed.set(`${period} ${currency}`, { currency, period, on: spanOfPeriod(period)!.to });
    return undefined;
  }
}
