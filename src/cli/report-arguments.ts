import type { CalendarDay } from "../domain/calendar.ts";
import { isCurrencyCode } from "../domain/money/currency.ts";
import { EURO_RATE_RANGE } from "../domain/returns/euro-rates.ts";
import { monthOf, quarterOf, type Span, spanOfPeriod } from "../domain/returns/period.ts";
import {
  type DatabaseArguments,
  type OptionValues,
  requireDatabase,
  requireDay,
  requireOneCompany,
  UsageError,
} from "./options.ts";

/** The parsed arguments of `faktura report`. */
export interface ReportArguments extends DatabaseArguments {
  readonly command: "report";
  readonly companyId: string;
  /** As given: `2026`, `2026-Q4` or `2026-11`. */
  readonly period: string;
  readonly span: Span;
  /** By currency and quarter, month or year. */
  readonly rates: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly asOf: CalendarDay | undefined;
  readonly format: "table" | "json" | "csv";
}

/** Parses the arguments of `faktura report`. @throws UsageError that says what is wrong */
export function readReportArguments(positionals: readonly string[], values: OptionValues): ReportArguments {
  const database = requireDatabase(positionals, values, ["company", "period", "rate", "as-of", "json", "csv"]);
  const companyId = requireOneCompany(values);
  const { period, rate: rates = [], "as-of": asOf, json = false, csv = false } = values;
  if (period === undefined) throw new UsageError("Name a period with --period, such as 2026-Q4.");
  const span = spanOfPeriod(period);
  if (span === undefined) {
    throw new UsageError(
      `--period must be a year, a quarter or a month such as 2026, 2026-Q4 or 2026-11, not ${period}.`,
    );
  }
  if (span.from < "1900") throw new UsageError(`--period must be in 1900 or later, not ${period}.`);
  if (json && csv) throw new UsageError("Name only one of --json and --csv.");
  return {
    command: "report",
    ...database,
    companyId,
    period,
    span,
    rates: readRates(rates, span.to),
    asOf: requireDay("--as-of", asOf),
    format: json ? "json" : csv ? "csv" : "table",
  };
}

/** A rate without a period is of the last quarter and, for the import scheme, of the last month. */
function readRates(texts: readonly string[], last: CalendarDay): ReportArguments["rates"] {
  const rates: Record<string, Record<string, number>> = {};
  const quarter = quarterOf(last);
  const ofMonth = new Map<string, number>();
  for (const text of texts) {
    const groups =
      /^(?<currency>[A-Z]{3})(?:@(?<of>\d{4}(?:-(?:Q[1-4]|\d\d))?))?=(?<rate>\d{1,10}(?:\.\d{1,9})?)$/.exec(
        text,
      )?.groups;
    const { currency = "", of = quarter, rate = "0" } = groups ?? {};
    if (currency === "EUR") {
      throw new UsageError(
        `--rate must name a currency other than EUR, because it gives the value of one euro: ${text}.`,
      );
    }
    if (groups !== undefined && (Number(rate) < EURO_RATE_RANGE.min || Number(rate) > EURO_RATE_RANGE.max)) {
      throw new UsageError(`--rate must be from 0.000001 to 1000000000, not ${text}.`);
    }
    if (!isCurrencyCode(currency)) {
      throw new UsageError(`--rate must be <currency>=<rate>, such as SEK=11.2 or SEK@2026-Q3=11.1, not ${text}.`);
    }
    const ofCurrency = rates[currency] ?? {};
    if (ofCurrency[of] !== undefined)
      throw new UsageError(`--rate names two rates of ${currency} for ${of}. Name one.`);
    rates[currency] = { ...ofCurrency, [of]: Number(rate) };
    if (of === quarter) ofMonth.set(currency, Number(rate));
  }
  for (const [currency, rate] of ofMonth) rates[currency] = { [monthOf(last)]: rate, ...rates[currency] };
  return rates;
}
