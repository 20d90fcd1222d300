import { times } from "../money/decimal-text.ts";

/** The total of an order or a document, and its exchange rate. */
export interface ConvertibleTotal {
  /** With VAT, in `currency`. */
  readonly total: number;
  /** ISO 4217. */
  readonly currency: string;
  /** `currency` is the one that it leads to. Absent: that of the seller's state. */
  readonly exchangeRate?: { readonly rate: number; readonly currency?: string | undefined } | undefined;
}

/** The total in the currency of the seller's state, to compare it with a limit; `undefined` without a rate into it. */
export function totalIn(own: string, { total, currency, exchangeRate }: ConvertibleTotal): number | undefined {
  if (currency === own) return total;
  if (exchangeRate === undefined || (exchangeRate.currency ?? own) !== own) return undefined;
  return Number(times(total, exchangeRate.rate));
}
