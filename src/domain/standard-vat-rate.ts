import { type CalendarDay, isCalendarDay, requireCalendarDay } from "./calendar.ts";
import { countryCodeFault, isCountryCode } from "./country.ts";
import { vatTerritory } from "./territory-standing.ts";
import { isVatAreaId } from "./vat-area.ts";
import { STANDARD_RATES, type VatRate, type VatRates } from "./vat-rates.ts";

/** The table's rows with their percentages read. */
const BUILT_IN = new Map(
  Object.entries<readonly VatRate[]>(STANDARD_RATES).map(([code, rows]) => [code, rows.map(readRow)]),
);

function readRow({ since, percent }: VatRate) {
  return { since, ratePercent: Number(percent) };
}

const PERCENT = /^(?:\d{1,2}(?:\.\d{1,3})?|100)$/;

/**
 * The standard VAT rate of `country` on the calendar day `on`, in percent: `25.5` means 25.5 %. `undefined` where none
 * is known: a country the table does not have, or a day before its first row; never 0 as a guess.
 *
 * - `country`: ISO 3166-1 alpha-2, or the id of an area with a rate of its own, such as `PT-30` (Madeira). Monaco is
 *   charged as France, the Isle of Man as the United Kingdom.
 * - `on`: `YYYY-MM-DD`, the tax point in the country's own calendar. No time zone is applied.
 * - `rates`: rows of the host's own, in any order. A country that has some, even an empty list, is read from there
 *   alone; the others from {@link STANDARD_RATES}. Rows for Monaco stand under `FR`, for the Isle of Man under `GB`.
 *
 * @throws TypeError when `on` is no calendar day, or a row of the host's has none or no percentage from 0 to 100
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
  requireCalendarDay(on);
  return rateInForce(vatTerritory(country), on, rates);
}

/** {@link standardVatRate} of a territory, on what is known to be a calendar day. */
export function rateInForce(territory: string, on: CalendarDay, rates: VatRates | undefined): number | undefined {
  if (rates !== undefined && Object.hasOwn(rates, territory)) return hostRate(territory, rates[territory]!, on);
  for (const { since, ratePercent } of BUILT_IN.get(territory) ?? []) if (since <= on) return ratePercent;
  return undefined;
}

/**
 * Makes sure that every row of the host's own rates can be used, so that a slip is found at start-up.
 *
 * @throws TypeError that names the country and the row
 */
export function requireVatRates(rates: VatRates): void {
  if (typeof rates !== "object" || rates === null) throw new TypeError("rates is an object of rows by country");
  for (const [country, rows] of Object.entries(rates)) {
    const territory = vatTerritory(country);
    if (!isCountryCode(country) && !isVatAreaId(country)) throw new TypeError(`rates: ${countryCodeFault(country)}`);
    if (territory !== country) throw new TypeError(`rates: ${country} is charged as ${territory}; list it there`);
    if (!Array.isArray(rows)) throw new TypeError(`rates: ${country} needs a list of { since, percent, source }`);
    for (const row of rows) requireRow(country, row);
  }
}

/** A row that is skipped because its day is misspelt would charge the old rate in silence. */
function requireRow(country: string, { since, percent }: VatRate): void {
  if (isCalendarDay(since) && PERCENT.test(percent)) return;
  throw new TypeError(`not a VAT rate of ${country}: ${percent} % since ${since}`);
}

function hostRate(country: string, rows: readonly VatRate[], on: string): number | undefined {
  let latest: VatRate | undefined;
  for (const row of rows) {
    requireRow(country, row);
    if (row.since <= on && (latest === undefined || row.since > latest.since)) latest = row;
  }
  return latest && Number(latest.percent);
}
