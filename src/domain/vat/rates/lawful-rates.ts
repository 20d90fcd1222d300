import type { CalendarDay } from "../../calendar.ts";
import { requireOptions } from "../../known-names.ts";
import { ratesKeysOf, territoryOn, type VatTerritory, vatTerritoryOf } from "../territory/territory.ts";
import { STANDARD_RATES, VAT_RATE_KINDS, type VatRate, type VatRateKind, type VatRates } from "./rate-table.ts";
import { RATES_LIKE, REDUCED_RATES, REDUCED_RATES_SINCE } from "./reduced-rate-table.ts";
import { hostRows, isInForce, isStandard, standardRateLike, standardRow } from "./standard-rate.ts";

/** The rows of the table. Read once: that takes longer than a decision. */
const BUILT_IN = new Map(
  Object.entries<readonly string[]>(REDUCED_RATES).map(([id, texts]) => [id, texts.map(readRow)]),
);

function readRow(text: string): VatRate {
  const [percent, kind, since = REDUCED_RATES_SINCE, until] = text.split(" ") as [
    string,
    VatRateKind,
    string?,
    string?,
  ];
  return { percent, kind, since, until };
}

/** A rate that is lawful in a country on a day. */
export interface LawfulVatRate {
  /** Percent: `25.5` means 25.5 %. */
  readonly rate: number;
  /** A label for people: whether a rate is lawful for a product is national law. */
  readonly kind: VatRateKind;
  /** The first day. For rates other than standard ones never before 2020-01-01, where the table begins. */
  readonly since: CalendarDay;
}

/** Options of {@link vatRates}. */
export interface VatRatesOptions {
  /** The tax point, `YYYY-MM-DD`. */
  readonly on: CalendarDay;
  /** Identifies areas with their own rates, such as Corsica and Madeira. Absent: the country's mainland. */
  readonly postalCode?: string | undefined;
  /** The host's own rates. Absent: the built-in ones. */
  readonly rates?: VatRates | undefined;
}

/**
 * Every rate that is lawful in `country` on a day, once, highest first: what a form can offer for `items[].vatRates`.
 * Which goods and services have a rate is national law, which the library does not know. Empty if no rate is known.
 *
 * `country` is a key of `vatRates`: ISO 3166-1 alpha-2, the id of an area such as `PT-30`, or `XI`. Monaco has the rates
 * of France, the Isle of Man those of the United Kingdom. Before 2020-01-01 only the standard rate is known.
 *
 * @throws TypeError if an argument does not have its shape, or one of the host's rows is not a rate
 *
 * @example
 * ```ts
 * import { vatRates } from "faktura/vat";
 *
 * const french = vatRates("FR", { on: "2026-11-20" });
 * console.log(french.map(({ rate, kind }) => `${rate} ${kind}`).join(", ")); // 20 standard, 10 reduced, 5.5 reduced, 2.1 super-reduced
 * const corsican = vatRates("FR", { on: "2026-11-20", postalCode: "20000" });
 * console.log(corsican.map(({ rate }) => rate).join(" ")); // 20 13 10 5.5 2.1 0.9
 * ```
 */
export function vatRates(country: string, options: VatRatesOptions): LawfulVatRate[] {
  requireOptions("vatRates", options, { on: true, postalCode: true, rates: true });
  const { on, postalCode, rates } = options;
  const [key] = ratesKeysOf(territoryOn(country, on, postalCode), undefined) as [string];
  return lawfulRates(key, on, rates);
}

/** Like {@link vatRates}, for a key and a day that have been checked. */
export function lawfulRates(key: string, on: CalendarDay, rates: VatRates | undefined): LawfulVatRate[] {
  const lawful = new Map<number, LawfulVatRate>();
  const add = ({ percent, kind = "standard", since }: VatRate) => {
    const rate = Number(percent);
    const known = lawful.get(rate);
    const order = known === undefined ? -1 : VAT_RATE_KINDS.indexOf(kind) - VAT_RATE_KINDS.indexOf(known.kind);
    if (order < 0 || (order === 0 && since < known!.since)) lawful.set(rate, { rate, kind, since });
  };
  const standard = standardRow(standardRateLike(key), on, rates);
  if (standard !== undefined) add(standard);
  for (let id: string | undefined = key; id !== undefined; id = RATES_LIKE.get(id)) {
    for (const row of BUILT_IN.get(id) ?? []) if (isInForce(row, on)) add(row);
    for (const row of hostRows(id, rates) ?? []) if (!isStandard(row) && isInForce(row, on)) add(row);
  }
  return [...lawful.values()].sort((a, b) => b.rate - a.rate);
}

/**
 * Whether a rate, in percent, is lawful on a day in the state of a territory or in one of the state's areas; `undefined` if
 * that is not known, because the territory has no rates in the table or the day is before {@link REDUCED_RATES_SINCE}.
 */
export function isLawfulInState(
  territory: VatTerritory,
  percent: number,
  on: CalendarDay,
  rates: VatRates | undefined,
): boolean | undefined {
  const own = lawfulRates(ratesKeysOf(territory, undefined)[0]!, on, rates);
  if (own.length === 0 || on < REDUCED_RATES_SINCE) return undefined;
  const isOne = ({ rate }: LawfulVatRate) => rate === percent;
  const isOfState = (key: string) => vatTerritoryOf(key.slice(0, 2)).numbersOf === territory.numbersOf;
  const keys = [...Object.keys(STANDARD_RATES), ...BUILT_IN.keys(), ...Object.keys(rates ?? {})];
  return own.some(isOne) || keys.some((key) => isOfState(key) && lawfulRates(key, on, rates).some(isOne));
}
