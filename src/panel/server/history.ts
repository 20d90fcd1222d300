import type { Company, InvoiceWithPayments } from "faktura";
import { dayIn } from "../invoice-state.ts";
import type { HistoryEntry } from "../wire.ts";
import { allPages } from "./all-pages.ts";

/** What happened to an invoice, by days: its issue, then payments, refunds, credit notes, and its cancellation. */
export async function historyOf(
  company: Company,
  invoice: InvoiceWithPayments,
  timeZone: string,
): Promise<HistoryEntry[]> {
  const { id, issueDate, total, payments, cancelledAt } = invoice;
  const creditNotes =
    invoice.creditNotes.length === 0 ? [] : await allPages((page) => company.creditNotes({ ...page, invoiceId: id }));
  const later: HistoryEntry[] = [
    ...payments.map(({ amount, paidOn }): HistoryEntry => {
      return { kind: amount < 0 ? "refunded" : "paid", on: paidOn, amount: Math.abs(amount), creditNote: null };
    }),
    ...creditNotes.reverse().map(({ id, creditNoteNumber: number, issueDate: on, total: amount }): HistoryEntry => {
      return { kind: "credited", on, amount, creditNote: { id, number } };
    }),
  ];
  const cancelled: HistoryEntry[] =
    cancelledAt === null
      ? []
      : [{ kind: "cancelled", on: dayIn(timeZone, new Date(cancelledAt)), amount: null, creditNote: null }];
  return [
    { kind: "issued", on: issueDate, amount: total, creditNote: null },
    ...[...later, ...cancelled].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
  ];
}
