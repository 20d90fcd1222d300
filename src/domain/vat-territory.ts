import { type CalendarDay, requireCalendarDay } from "./calendar.ts";
import { countryName } from "./country.ts";
import { type VatArea, vatAreaOf } from "./vat-area.ts";
import type { VatCategory } from "./vat-category.ts";
import type { Supply } from "./vat-table.ts";

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
export const MEMBER_STATES: Readonly<Record<string, Membership>> = {
  ...Object.fromEntries(
    "AT BE BG CY CZ DE DK EE ES FI FR GR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
      .split(" ")
      .map((country) => [country, { since: "0001-01-01" }]),
  ),
  HR: { since: "2013-07-01" },
  GB: { since: "0001-01-01", until: "2020-12-31" },
};

/** Codes of ISO 3166-1 that the directive treats as another country's. @see Directive 2006/112/EC, article 7 */
export const TREATED_AS: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/** Codes of ISO 3166-1 outside the EU VAT area although tied to a member state, with the articles that say so. */
export const TIED_TERRITORIES: Readonly<Record<string, { readonly to: string; readonly law: string }>> = {
  AX: { to: "FI", law: "article 6(1)(d)" },
};

/** The Windsor Framework applies from the day after the United Kingdom left. */
const NORTHERN_IRELAND_SINCE: CalendarDay = "2021-01-01";

/** A place as VAT sees it. */
export interface VatTerritory {
  /** What places are compared by: ISO 3166-1 alpha-2 (`FR` for Monaco), or the id of an area outside the EU VAT area. */
  readonly id: string;
  /** Its key in a table of rates: {@link id}, or the id of an area with a rate of its own. */
  readonly ratesId: string;
  /** ISO 3166-1 alpha-2 of the country whose rate it is. */
  readonly rateCountry: string;
  /** In English, fit for the middle of a sentence. */
  readonly name: string;
  /** EN 16931's category where the standard rate is charged: `S`, and `L` or `M` of Spain's islands and cities. */
  readonly category: VatCategory;
  /** The area that the postal code told. */
  readonly area: VatArea | undefined;
}

/** The territory of an address. `country` must be a country code; a postal code that tells no area changes nothing. */
export function vatTerritoryOf(country: string, postalCode?: string): VatTerritory {
  const area = vatAreaOf(country, postalCode);
  const state = vatTerritory(country);
  if (area === undefined) {
    const name = countryName(country);
    return { id: state, ratesId: state, rateCountry: state, name, category: "S", area };
  }
  const rateCountry = area.id.length === 2 ? area.id : state;
  const { name, category = "S" } = area;
  return {
    id: area.standing === "outside" ? area.id : state,
    ratesId: area.standing === "for-goods" ? state : area.id,
    ...{ rateCountry, name, category, area },
  };
}

/** Whether sales of `supply` in the territory fall under the EU's VAT on the day `on`. */
export function isTerritoryInEu({ id, area }: VatTerritory, on: CalendarDay, supply: Supply | undefined): boolean {
  if (area?.standing === "for-goods" && supply === "goods" && on >= NORTHERN_IRELAND_SINCE) return true;
  return isMemberState(id, on);
}

function isMemberState(id: string, on: CalendarDay): boolean {
  if (!Object.hasOwn(MEMBER_STATES, id)) return false;
  const { since, until } = MEMBER_STATES[id]!;
  return since <= on && (until === undefined || on <= until);
}

/**
 * The country as which `country` counts for VAT: `FR` for `MC` (Monaco), `GB` for `IM` (Isle of Man), else itself.
 * Places of supply are compared by this, never by the bare code.
 *
 * @see Directive 2006/112/EC, article 7
 */
export function vatTerritory(country: string): string {
  return Object.hasOwn(TREATED_AS, country) ? TREATED_AS[country]! : country;
}

/**
 * Whether `country` (ISO 3166-1 alpha-2) lies in the EU VAT area on the calendar day `on`. Monaco does, as France;
 * Åland (`AX`), the French overseas departments (`GP MQ RE GF YT MF`) and the overseas territories do not. A postal
 * code tells areas apart that have no code: the Canary Islands do not lie in it, the rest of Spain does. Northern
 * Ireland, which is in it for goods alone, counts as outside here.
 *
 * @throws TypeError when `on` is no calendar day
 * @see Directive 2006/112/EC, articles 5 to 7
 *
 * @example
 * ```ts
 * import { isEuVatTerritory } from "faktura/vat";
 *
 * console.log(isEuVatTerritory("GB", "2020-12-31"), isEuVatTerritory("GB", "2021-01-01")); // true false
 * console.log(isEuVatTerritory("ES", "2026-11-20"), isEuVatTerritory("ES", "2026-11-20", "35001")); // true false
 * ```
 */
export function isEuVatTerritory(country: string, on: CalendarDay, postalCode?: string): boolean {
  requireCalendarDay(on);
  return isTerritoryInEu(vatTerritoryOf(country, postalCode), on, undefined);
}
