import { times } from "../../money/decimal-text.ts";
import type { ExchangeRate, InvoiceOrder } from "../generated/order.ts";

/** The total above which sales under annex 15 are paid by split payment, in PLN. */
const LIMIT = 15_000;

/** What decides on split payment, of an order or a document. */
interface SplitPaymentFacts extends Pick<InvoiceOrder, "national" | "items" | "clientVatNumber"> {
  readonly currency: string;
  /** With VAT. */
  readonly total: number;
  readonly taxTotal: number;
  readonly exchangeRate?: Pick<ExchangeRate, "rate"> | undefined;
  /** The currency that the exchange rate leads to. */
  readonly taxCurrency?: string | undefined;
}

/**
 * Whether the client of a Polish seller must pay the VAT to an account of its own. No VAT, no split: sales
 * abroad and reverse charges have none to pay. Without an exchange rate to PLN the total counts as below the limit.
 *
 * @see Ustawa o VAT, art. 106e ust. 1 pkt 18a and art. 108a ust. 1a and 2 (Poland)
 */
export function owesSplitPayment(given: SplitPaymentFacts): boolean {
  const { national, items, clientVatNumber, currency, total, taxTotal, exchangeRate, taxCurrency } = given;
  const stated = national?.pl?.splitPayment;
  if (stated !== undefined) return stated;
  if (clientVatNumber === undefined || taxTotal === 0) return false;
  if (!items.some((item) => item.national?.pl?.annex15 === true)) return false;
  const rate = currency === "PLN" ? 1 : taxCurrency === "PLN" ? (exchangeRate?.rate ?? 0) : 0;
  return Number(times(total, rate)) > LIMIT;
}
