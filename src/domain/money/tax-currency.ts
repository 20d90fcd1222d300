import type { CalendarDay } from "../calendar.ts";
import type { CompanyProfile } from "../company-profile.ts";
import type { ExchangeRate, InvoiceOrder } from "../invoice/order.ts";
import { Refusal } from "../refusal.ts";
import { vatTerritory } from "../vat/territory/membership.ts";
import type { VatWarning } from "../vat/types.ts";
import { minorUnitDigits } from "./currency.ts";
import { amountAsNumber, Decimal, isExactAmount, roundToMinorUnits } from "./decimal.ts";

/** The first day of the euro. Empty if the country had it before 2010. */
const EURO_SINCE: Readonly<Record<string, CalendarDay>> = {
  ...Object.fromEntries(
    "AT AX BE CY DE ES FI FR GP GR IE IT LU MQ MT NL PT RE SI SK".split(" ").map((code) => [code, ""]),
  ),
  EE: "2011-01-01",
  LV: "2014-01-01",
  LT: "2015-01-01",
  HR: "2023-01-01",
  BG: "2026-01-01",
};

/** The currencies of countries without the euro, or from before the euro. ISO 4217. */
// biome-ignore format: a flat table
const NATIONAL_CURRENCIES: Readonly<Record<string, string>> = {
  BG: "BGN", CH: "CHF", CZ: "CZK", DK: "DKK", EE: "EEK", GB: "GBP", HR: "HRK", HU: "HUF", IS: "ISK", LI: "CHF",
  LT: "LTL", LV: "LVL", NO: "NOK", PL: "PLN", RO: "RON", SE: "SEK",
};

/**
 * The currency in which a seller in `country` must state its VAT on the day `on`, ISO 4217: its state's national
 * currency. `undefined` for countries whose VAT the library does not know.
 *
 * @see Directive 2006/112/EC, article 230
 */
export function taxCurrencyOf(country: string, on: CalendarDay): string | undefined {
  const state = vatTerritory(country);
  const euroSince = Object.hasOwn(EURO_SINCE, state) ? EURO_SINCE[state] : undefined;
  if (euroSince !== undefined && euroSince <= on) return "EUR";
  return Object.hasOwn(NATIONAL_CURRENCIES, state) ? NATIONAL_CURRENCIES[state] : undefined;
}

/**
 * The currency in which an order's VAT must be stated; the company's default currency if the library does not know the
 * VAT of its country. `on` is the day of issue: an invoice issued after the euro's arrival states its VAT in euros, even
 * for a supply from before.
 *
 * @throws Refusal `request_invalid` if the order has an exchange rate but needs none: it would be printed as a fact
 */
export function requireTaxCurrency(
  { country, defaultCurrency }: CompanyProfile,
  { exchangeRate, currency = defaultCurrency }: InvoiceOrder,
  on: CalendarDay,
): string {
  const taxCurrency = taxCurrencyOf(country, on) ?? defaultCurrency;
  if (exchangeRate === undefined || currency !== taxCurrency) return taxCurrency;
  const detail = `is not needed, because the invoice is in ${currency}, the currency of the seller's VAT; leave it out`;
  throw new Refusal("request_invalid", `exchangeRate ${detail}.`, [{ pointer: "/exchangeRate", detail }]);
}

/** The warning for an invoice that does not state its VAT in the seller's currency, although it must. */
export function exchangeRateWarnings(
  taxTotal: number,
  { exchangeRate, currency }: { readonly exchangeRate: ExchangeRate | undefined; readonly currency: string },
  { taxCurrency, sellerInEu }: { readonly taxCurrency: string; readonly sellerInEu: boolean },
): VatWarning[] {
  if (taxTotal === 0 || exchangeRate !== undefined || currency === taxCurrency) return [];
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
