import { insteadOf } from "../instead-of.ts";
import { amountAsNumber, Decimal } from "../money/decimal.ts";
import type { InvoiceDocument } from "./generated/invoice.ts";
import type { InvoiceStatus } from "./status.ts";

/** The part of an issued invoice that may still change. */
export interface InvoiceState {
  /** As the payments, credits and cancellation make it. */
  readonly status: InvoiceStatus;
  /** The sum of its payments, less refunds. */
  readonly amountPaid: number;
  /** The sum of its credit notes' totals. */
  readonly creditedTotal: number;
  /** ISO 8601 in UTC; `null` unless cancelled. */
  readonly cancelledAt: string | null;
  /** As given with the cancellation; `null` if none was. */
  readonly cancellationReason: string | null;
}

/** The state of an invoice at the moment it is issued. */
export const AS_ISSUED: InvoiceState = {
  status: "SENT",
  amountPaid: 0,
  creditedTotal: 0,
  cancelledAt: null,
  cancellationReason: null,
};

/** The fields of a document that decide what is paid on it. */
export type PayableAmounts = Pick<InvoiceDocument, "total" | "prepaidAmount" | "roundingAmount">;

/**
 * The amount still to be paid: the total, rounded, minus what was prepaid, paid and credited, but never below 0; 0 for a
 * cancelled invoice.
 */
export function amountDue(document: PayableAmounts, state: InvoiceState): number {
  const { total, prepaidAmount, roundingAmount } = document;
  const { status, amountPaid, creditedTotal } = state;
  if (status === "CANCELLED") return 0;
  if (amountPaid === 0 && creditedTotal === 0 && (prepaidAmount ?? roundingAmount) === undefined) return total;
  return Math.max(0, amountAsNumber(uncovered(document, state)));
}

/**
 * What the seller owes back of what was paid, in the invoice's currency: of a cancelled invoice all of it, otherwise what
 * payments, the prepaid amount and credit notes exceed the total by, but never more than `amountPaid`; 0 if nothing. What was
 * prepaid is no payment of this invoice, so it is never part of it.
 *
 * @throws TypeError if it is not an invoice as the library returns it
 *
 * @example
 * ```ts
 * import { refundDue } from "faktura";
 *
 * console.log(refundDue({ status: "PAID", total: 238, amountPaid: 238, creditedTotal: 59.5 })); // 59.5
 * ```
 */
export function refundDue(
  invoice: PayableAmounts & Pick<InvoiceState, "status" | "amountPaid" | "creditedTotal">,
): number {
  const { status, total, amountPaid, creditedTotal } = Object(invoice) as typeof invoice;
  if (![total, amountPaid, creditedTotal].every(Number.isFinite))
    throw new TypeError(`refundDue needs an invoice${insteadOf(invoice)}`);
  const owed = status === "CANCELLED" ? amountPaid : -amountAsNumber(uncovered(invoice, invoice));
  return Math.max(0, Math.min(owed, amountPaid));
}

/**
 * The status of an invoice that is not cancelled: `PAID` once something was paid, and payments, credit notes and what was
 * prepaid cover the total and its rounding amount. So a refund can make it `SENT` again, and one that was credited but never paid stays `SENT`.
 */
export function settledStatus(
  document: PayableAmounts,
  state: Pick<InvoiceState, "amountPaid" | "creditedTotal">,
): "SENT" | "PAID" {
  return state.amountPaid > 0 && uncovered(document, state).lte(0) ? "PAID" : "SENT";
}

/**
 * The total with its rounding amount, minus what was prepaid: the most that can be paid. Whatever else changes what is to
 * be paid belongs here. The guards of both databases say the same in SQL, and a test compares them case by case.
 */
export function payableAmount({ total, prepaidAmount, roundingAmount }: PayableAmounts): Decimal {
  return new Decimal(total).plus(numberOf(roundingAmount)).minus(numberOf(prepaidAmount));
}

/** Whether more was paid than {@link payableAmount}. If nothing was, it does not matter what the amounts are. */
export function isOverpaid(document: PayableAmounts, amountPaid: Decimal): boolean {
  return amountPaid.gt(0) && payableAmount(document).lt(amountPaid);
}

/** What credit notes took off the payable amount: their totals, and with full credit the rounding amount. */
export function creditedAmount(document: PayableAmounts, creditedTotal: number): Decimal {
  const rounding = creditedTotal >= document.total ? numberOf(document.roundingAmount) : 0;
  return new Decimal(creditedTotal).plus(rounding);
}

/** The payable amount minus what was paid and credited. */
function uncovered(document: PayableAmounts, state: Pick<InvoiceState, "amountPaid" | "creditedTotal">): Decimal {
  const { amountPaid, creditedTotal } = state;
  return payableAmount(document).minus(amountPaid).minus(creditedAmount(document, creditedTotal));
}

/** An amount of a document. Another writer's document may hold anything there, which counts as 0. */
function numberOf(amount: unknown): number {
  return typeof amount === "number" && Number.isFinite(amount) ? amount : 0;
}
