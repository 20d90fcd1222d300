import { addDays, type CalendarDay } from "../../calendar.ts";
import { divided, minus, times } from "../../money/decimal-text.ts";
import { type MinorUnits, minorUnitDigits, toMinorUnits, ZERO_UNITS } from "../../money/minor-units.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";
import type { CashDiscount } from "../generated/order.ts";
import { type PayableDocument, payableSums } from "./credit-payable.ts";

/** How a cash discount that is taken lowers VAT. */
export type DiscountEffect = "payment" | "credit-note" | "issue";

/**
 * The states in which the payment itself lowers VAT (`payment`), or the discounts offered lowered it on issue, taken or not
 * (`issue`). Elsewhere a credit note does, or its law is not known well enough.
 *
 * @see Austria: UStG 1994, § 16(1); Belgium: Code de la TVA, article 28, 1°; Germany: UStG § 17(1) and UStAE 17.1
 */
const EFFECTS: Readonly<Record<string, DiscountEffect>> = { AT: "payment", BE: "issue", DE: "payment" };

/** How a cash discount of this seller's invoices lowers VAT. */
export function discountEffect({ country }: { readonly country: string }): DiscountEffect {
  return Object.hasOwn(EFFECTS, country) ? EFFECTS[country]! : "credit-note";
}

/** A cash discount as an invoice offers it. */
export interface OfferedDiscount extends CashDiscount {
  /** The last day on which it may be deducted. */
  readonly until: CalendarDay;
  /** What it takes off what the client pays, in the invoice's currency. */
  readonly amount: number;
}

/** What of an invoice decides its cash discounts. */
type Discounted = PayableDocument & Pick<InvoiceDocument, "cashDiscounts" | "issueDate" | "subtotal">;

/** The cash discounts that an invoice offers after credits of `credited`, with VAT; the soonest first. */
export function offeredDiscounts(document: Discounted, credited = 0): OfferedDiscount[] {
  const { cashDiscounts, total } = document;
  const offers = (total > 0 ? cashDiscounts : undefined)?.map((discount): OfferedDiscount => {
    const { payable } = payableSums(document, ZERO_UNITS, largestDiscount(document, discount, credited), "all");
    return { ...discount, until: addDays(document.issueDate, discount.days), amount: payable };
  });
  return (offers ?? []).toSorted((one, other) => one.days - other.days);
}

/** What a discount comes to, with VAT; of a Belgian invoice of the price without VAT. `credited` lowers both. */
export function largestDiscount(document: Discounted, { percent }: CashDiscount, credited: number): MinorUnits {
  const { total, subtotal, currency, seller } = document;
  const base = discountEffect(seller) === "issue" ? subtotal : total;
  const digits = minorUnitDigits(currency);
  const part = times(times(minus(total, credited), base), percent);
  return toMinorUnits(Number(divided(part, times(total, 100), digits)), digits);
}
