import { type CalendarDay, requireCalendarDay } from "./calendar.ts";

/** From when to when a state belongs to the EU VAT area; both days inclusive. */
interface Membership {
  readonly since: CalendarDay;
  readonly until?: CalendarDay;
}

/**
 * The states of the EU VAT area. Accession dates back to 2007 matter to nobody's invoices any more, so they read as
 * "always"; Croatia joined in 2013, and the United Kingdom left when the transition period ended.
 *
 * @see Directive 2006/112/EC, article 5; Withdrawal Agreement (2019/C 384 I/01), articles 126 and 127
 */
const EU_VAT_AREA: Readonly<Record<string, Membership>> = {
  ...Object.fromEntries(
    "AT BE BG CY CZ DE DK EE ES FI FR GR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
      .split(" ")
      .map((country) => [country, { since: "0001-01-01" }]),
  ),
  HR: { since: "2013-07-01" },
  GB: { since: "0001-01-01", until: "2020-12-31" },
};

/** Territories of ISO 3166-1 that the directive treats as another country. @see Directive 2006/112/EC, article 7 */
const TREATED_AS: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/**
 * The country as which `country` counts for VAT: `FR` for `MC` (Monaco), `GB` for `IM` (Isle of Man), else itself.
 * Places of supply are compared by this, never by the bare code.
 *
 * @see Directive 2006/112/EC, article 7
 */
export function vatTerritory(country: string): string {
  return Object.hasOwn(TREATED_AS, country) ? (TREATED_AS[country] as string) : country;
}

/**
 * Whether `country` (ISO 3166-1 alpha-2) lies in the EU VAT area on the calendar day `on`. Monaco does, as France;
 * Åland (`AX`), the French overseas departments (`GP MQ RE GF YT MF`) and the overseas territories do not.
 *
 * @throws TypeError when `on` is no calendar day
 * @see Directive 2006/112/EC, articles 5 to 7
 *
 * @example
 * ```ts
 * import { isEuVatTerritory } from "faktura/vat";
 *
 * console.log(isEuVatTerritory("GB", "2020-12-31"), isEuVatTerritory("GB", "2021-01-01")); // true false
 * ```
 */
export function isEuVatTerritory(country: string, on: CalendarDay): boolean {
  requireCalendarDay(on);
  const territory = vatTerritory(country);
  if (!Object.hasOwn(EU_VAT_AREA, territory)) return false;
  const { since, until } = EU_VAT_AREA[territory] as Membership;
  return since <= on && (until === undefined || on <= until);
}
