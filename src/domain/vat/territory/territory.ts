import { type CalendarDay, requireCalendarDay } from "../../calendar.ts";
import { insteadOf } from "../../instead-of.ts";
import type { VatCategory } from "../category.ts";
import type { Supply } from "../vat-table.ts";
import { VAT_AREAS, type VatArea, vatAreaOf } from "./areas.ts";
import { COUNTRY_CODES, countryName, noCountry } from "./country.ts";
import { isMemberState, TIED_TERRITORIES, vatTerritory } from "./membership.ts";

/** The first day after the United Kingdom's transition period, from which the Windsor Framework applies. */
const NORTHERN_IRELAND_SINCE: CalendarDay = "2021-01-01";

/** A place with one set of VAT rules. */
export interface VatTerritory {
  /** For comparing places: ISO 3166-1 alpha-2 (`FR` for Monaco), or the id of an area outside the EU VAT area. */
  readonly id: string;
  /** Its key in a table of standard rates: {@link id}, or the id of an area with its own one. */
  readonly ratesId: string;
  /** The country whose rate it is, ISO 3166-1 alpha-2. */
  readonly rateCountry: string;
  /** Whose rate it is, in English: the area's if it has its own, otherwise the state's. */
  readonly rateName: string;
  /** The state whose VAT numbers businesses there have, ISO 3166-1 alpha-2: `FI` for Åland. */
  readonly numbersOf: string;
  /** In English, for the middle of a sentence. */
  readonly name: string;
  /** EN 16931's category of the standard rate: `S`, or `L` or `M` in Spain's islands and cities. */
  readonly category: VatCategory;
  /** The area that the postal code identified. */
  readonly area: VatArea | undefined;
  /** Its index among all territories: 0 to {@link TERRITORY_COUNT} - 1. */
  readonly index: number;
}

/** Made once: making a territory takes longer than the rest of a decision. */
const COUNTRIES: ReadonlyMap<string, VatTerritory> = new Map(
  COUNTRY_CODES.map((code, index) => [code, wholeCountry(code, index)]),
);
const AREAS: ReadonlyMap<VatArea, VatTerritory> = new Map(
  Object.entries(VAT_AREAS)
    .flatMap(([country, areas]) => areas.map((area) => ({ state: vatTerritory(country), area })))
    .map(({ state, area }, index) => [area, areaTerritory(state, area, COUNTRIES.size + index)]),
);

/**
 * The id by which a sale compares a territory: Swiss law makes Switzerland, Liechtenstein and Büsingen one.
 *
 * @see MWSTG (SR 641.20), article 3(a), with article 3(2) of the customs act; in force since 2010-01-01
 */
export function inlandOf({ id }: VatTerritory, on: CalendarDay): string {
  return (id === "LI" || id === "DE-Büsingen") && on >= "2010-01-01" ? "CH" : id;
}

/** How many territories there are: the countries, and the areas that a postal code identifies. */
export const TERRITORY_COUNT = COUNTRIES.size + AREAS.size;

/**
 * The territory of an address. `country` must be a country code. A postal code that is not an area's changes nothing.
 */
export function vatTerritoryOf(country: string, postalCode?: string): VatTerritory {
  const area = postalCode === undefined ? undefined : vatAreaOf(country, postalCode);
  return (area === undefined ? COUNTRIES.get(country) : AREAS.get(area)) ?? wholeCountry(country, Number.NaN);
}

/** The territory of a country code, of the id of an area, or of `XI`, Northern Ireland. */
export function territoryWithId(id: string): VatTerritory {
  if (id === "XI") return vatTerritoryOf("GB", "BT1");
  for (const [area, territory] of AREAS) if (area.id === id && id.length > 2) return territory;
  return vatTerritoryOf(id);
}

function wholeCountry(country: string, index: number): VatTerritory {
  const id = vatTerritory(country);
  const numbersOf = id === "LI" ? "CH" : Object.hasOwn(TIED_TERRITORIES, id) ? TIED_TERRITORIES[id]!.to : id;
  const rateName = countryName(id);
  const name = countryName(country);
  return { id, ratesId: id, rateCountry: id, rateName, numbersOf, name, category: "S", area: undefined, index };
}

function areaTerritory(state: string, area: VatArea, index: number): VatTerritory {
  const { id: areaId, name, category = "S", standing, ratesOf } = area;
  const rateCountry = ratesOf ?? (areaId.length === 2 ? areaId : state);
  const id = standing === "outside" ? areaId : state;
  const ratesId = ratesOf ?? (standing === "outside" || standing === "with-own-rate" ? areaId : state);
  const rateName = standing === "for-goods" || ratesOf ? countryName(rateCountry) : name;
  // San Marino and the Vatican have Italian postal codes, but are not part of Italy.
  const numbersOf = areaId.length > 2 || Object.hasOwn(TIED_TERRITORIES, areaId) ? state : areaId;
  return { id, ratesId, rateCountry, rateName, numbersOf, name, category, area, index };
}

/** French departments outside the EU VAT area, whose rates are for other things than those of the rest of France. */
const WITHOUT_INHERITED_RATES = ["GP", "MQ", "RE"];

/**
 * The keys under which `vatRates` of a product have its rate in a territory, its own first: the territory's or the area's
 * id, or `XI` for goods in Northern Ireland; then that of its state.
 */
export function ratesKeysOf({ id, area, numbersOf }: VatTerritory, supply: Supply | undefined): readonly string[] {
  if (area?.ratesOf !== undefined) return [area.id, area.ratesOf];
  const isForGoods = area?.standing === "for-goods";
  const own = isForGoods ? (supply === "goods" ? "XI" : id) : (area?.id ?? id);
  return own === numbersOf || WITHOUT_INHERITED_RATES.includes(own) ? [own] : [own, numbersOf];
}

/** Whether the territory is in the EU VAT area on the day `on`, for sales of `supply`. */
export function isTerritoryInEu({ id, area }: VatTerritory, on: CalendarDay, supply: Supply | undefined): boolean {
  if (area?.standing === "for-goods" && supply === "goods" && on >= NORTHERN_IRELAND_SINCE) return true;
  return isMemberState(id, on);
}

/**
 * Whether `country` (ISO 3166-1 alpha-2) is in the EU VAT area on the calendar day `on`. Monaco is, as part of France.
 * Åland (`AX`), the French overseas departments (`GP MQ RE GF YT MF`) and the overseas territories are not. A postal
 * code identifies areas without their own country code: the Canary Islands are outside, the rest of Spain is
 * inside. Northern Ireland counts as outside here; since 2021 it is inside for goods only.
 *
 * @throws TypeError if `country` or `postalCode` is no string, or `on` is not a calendar day
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
  return isTerritoryInEu(territoryOn(country, on, postalCode), on, undefined);
}

/**
 * The territory of an address, for functions whose arguments nobody has checked.
 *
 * @throws TypeError if `country` or `postalCode` is no string, or `on` is not a calendar day
 */
export function territoryOn(country: string, on: CalendarDay, postalCode: string | undefined): VatTerritory {
  if (typeof country !== "string") throw noCountry(country);
  requireCalendarDay(on);
  if (postalCode !== undefined && typeof postalCode !== "string") {
    throw new TypeError(`postalCode must be a string such as "35001"${insteadOf(postalCode)}`);
  }
  return vatTerritoryOf(country, postalCode);
}
