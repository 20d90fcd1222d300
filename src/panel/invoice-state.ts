import type { Invoice } from "faktura";

/**
 * What an invoice is to a bookkeeper. `issued` is one that was not sent to the client yet, `credited` is one that was credited in full and never paid, `settled` one that has
 * nothing due for another reason, for example because it was prepaid.
 */
export type InvoiceState = "issued" | "sent" | "partly-paid" | "paid" | "credited" | "settled" | "cancelled";

type Balance = Pick<Invoice, "status" | "total" | "amountPaid" | "creditedTotal" | "amountDue" | "dueDate">;

/** The state of an invoice. {@link isOverdue} says whether it is overdue as well. */
export function stateOf(
  { status, total, amountPaid, creditedTotal, amountDue }: Balance,
  wasSent: boolean,
): InvoiceState {
  if (status === "CANCELLED") return "cancelled";
  if (status === "PAID") return "paid";
  if (amountDue > 0) return amountPaid > 0 ? "partly-paid" : wasSent ? "sent" : "issued";
  return creditedTotal > 0 && creditedTotal >= total ? "credited" : "settled";
}

/** Whether the state of an invoice depends on whether it was sent. */
export function dependsOnSending({ status, amountPaid, amountDue }: Balance): boolean {
  return status === "SENT" && amountDue > 0 && amountPaid === 0;
}

/** Whether something is due, and the due date has passed. `today` is `YYYY-MM-DD` in the company's time zone. */
export function isOverdue({ amountDue, dueDate }: Balance, today: string): boolean {
  return amountDue > 0 && dueDate !== undefined && dueDate < today;
}

/** What may be refunded: what was paid of a cancelled invoice, or more than is left after credit notes; 0 if nothing. */
export function refundable(invoice: Balance & Pick<Invoice, "prepaidAmount" | "roundingAmount" | "currency">): number {
  const { status, amountPaid, creditedTotal, prepaidAmount = 0, roundingAmount = 0, total, currency } = invoice;
  const payable = creditedTotal >= total ? 0 : total + roundingAmount - creditedTotal; // full credit takes rounding back
  const over = status === "CANCELLED" ? amountPaid : amountPaid + prepaidAmount - payable;
  return roundedAmount(Math.max(0, Math.min(over, amountPaid)), currency);
}

/** Today in the company's time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(now);
}

/** Sums of doubles, rounded to the currency's decimals. */
export function roundedAmount(amount: number, currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return Number(amount.toFixed(format.resolvedOptions().maximumFractionDigits));
}
