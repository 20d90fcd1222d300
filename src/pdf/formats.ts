import type { CalendarDay } from "../domain/calendar.ts";
import { minorUnitDigits } from "../domain/money/minor-units.ts";

/** Writes numbers, dates and names of countries in the document's language. */
export interface Formats {
  /** With the currency, such as `1.234,50 €` or `1.234,50 USD`. */
  readonly money: (amount: number, currency: string) => string;
  /** Without the currency, but with its decimals, and with more if there are more. */
  readonly amount: (amount: number, currency: string) => string;
  /** With all its decimals. */
  readonly number: (value: number) => string;
  /** `ratePercent` is in percent: 25.5 is `25,5 %`. */
  readonly percent: (ratePercent: number) => string;
  /** Such as `14 Tage`. */
  readonly days: (count: number) => string;
  readonly day: (day: CalendarDay) => string;
  readonly period: (period: {
    readonly start?: CalendarDay | undefined;
    readonly end?: CalendarDay | undefined;
  }) => string;
  /** The name of a country; the code itself if it has none. */
  readonly country: (code: string) => string;
}

/** The most decimals that Intl prints; a double needs no more. */
const ALL_DECIMALS = 20;

/** More digits would reveal that a rate divided by 100 is a double. */
const RATE_DECIMALS = 6;

/** The formats of a locale, BCP 47. */
export function formatsOf(locale: string): Formats {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: ALL_DECIMALS });
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: RATE_DECIMALS });
  const days = new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC", calendar: "gregory" });
  const regions = new Intl.DisplayNames(locale, { type: "region" });
  const moneyOf = remembered(
    (currency) =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        // Several currencies share a symbol such as $, so only the euro has one.
        currencyDisplay: currency === "EUR" ? "narrowSymbol" : "code",
        ...decimalsOf(currency),
      }),
  );
  const amountOf = remembered((currency) => new Intl.NumberFormat(locale, decimalsOf(currency)));
  // A date stays on one line.
  const day = (given: CalendarDay) => dates.format(new Date(`${given}T00:00:00Z`)).replaceAll(" ", "\u00A0");
  return {
    money: (amount, currency) => moneyOf(currency).format(amount),
    amount: (amount, currency) => amountOf(currency).format(amount),
    number: (value) => numbers.format(value),
    percent: (ratePercent) => percents.format(ratePercent / 100),
    days: (count) => days.format(count),
    day,
    period: ({ start, end }) => `${start ? `${day(start)}\u00A0` : ""}–${end ? ` ${day(end)}` : ""}`,
    country: (code) => regions.of(code) ?? code,
  };
}

/** Making a format takes much longer than using it. */
function remembered(formatOf: (currency: string) => Intl.NumberFormat): (currency: string) => Intl.NumberFormat {
  const formats = new Map<string, Intl.NumberFormat>();
  return (currency) => {
    const format = formats.get(currency) ?? formatOf(currency);
    formats.set(currency, format);
    return format;
  };
}

/** ISO 4217's decimals: those of Intl differ for some currencies. */
function decimalsOf(currency: string): Intl.NumberFormatOptions {
  return { minimumFractionDigits: minorUnitDigits(currency), maximumFractionDigits: ALL_DECIMALS };
}
