import { taxCurrencyOf } from "../domain/invoice/tax-currency.ts";
import { type DecimalText, decimalText } from "../domain/money/decimal-text.ts";
import type { EinvoiceDocument } from "./document.ts";

/** What a document's currency is worth in another; `undefined` if it is not known. Documents without VAT have no tax currency. */
export function exchangeRateTo(wanted: string, document: EinvoiceDocument): DecimalText | undefined {
  const { currency, exchangeRate, taxCurrency, seller, issueDate } = document;
  if (currency === wanted) return "1";
  const rateCurrency = taxCurrency ?? exchangeRate?.currency ?? taxCurrencyOf(seller.country, issueDate);
  return exchangeRate === undefined || rateCurrency !== wanted ? undefined : decimalText(exchangeRate.rate);
}
