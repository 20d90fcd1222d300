import { type InvoiceEntry, isOverdue, refundDue } from "faktura";
import type { InvoiceBalance, InvoiceState } from "../wire.ts";

type Balance = Pick<InvoiceEntry, "status" | "total" | "amountPaid" | "creditedTotal" | "amountDue" | "writtenOffOn">;

/** The state of an invoice. It may be overdue as well. */
export function stateOf(
  { status, total, amountPaid, creditedTotal, amountDue, writtenOffOn }: Balance,
  wasSent: boolean,
): InvoiceState {
  if (status === "CANCELLED") return "cancelled";
  if (status === "PAID") return "paid";
  if (amountDue > 0 && writtenOffOn !== undefined) return "written-off";
  if (amountDue > 0) return amountPaid > 0 ? "partly-paid" : wasSent ? "sent" : "issued";
  return creditedTotal > 0 && creditedTotal >= total ? "credited" : "settled";
}

/** Whether the state of an invoice depends on whether it was sent. */
export function dependsOnSending({ status, amountPaid, amountDue }: Balance): boolean {
  return status === "SENT" && amountDue > 0 && amountPaid === 0;
}

/** What the pages say about an invoice's amounts. */
export function balanceOf(invoice: InvoiceEntry, today: string, wasSent: boolean): InvoiceBalance {
  const state = stateOf(invoice, wasSent);
  return { state, isOverdue: isOverdue(invoice, today), refundDue: refundDue(invoice) };
}

/** How many days after `first` the day `last` is. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000;
}

/** Today in the company's time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(now);
}
