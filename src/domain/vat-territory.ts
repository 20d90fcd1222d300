import { type CalendarDay, requireCalendarDay } from "./calendar.ts";
import { COUNTRY_CODES, countryName } from "./country.ts";
import { isMemberState, TIED_TERRITORIES, vatTerritory } from "./territory-standing.ts";
import { VAT_AREAS, type VatArea, vatAreaOf } from "./vat-area.ts";
import type { VatCategory } from "./vat-category.ts";
import type { Supply } from "./vat-table.ts";

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
  /** Whose rate it is, in English: of the area where it has its own, of the state otherwise. */
  readonly rateName: string;
  /** The state whose VAT numbers businesses there may have, ISO 3166-1 alpha-2: `FI` for Åland. */
  readonly numbersOf: string;
  /** In English, fit for the middle of a sentence. */
  readonly name: string;
  /** EN 16931's category where the standard rate is charged: `S`, and `L` or `M` of Spain's islands and cities. */
  readonly category: VatCategory;
  /** The area that the postal code told. */
  readonly area: VatArea | undefined;
  /** Its place among all territories, from 0 up to {@link TERRITORY_COUNT}. */
  readonly index: number;
}

/** Made once, because making a territory takes longer than all the rest of a decision. */
const COUNTRIES: ReadonlyMap<string, VatTerritory> = new Map(
  COUNTRY_CODES.map((code, index) => [code, wholeCountry(code, index)]),
);
const AREAS: ReadonlyMap<VatArea, VatTerritory> = new Map(
  Object.entries(VAT_AREAS)
    .flatMap(([country, areas]) => areas.map((area) => ({ state: vatTerritory(country), area })))
    .map(({ state, area }, index) => [area, areaTerritory(state, area, COUNTRIES.size + index)]),
);

/** How many territories there are: countries, and areas that a postal code identifies. */
export const TERRITORY_COUNT = COUNTRIES.size + AREAS.size;

/** The territory of an address. `country` must be a country code; a postal code that tells no area changes nothing. */
export function vatTerritoryOf(country: string, postalCode?: string): VatTerritory {
  const area = vatAreaOf(country, postalCode);
  return (area === undefined ? COUNTRIES.get(country) : AREAS.get(area)) ?? wholeCountry(country, Number.NaN);
}

function wholeCountry(country: string, index: number): VatTerritory {
  const id = vatTerritory(country);
  const numbersOf = Object.hasOwn(TIED_TERRITORIES, id) ? TIED_TERRITORIES[id]!.to : id;
  const rateName = countryName(id);
  const name = countryName(country);
  return { id, ratesId: id, rateCountry: id, rateName, numbersOf, name, category: "S", area: undefined, index };
}

function areaTerritory(state: string, area: VatArea, index: number): VatTerritory {
  const rateCountry = area.id.length === 2 ? area.id : state;
  const { id: areaId, name, category = "S", standing } = area;
  const id = standing === "outside" ? areaId : state;
  const isOwnRate = standing !== "for-goods";
  const [ratesId, rateName] = isOwnRate ? [areaId, name] : [state, countryName(state)];
  return { id, ratesId, rateCountry, rateName, numbersOf: state, name, category, area, index };
}

/** Whether sales of `supply` in the territory fall under the EU's VAT on the day `on`. */
export function isTerritoryInEu({ id, area }: VatTerritory, on: CalendarDay, supply: Supply | undefined): boolean {
  if (area?.standing === "for-goods" && supply === "goods" && on >= NORTHERN_IRELAND_SINCE) return true;
  return isMemberState(id, on);
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
