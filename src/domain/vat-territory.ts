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

/** The last day of the transition period, in which the United Kingdom still counted as a member state. */
const LAST_DAY_OF_TRANSITION: CalendarDay = "2020-12-31";

/**
 * The states of the EU VAT area, each from the day of its accession.
 *
 * @see Directive 2006/112/EC, article 5; Withdrawal Agreement (2019/C 384 I/01), articles 126 and 127
 */
export const MEMBER_STATES: Readonly<Record<string, Membership>> = {
  ...since("1958-01-01", "BE DE FR IT LU NL"),
  ...since("1973-01-01", "DK IE"),
  ...since("1981-01-01", "GR"),
  ...since("1986-01-01", "ES PT"),
  ...since("1995-01-01", "AT FI SE"),
  ...since("2004-05-01", "CY CZ EE HU LT LV MT PL SI SK"),
  ...since("2007-01-01", "BG RO"),
  ...since("2013-07-01", "HR"),
  GB: { since: "1973-01-01", until: LAST_DAY_OF_TRANSITION },
};

/** Codes of ISO 3166-1 that the directive treats as another country's. @see Directive 2006/112/EC, article 7 */
export const TREATED_AS: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/** A territory outside the EU VAT area although tied to the member state `to`. */
interface TiedTerritory {
  readonly to: string;
  /** The articles that leave it outside, of Directive 2006/112/EC where no other act is named. */
  readonly law: string;
  /** The last day of the tie: British territories are third countries like any other since the United Kingdom left. */
  readonly until?: CalendarDay;
}

/** Codes of ISO 3166-1 outside the EU VAT area although tied to a member state, with the articles that say so. */
export const TIED_TERRITORIES: Readonly<Record<string, TiedTerritory>> = {
  ...tied("AX", { to: "FI", law: "article 6(1)(d)" }),
  ...tied("FO", { to: "DK", law: "TFEU, article 355(5)(a)" }),
  ...tied("GL", { to: "DK", law: "TFEU, article 355(2)" }),
  ...tied("GF GP MF MQ RE YT", { to: "FR", law: "article 6(1)(c)" }),
  ...tied("BL NC PF PM TF WF", { to: "FR", law: "TFEU, article 355(2)" }),
  ...tied("AW BQ CW SX", { to: "NL", law: "TFEU, article 355(2)" }),
  ...tied("GG JE", { to: "GB", law: "article 6(1)(e)", until: LAST_DAY_OF_TRANSITION }),
  ...tied("GI", { to: "GB", law: "Act of Accession of 1972, article 28", until: LAST_DAY_OF_TRANSITION }),
  ...tied("AI BM FK GS IO KY MS PN SH TC VG", { to: "GB", law: "TFEU, article 355(2)", until: LAST_DAY_OF_TRANSITION }),
};

/** What a code of ISO 3166-1 is to the EU VAT area, without regard to postal codes. */
export type TerritoryStanding =
  | { readonly standing: "member" | "third" }
  | { readonly standing: "treated-as" | "tied"; readonly of: string; readonly law: string };

/** What `code` is to the EU VAT area on the day `on`: exactly one standing for every code; `third` where none other. */
export function territoryStanding(code: string, on: CalendarDay): TerritoryStanding {
  if (Object.hasOwn(TREATED_AS, code)) return { standing: "treated-as", of: TREATED_AS[code]!, law: "article 7(1)" };
  if (isMemberState(code, on)) return { standing: "member" };
  if (!Object.hasOwn(TIED_TERRITORIES, code)) return { standing: "third" };
  const { to, law, until } = TIED_TERRITORIES[code]!;
  return until === undefined || on <= until ? { standing: "tied", of: to, law } : { standing: "third" };
}

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

function since(day: CalendarDay, codes: string): Record<string, Membership> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, { since: day }]));
}

function tied(codes: string, territory: TiedTerritory): Record<string, TiedTerritory> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, territory]));
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
 * code tells areas that the country's code does not: the Canary Islands do not lie in it, the rest of Spain does.
 * Northern Ireland, which since 2021 is in it for goods alone, counts as outside here.
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
