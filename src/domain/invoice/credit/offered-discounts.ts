import { addDays, type CalendarDay } from "../../calendar.ts";
import { divided, minus, times } from "../../money/decimal-text.ts";
import { type MinorUnits, minorUnitDigits, toMinorUnits } from "../../money/minor-units.ts";
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
  /** What it is a percentage of, in the invoice's currency: the share of the total that the client pays to the seller. */
  readonly base: number;
  /** What it takes off what the client pays, at most. */
  readonly amount: number;
}

/** What of an invoice decides its cash discounts. */
type Discounted = PayableDocument & Pick<InvoiceDocument, "cashDiscounts" | "issueDate" | "subtotal">;

/** The cash discounts that an invoice offers after credits of `credited`, with VAT; the soonest first. */
export function offeredDiscounts(document: Discounted, credited = 0): OfferedDiscount[] {
  const { cashDiscounts = [], total, currency } = document;
  if (total <= 0 || cashDiscounts.length === 0) return [];
  const digits = minorUnitDigits(currency);
  const base = payableSums(
    document,
    toMinorUnits(credited, digits),
    discountableUnits(document, credited),
    "all",
  ).payable;
  return cashDiscounts
    .map((discount): OfferedDiscount => {
      const amount = Number(divided(times(base, discount.percent), 100, digits));
      return { ...discount, until: addDays(document.issueDate, discount.days), base, amount };
    })
    .toSorted((one, other) => one.days - other.days);
}

/** What of the total a discount is a percentage of: what is not credited; of a Belgian invoice its share without VAT. */
function discountableUnits({ total, subtotal, currency, seller }: Discounted, credited: number): MinorUnits {
  const base = discountEffect(seller) === "issue" ? subtotal : total;
  const digits = minorUnitDigits(currency);
  return toMinorUnits(Number(divided(times(minus(total, credited), base), total, digits)), digits);
}
