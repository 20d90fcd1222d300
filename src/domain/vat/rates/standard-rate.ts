import { type CalendarDay, isCalendarDay, requireCalendarDay } from "../../calendar.ts";
import { insteadOf } from "../../instead-of.ts";
import { notOneOf } from "../../known-names.ts";
import { vatAreaIdsIn } from "../territory/areas.ts";
import { countryCodeFault, isCountryCode, noCountry } from "../territory/country.ts";
import { vatTerritory } from "../territory/membership.ts";
import { STANDARD_RATES, VAT_RATE_KINDS, type VatRate, type VatRates } from "./rate-table.ts";
import { RATES_LIKE } from "./reduced-rate-table.ts";

const BUILT_IN = new Map(
  Object.entries<readonly string[]>(STANDARD_RATES).map(([id, rows]) => [id, rows.map(readRow)]),
);

function readRow(text: string): VatRate {
  const [percent, since] = text.split(" ") as [string, CalendarDay];
  return { percent, since };
}

const PERCENT = /^(?:\d{1,2}(?:\.\d{1,3})?|100)$/;

/**
 * The standard VAT rate of `country` on the calendar day `on`, in percent: `25.5` means 25.5 %. `undefined` if none is
 * known, because the table lacks the country or the day is before its first row. It is never 0 as a guess.
 *
 * - `country`: ISO 3166-1 alpha-2, or the id of an area with its own rate, such as `PT-30` (Madeira). Monaco is charged
 *   as France, the Isle of Man as the United Kingdom.
 * - `on`: `YYYY-MM-DD`, the tax point in the country's own calendar. No time zone is applied.
 * - `rates`: the host's own rows, in any order. If it lists standard rates of a country, or an empty array, they replace
 *   those of {@link STANDARD_RATES}. Rows of other kinds do not matter here. List the rows of Monaco under `FR`, those of
 *   the Isle of Man under `GB`.
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
  return rateInForce(vatTerritory(country), on, rates);
}

/** Like {@link standardVatRate}, for a territory and a day that has been checked. */
export function rateInForce(territory: string, on: CalendarDay, rates: VatRates | undefined): number | undefined {
  const row = standardRow(territory, on, rates);
  return row && Number(row.percent);
}

/** The row of the standard rate in force. The host's standard rows replace the built-in ones, and so does an empty list. */
export function standardRow(territory: string, on: CalendarDay, rates: VatRates | undefined): VatRate | undefined {
  const own = hostRows(territory, rates);
  if (own !== undefined && (own.length === 0 || own.some(isStandard))) return latestStandard(own, on);
  for (const row of BUILT_IN.get(territory) ?? []) if (row.since <= on) return row;
  return undefined;
}

/**
 * The host's rows of a territory, checked; `undefined` if it lists none.
 *
 * @throws TypeError that names the country and the row
 */
export function hostRows(territory: string, rates: VatRates | undefined): readonly VatRate[] | undefined {
  if (rates === undefined) return undefined;
  requireByCountry(rates);
  if (!Object.hasOwn(rates, territory)) return undefined;
  const rows: unknown = rates[territory];
  if (!Array.isArray(rows)) {
    const expected = `rates: ${territory} must be an array of { since, percent, kind, source }`;
    throw new TypeError(expected + insteadOf(rows));
  }
  for (const row of rows) requireRow(territory, row);
  return rows;
}

/** Whose standard rate applies in a territory: `FR` for Corsica, `GB` for `XI`, else its own. */
export function standardRateLike(territory: string): string {
  return BUILT_IN.has(territory) ? territory : (RATES_LIKE.get(territory) ?? territory);
}

export function isStandard({ kind = "standard" }: VatRate): boolean {
  return kind === "standard";
}

/** Whether the days of a row include this one. A standard rate also ends when the next one begins. */
export function isInForce({ since, until }: VatRate, on: CalendarDay): boolean {
  return since <= on && (until === undefined || on <= until);
}

function latestStandard(rows: readonly VatRate[], on: CalendarDay): VatRate | undefined {
  let latest: VatRate | undefined;
  for (const row of rows) {
    if (isStandard(row) && isInForce(row, on) && (latest === undefined || row.since > latest.since)) latest = row;
  }
  return latest;
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
    if (!isCountryCode(country) && !vatAreaIdsIn(country).includes(country))
      throw new TypeError(`rates: ${countryCodeFault(country)}`);
    if (territory !== country)
      throw new TypeError(`rates: ${country} is charged as ${territory}; list its rates under ${territory}`);
    hostRows(country, rates);
  }
}

function requireByCountry(rates: VatRates): void {
  if (typeof rates === "object" && rates !== null) return;
  throw new TypeError(`rates must be an object that lists rates by country${insteadOf(rates)}`);
}

/** If a row with a misspelt day were skipped, the old rate would be charged silently. */
function requireRow(country: string, row: VatRate): void {
  const fault = rowFault(country, row);
  if (fault !== undefined) throw new TypeError(`${JSON.stringify(row)} is not a VAT rate of ${country}: ${fault}`);
}

function rowFault(country: string, row: VatRate): string | undefined {
  if (!isCalendarDay(row?.since) || !PERCENT.test(row.percent)) {
    return 'since is a day, YYYY-MM-DD, and percent "0" to "100" with at most three decimals';
  }
  const { kind = "standard", until = row.since } = row;
  if (!VAT_RATE_KINDS.includes(kind)) return `kind ${notOneOf(VAT_RATE_KINDS, kind)}`;
  if (!isCalendarDay(until) || until < row.since) return "until is a day, YYYY-MM-DD, not before since";
  const like = kind === "standard" ? standardRateLike(country) : country;
  return like === country ? undefined : `its standard rate is that of ${like}; list it under ${like}`;
}
