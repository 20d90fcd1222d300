import { type Invoice, isOverdue, refundDue } from "faktura";
import type { InvoiceBalance, InvoiceState } from "../wire.ts";

type Balance = Pick<Invoice, "status" | "total" | "amountPaid" | "creditedTotal" | "amountDue" | "writtenOffOn">;

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
export function balanceOf(invoice: Invoice, today: string, wasSent: boolean): InvoiceBalance {
  const state = stateOf(invoice, wasSent);
  return { state, isOverdue: isOverdue(invoice, today), refundDue: refundDue(invoice) };
}

/** Today in the company's time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(now);
}
