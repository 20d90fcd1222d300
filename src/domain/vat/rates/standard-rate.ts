import { type CalendarDay, isCalendarDay, requireCalendarDay } from "../../calendar.ts";
import { insteadOf } from "../../instead-of.ts";
import { isVatAreaId } from "../territory/areas.ts";
import { countryCodeFault, isCountryCode, noCountry } from "../territory/country.ts";
import { vatTerritory } from "../territory/membership.ts";
import { STANDARD_RATES, type VatRate, type VatRates } from "./rate-table.ts";

/** The rows of the table, with the percentages parsed. */
const BUILT_IN = new Map(
  Object.entries<readonly VatRate[]>(STANDARD_RATES).map(([code, rows]) => [code, rows.map(readRow)]),
);

function readRow({ since, percent }: VatRate) {
  return { since, ratePercent: Number(percent) };
}

const PERCENT = /^(?:\d{1,2}(?:\.\d{1,3})?|100)$/;

/**
 * The standard VAT rate of `country` on the calendar day `on`, in percent: `25.5` means 25.5 %. `undefined` if none is
 * known, because the table lacks the country or the day is before its first row. It is never 0 as a guess.
 *
 * - `country`: ISO 3166-1 alpha-2, or the id of an area with its own rate, such as `PT-30` (Madeira). Monaco is charged
 *   as France, the Isle of Man as the United Kingdom.
 * - `on`: `YYYY-MM-DD`, the tax point in the country's own calendar. No time zone is applied.
 * - `rates`: the host's own rows, in any order. A country listed there, even with an empty array, is read only from
 *   there; the others from {@link STANDARD_RATES}. List the rows of Monaco under `FR`, those of the Isle of Man under
 *   `GB`.
 *
 * @throws TypeError if `country` is no string, `on` is not a calendar day, or one of the host's rows has no calendar day or no percentage from
 *   0 to 100
 * @see Directive 2006/112/EC, article 93: the rate is the one in force when the chargeable event occurs
 *
 * @example
 * ```ts
 * import { standardVatRate } from "faktura/vat";
 *
 * console.log(standardVatRate("FI", "2024-08-31"), standardVatRate("FI", "2024-09-01")); // 24 25.5
 * ```
 */
export function standardVatRate(country: string, on: string, rates?: VatRates): number | undefined {
  if (typeof country !== "string") throw noCountry(country);
  requireCalendarDay(on);
  if (rates !== undefined) requireRows(country, rates);
  return rateInForce(vatTerritory(country), on, rates);
}

/** Like {@link standardVatRate}, for a territory and a day that has been checked. */
export function rateInForce(territory: string, on: CalendarDay, rates: VatRates | undefined): number | undefined {
  if (rates !== undefined && Object.hasOwn(rates, territory)) return hostRate(territory, rates[territory]!, on);
  for (const { since, ratePercent } of BUILT_IN.get(territory) ?? []) if (since <= on) return ratePercent;
  return undefined;
}

/**
 * Checks every row of the host's own rates, so that a mistake is found at start-up.
 *
 * @throws TypeError that names the country and the row
 */
export function requireVatRates(rates: VatRates): void {
  requireByCountry(rates);
  for (const country of Object.keys(rates)) {
    const territory = vatTerritory(country);
    if (!isCountryCode(country) && !isVatAreaId(country)) throw new TypeError(`rates: ${countryCodeFault(country)}`);
    if (territory !== country)
      throw new TypeError(`rates: ${country} is charged as ${territory}; list its rates under ${territory}`);
    requireRows(country, rates);
    for (const row of rates[country]!) requireRow(country, row);
  }
}

function requireByCountry(rates: VatRates): void {
  if (typeof rates === "object" && rates !== null) return;
  throw new TypeError(`rates must be an object that lists rates by country${insteadOf(rates)}`);
}

/** Checks that the rows of a country, if there are any, are a list. */
function requireRows(country: string, rates: VatRates): void {
  requireByCountry(rates);
  const rows = Object.hasOwn(rates, country) ? rates[country] : [];
  if (Array.isArray(rows)) return;
  throw new TypeError(`rates: ${country} must be an array of { since, percent, source }${insteadOf(rows)}`);
}

/** If a row with a misspelt day were skipped, the old rate would be charged silently. */
function requireRow(country: string, row: VatRate): void {
  if (isCalendarDay(row?.since) && PERCENT.test(row.percent)) return;
  const expected = 'since is a day, YYYY-MM-DD, and percent "0" to "100" with at most three decimals';
  throw new TypeError(`${JSON.stringify(row)} is not a VAT rate of ${country}: ${expected}`);
}

function hostRate(country: string, rows: readonly VatRate[], on: string): number | undefined {
  let latest: VatRate | undefined;
  for (const row of rows) {
    requireRow(country, row);
    if (row.since <= on && (latest === undefined || row.since > latest.since)) latest = row;
  }
  return latest && Number(latest.percent);
}
