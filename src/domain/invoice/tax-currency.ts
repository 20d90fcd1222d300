import type { CalendarDay } from "../calendar.ts";
import { amountAsNumber, Decimal, isExactAmount, roundToMinorUnits } from "../money/decimal.ts";
import { minorUnitDigits } from "../money/minor-units.ts";
import { fieldRefusal, Refusal } from "../refusal.ts";
import { vatTerritory } from "../vat/territory/membership.ts";
import { isEuVatTerritory } from "../vat/territory/territory.ts";
import type { VatPlace, VatWarning } from "../vat/types.ts";
import type { ExchangeRate, InvoiceOrder } from "./generated/order.ts";

/** The first day of the euro in some states. */
interface EuroAdoption {
  readonly since: CalendarDay;
  /** ISO 3166-1 alpha-2; also areas with their own code in which the state's VAT applies. */
  readonly states: readonly string[];
  /** Their currency until then, ISO 4217; only from 2010 on, when the table of rates begins. */
  readonly before?: string;
  readonly law: string;
}

/** The states with the euro. @see docs/why/vat-table.md, which has the same rows */
// biome-ignore format: a table is read by its columns
export const EURO_ADOPTIONS: readonly EuroAdoption[] = [
  { since: "1999-01-01", states: codes("AT AX BE DE ES FI FR GP IE IT LU MQ NL PT RE"), law: "Regulation (EC) No 974/98" },
  { since: "2001-01-01", states: ["GR"], law: "Regulation (EC) No 2596/2000" },
  { since: "2007-01-01", states: ["SI"], law: "Regulation (EC) No 1647/2006" },
  { since: "2008-01-01", states: ["CY"], law: "Regulation (EC) No 835/2007" },
  { since: "2008-01-01", states: ["MT"], law: "Regulation (EC) No 836/2007" },
  { since: "2009-01-01", states: ["SK"], law: "Regulation (EC) No 693/2008" },
  { since: "2011-01-01", states: ["EE"], before: "EEK", law: "Regulation (EU) No 670/2010" },
  { since: "2014-01-01", states: ["LV"], before: "LVL", law: "Regulation (EU) No 678/2013" },
  { since: "2015-01-01", states: ["LT"], before: "LTL", law: "Regulation (EU) No 827/2014" },
  { since: "2023-01-01", states: ["HR"], before: "HRK", law: "Decision (EU) 2022/1211" },
  { since: "2026-01-01", states: ["BG"], before: "BGN", law: "Decision (EU) 2025/1407" },
];

const ADOPTION_OF = new Map(EURO_ADOPTIONS.flatMap((adoption) => adoption.states.map((state) => [state, adoption])));

/** The currencies of the other countries whose VAT the library knows. ISO 4217. */
// biome-ignore format: a flat table
const NATIONAL_CURRENCIES: Readonly<Record<string, string>> = {
  CH: "CHF", CZ: "CZK", DK: "DKK", GB: "GBP", HU: "HUF", IS: "ISK", LI: "CHF", NO: "NOK", PL: "PLN", RO: "RON", SE: "SEK",
};

function codes(text: string): readonly string[] {
  return text.split(" ");
}

/**
 * The currency in which a seller in `country` must state its VAT on the day `on`, ISO 4217: its state's national
 * currency. `undefined` for countries whose VAT the library does not know.
 *
 * @see Directive 2006/112/EC, article 230
 */
export function taxCurrencyOf(country: string, on: CalendarDay): string | undefined {
  const state = vatTerritory(country);
  const adoption = ADOPTION_OF.get(state);
  if (adoption !== undefined) return adoption.since <= on ? "EUR" : adoption.before;
  return Object.hasOwn(NATIONAL_CURRENCIES, state) ? NATIONAL_CURRENCIES[state] : undefined;
}

/** Where a sale is registered, and whose rate its parts have. */
interface RatedSale {
  readonly registration: { readonly country: string } | undefined;
  readonly parts: readonly { readonly taxRate: number; readonly rateCountry: string | null }[];
}

/**
 * The state in whose currency VAT is stated: that of the registration if its VAT is charged. Otherwise the company's own, where
 * companies in the EU use OSS. Others use the Union scheme where their goods leave.
 *
 * @see Directive 2006/112/EC, articles 230, 369a(2) and 369b
 */
export function taxStateOf({ country }: VatPlace, { registration, parts }: RatedSale, on: CalendarDay): string {
  if (registration === undefined) return country;
  const state = registration.country;
  const isOfState = parts.every(({ taxRate, rateCountry }) => taxRate === 0 || (rateCountry ?? state) === state);
  return isOfState || !isEuVatTerritory(country, on) ? state : country;
}

/**
 * The currency in which the law requires the VAT of an order or a payment to be stated; the company's default currency if the library does not know the
 * VAT of its country. `on` is the day of issue: an invoice issued after the euro's arrival states its VAT in euros, even
 * for a supply from before.
 *
 * @throws Refusal `request_invalid` if there is an exchange rate although none is needed: it would be taken for a fact
 */
export function requireTaxCurrency(
  { country, defaultCurrency }: { readonly country: string; readonly defaultCurrency: string },
  { exchangeRate, currency = defaultCurrency }: Pick<InvoiceOrder, "exchangeRate" | "currency">,
  on: CalendarDay,
): string {
  const taxCurrency = taxCurrencyOf(country, on) ?? defaultCurrency;
  if (exchangeRate === undefined || currency !== (exchangeRate.currency ?? taxCurrency)) return taxCurrency;
  const whose = exchangeRate.currency === undefined ? "the currency of the seller's VAT" : "the rate's own currency";
  const detail = `is not needed, because the invoice is in ${currency}, ${whose}; leave it out`;
  throw fieldRefusal("exchangeRate", detail);
}

/** The warning for an invoice that does not state its VAT in the seller's currency, although it must. */
export function exchangeRateWarnings(
  taxTotal: number,
  { exchangeRate, currency }: { readonly exchangeRate: ExchangeRate | undefined; readonly currency: string },
  { taxCurrency, sellerInEu }: { readonly taxCurrency: string; readonly sellerInEu: boolean },
): VatWarning[] {
  const isStated = exchangeRate !== undefined && (exchangeRate.currency ?? taxCurrency) === taxCurrency;
  if (taxTotal === 0 || isStated || currency === taxCurrency) return [];
  if (taxCurrency === "CHF") return []; // Switzerland's law (MWSTG art. 26), also Liechtenstein's, asks for no amount in francs
  const rule = sellerInEu
    ? `The VAT must also be stated in ${taxCurrency} (Directive 2006/112/EC, article 230). Order`
    : `The VAT is not stated in ${taxCurrency}. If the law of the seller's country requires that, order`;
  const detail = `${rule} with the exchangeRate from ${currency} to ${taxCurrency}.`;
  return [{ code: "exchange_rate_missing", detail }];
}

/**
 * The VAT in the tax currency, rounded to its minor units.
 *
 * @throws Refusal `amount_out_of_range` if a double cannot hold it exactly
 */
export function convertTax(taxTotal: number, { rate }: Pick<ExchangeRate, "rate">, taxCurrency: string): number {
  const converted = roundToMinorUnits(new Decimal(taxTotal).times(rate), taxCurrency);
  if (isExactAmount(converted, taxCurrency)) return amountAsNumber(converted);
  const detail = `gives an amount in ${taxCurrency} too large to store exactly to ${minorUnitDigits(taxCurrency)} decimals`;
  throw new Refusal("amount_out_of_range", `The exchange rate ${detail}.`, [{ pointer: "/exchangeRate/rate", detail }]);
}
