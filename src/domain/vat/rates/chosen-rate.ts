import type { CalendarDay } from "../../calendar.ts";
import { insteadOf, insteadOfText, isPromise } from "../../instead-of.ts";
import { Refusal } from "../../refusal.ts";
import { vatAreaIdsIn, vatAreasIn } from "../territory/areas.ts";
import { countryCodeFault, isCountryCode } from "../territory/country.ts";
import { vatTerritory } from "../territory/membership.ts";
import { ratesKeysOf, type VatTerritory } from "../territory/territory.ts";
import type { Supply } from "../vat-table.ts";
import { type LawfulVatRate, lawfulRates } from "./lawful-rates.ts";
import type { VatRates } from "./rate-table.ts";
import { REDUCED_RATES_SINCE, REGIONAL_RATES } from "./reduced-rate-table.ts";
import { rateInForce } from "./standard-rate.ts";

/**
 * The rate of a product in each state whose VAT may apply to it, in percent by territory: `{ DE: 7, AT: 10 }`. Keys are
 * ISO 3166-1 alpha-2, ids of areas such as `PT-30`, and `XI` for goods in Northern Ireland.
 */
export type VatRateChoice = Readonly<Record<string, number>>;

/** What is wrong with the keys and values of a choice, by key; under `""` if it is no object. */
export function rateChoiceFaults(choice: unknown): [key: string, detail: string][] {
  if (typeof choice !== "object" || choice === null || Array.isArray(choice) || isPromise(choice)) {
    return [["", `must be an object such as { DE: 7, AT: 10 }${insteadOf(choice)}`]];
  }
  return Object.entries(choice).flatMap(([key, rate]) => {
    const isPercent = Number.isFinite(rate) && rate >= 0 && rate <= 100;
    const detail =
      rateKeyFault(key) ?? (isPercent ? undefined : `must be a percentage from 0 to 100${insteadOfText(rate)}`);
    return detail === undefined ? [] : [[key, detail]];
  });
}

/** What is wrong with `id` as a country code, the id of an area or `XI`; `undefined` if nothing is. */
export function territoryFault(id: string): string | undefined {
  if (isCountryCode(id) || id === "XI") return undefined;
  const areas = vatAreaIdsIn(String(id));
  if (areas.includes(id)) return undefined;
  const named = areas.length > 0 ? `: ${areas.join(", ")}` : ' such as "PT-30"';
  return `${countryCodeFault(id)}, or the id of an area${named}`;
}

/** What is wrong with a key of a choice; `undefined` if nothing is. */
export function rateKeyFault(key: string): string | undefined {
  const fault = territoryFault(key);
  if (fault !== undefined || !isCountryCode(key)) return fault;
  const territory = vatTerritory(key);
  return territory === key ? undefined : `is charged as ${territory}; state its rate under ${territory}`;
}

/** A sale that VAT is charged on: where, what and when. */
interface ChargedSale {
  readonly ratedBy: VatTerritory;
  readonly supply: Supply | undefined;
  readonly on: CalendarDay;
}

/**
 * The rate that a choice has for a sale; `undefined` if no entry applies to it. The entry of an area comes before that of
 * its state.
 *
 * @throws Refusal `vat_rate_unknown` if the library does not know the lawful rates of that day, else `vat_rate_unlawful`
 *   if the rate is none of them
 */
export function chosenRate(
  choice: VatRateChoice,
  sale: ChargedSale,
  rates: VatRates | undefined,
): LawfulVatRate | undefined {
  const { ratedBy, supply, on } = sale;
  const keys = ratesKeysOf(ratedBy, supply);
  const key = keys.find((each) => Object.hasOwn(choice, each));
  if (key === undefined) return undefined;
  const [own] = keys as [string];
  const given = choice[key]!;
  const meant = key === own ? [given] : ratesInArea(own, key, given, on, rates);
  const lawful = lawfulRates(own, on, rates);
  const found = lawful.find(({ rate }) => meant.includes(rate));
  if (found !== undefined) return found;
  if (lawful.length === 0 || on < REDUCED_RATES_SINCE) {
    throw unknownRate(`It is not known whether ${given} % was a VAT rate in`, { name: ratedBy.name, ratesId: own }, on);
  }
  throw unlawfulRate(given, key, own, sale, lawful);
}

/** What a rate of a state is in one of its areas: itself, except in the Azores and Madeira. */
function ratesInArea(
  area: string,
  state: string,
  given: number,
  on: CalendarDay,
  rates: VatRates | undefined,
): readonly (number | undefined)[] {
  const regional = REGIONAL_RATES[area];
  if (regional === undefined) return [given];
  if (given === rateInForce(state, on, rates)) return [rateInForce(area, on, rates)];
  const isOfState = lawfulRates(state, on, rates).some(({ rate }) => rate === given);
  return isOfState ? (regional[given] ?? [given]) : [];
}

/** The refusal of a sale whose rate the library does not know. `what` is the beginning of its message. */
export function unknownRate(
  what: string,
  { name, ratesId }: Pick<VatTerritory, "name" | "ratesId">,
  on: CalendarDay,
): Refusal {
  const message = `${what} ${name} on ${on}; pass it in \`rates\` under "${ratesId}", or order with autoVat: false.`;
  return new Refusal("vat_rate_unknown", message);
}

function unlawfulRate(
  given: number,
  key: string,
  own: string,
  { ratedBy, on }: ChargedSale,
  lawful: readonly LawfulVatRate[],
): Refusal {
  const list = lawful.map(({ rate }) => rate).join(", ");
  const inPercent = given > 0 && given < 1 ? "; rates are in percent, such as 7" : "";
  const missing = key === own ? areaHint(given, own, on) : `; state the rate in ${ratedBy.name} under "${own}"`;
  const hint = inPercent + missing;
  const detail = `is ${given}, but the lawful rates in ${ratedBy.name} on ${on} are ${list}${hint}`;
  const message = `${given} % is not a lawful VAT rate in ${ratedBy.name} on ${on}. Lawful rates: ${list}${hint}.`;
  return new Refusal("vat_rate_unlawful", message, [{ pointer: `/vatRates/${key}`, detail }]);
}

/** What a sale lacks whose rate is not of the state but of one of its areas. */
function areaHint(given: number, state: string, on: CalendarDay): string {
  const isRate = (id: string) => lawfulRates(id, on, undefined).some(({ rate }) => rate === given);
  const area = vatAreasIn(state).find(({ id, standing }) => standing !== "outside" && isRate(id));
  return area
    ? `; the rates of ${area.name} need ${area.postalCodes ? "a postal code there" : `the key "${area.id}"`}`
    : "";
}
