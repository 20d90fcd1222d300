import Big from "big.js";
import { type Company, canCancel, type InvoiceWithPayments, timeZoneOf } from "faktura";
import { reversalsOf } from "../payment-reversals.ts";
import type { HistoryEntry, InvoiceView, Sending } from "../wire.ts";
import { fileEntries } from "./document-file.ts";
import { balanceOf, dayIn } from "./invoice-state.ts";
import { allCreditNotes } from "./lists/credit-note-list.ts";
import type { PanelBooks } from "./panel-books.ts";

/** What the page of an invoice shows. */
export async function invoiceView(
  company: Company,
  companyId: string,
  invoice: InvoiceWithPayments,
  { sendings, print, clock, formats }: PanelBooks,
): Promise<InvoiceView> {
  const profile = await company.profile();
  const timeZone = timeZoneOf(profile);
  const sent = await sendings.find(companyId, invoice.id);
  const today = dayIn(timeZone, clock.now());
  return {
    invoice,
    ...balanceOf(invoice, today, sent.length > 0),
    creditLeft: new Big(invoice.total).minus(invoice.creditedTotal).toNumber(),
    printed: await print(companyId, invoice),
    sendings: sent,
    files: fileEntries(invoice, formats, profile),
    canCancel: canCancel(invoice.status),
    today,
    history: await historyOf(company, invoice, sent, timeZone),
  };
}

/**
 * What happened to an invoice, by days: its issue, then what was sent, payments, refunds, credit notes, its write-off and its cancellation.
 */
async function historyOf(
  company: Company,
  invoice: InvoiceWithPayments,
  sendings: readonly Sending[],
  timeZone: string,
): Promise<HistoryEntry[]> {
  const { id, issueDate, total, payments, cancelledAt, cancellationReason, writtenOffOn, writeOffReason } = invoice;
  const creditNotes = invoice.creditNotes.length === 0 ? [] : await allCreditNotes(company, { invoiceId: id });
  const nothing = { amount: null, note: "", creditNote: null };
  const dayOf = (instant: string) => dayIn(timeZone, new Date(instant));
  const counterEntries = reversalsOf(payments).map(({ counterEntry }) => counterEntry);
  const later: HistoryEntry[] = [
    ...sendings.map(({ at, to, reminder }): HistoryEntry => {
      const kind = reminder === undefined ? "sent" : "reminded";
      return { ...nothing, kind, on: dayOf(at), amount: reminder?.total ?? null, note: to };
    }),
    ...payments.map((payment): HistoryEntry => {
      const { amount, paidOn, reference } = payment;
      const isReversal = counterEntries.includes(payment);
      const kind = isReversal ? "reversed" : amount < 0 ? "refunded" : "paid";
      return { ...nothing, kind, on: paidOn, amount: Math.abs(amount), note: isReversal ? (reference ?? "") : "" };
    }),
    ...creditNotes.reverse().map(({ id, creditNoteNumber: number, issueDate: on, total: amount }): HistoryEntry => {
      return { ...nothing, kind: "credited", on, amount, creditNote: { id, number } };
    }),
  ];
  const lost: HistoryEntry[] =
    writtenOffOn === undefined
      ? []
      : [{ ...nothing, kind: "written-off", on: writtenOffOn, note: writeOffReason ?? "" }];
  const cancelled: HistoryEntry[] =
    cancelledAt === null
      ? []
      : [{ ...nothing, kind: "cancelled", on: dayOf(cancelledAt), note: cancellationReason ?? "" }];
  return [
    { ...nothing, kind: "issued", on: issueDate, amount: total },
    ...[...later, ...lost, ...cancelled].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
  ];
}
