import { type CreditNote, type Invoice, isOverdue } from "faktura";
import type { Texts } from "../../../languages/en/later-panel-texts.ts";
import { stateOf } from "../invoice-state.ts";
import { listedCreditNotes } from "../lists/credit-note-list.ts";
import { type CsvColumn, csvAmount, csvFile } from "../lists/csv.ts";
import { type ListedInvoice, listContext, listedInvoices, todayOf } from "../lists/invoice-list.ts";
import { type CallRow, row } from "./call.ts";

/** The lists as files of comma-separated values: all pages, filtered as on the page. */
export const CSV_CALLS: readonly CallRow[] = [
  row("GET /invoices.csv", {}, async (call, { clock, sendings }) => {
    const { company, companyId, query, texts } = call;
    const today = await todayOf(company, clock);
    const invoices = listedInvoices(company, query, listContext(companyId, sendings, clock));
    return csvFile(call, `${texts.csv.invoices} ${today}`, invoiceColumns(texts, today), invoices);
  }),
  row("GET /credit-notes.csv", {}, async (call, { clock }) => {
    const { company, query, texts } = call;
    const creditNotes = listedCreditNotes(company, query);
    const name = `${texts.csv.creditNotes} ${await todayOf(company, clock)}`;
    return csvFile(call, name, creditNoteColumns(texts), creditNotes);
  }),
];

export function invoiceColumns({ csv, words }: Texts, today: string): CsvColumn<ListedInvoice>[] {
  return [
    [csv.invoiceNumber, ({ invoiceNumber }) => invoiceNumber],
    [csv.issueDate, ({ issueDate }) => issueDate],
    [csv.dueDate, ({ dueDate }) => dueDate],
    ...partyColumns(csv),
    ...amountColumns(csv),
    [csv.paid, ({ amountPaid, currency }) => csvAmount(amountPaid, currency)],
    [csv.credited, ({ creditedTotal, currency }) => csvAmount(creditedTotal, currency)],
    [csv.openBalance, ({ amountDue, currency }) => csvAmount(amountDue, currency)],
    [csv.status, (invoice) => words.states[stateOf(invoice, invoice.wasSent)]],
    [csv.overdue, (invoice) => (isOverdue(invoice, today) ? csv.yes : csv.no)],
    [csv.reference, ({ reference }) => reference],
  ];
}

export function creditNoteColumns({ csv }: Texts): CsvColumn<CreditNote>[] {
  return [
    [csv.creditNoteNumber, ({ creditNoteNumber }) => creditNoteNumber],
    [csv.issueDate, ({ issueDate }) => issueDate],
    [
      csv.invoiceNumber,
      ({ corrects, correctedInvoices = [] }) =>
        corrects?.invoiceNumber ?? correctedInvoices.map(({ number }) => number).join("; "),
    ],
    ...partyColumns(csv),
    ...amountColumns(csv),
    [csv.reason, ({ reason }) => reason],
  ];
}

function partyColumns(csv: Texts["csv"]): CsvColumn<Invoice | CreditNote>[] {
  return [
    [csv.client, ({ clientName }) => clientName],
    [csv.country, ({ clientCountry }) => clientCountry],
    [csv.vatNumber, ({ clientVatNumber }) => clientVatNumber],
  ];
}

function amountColumns(csv: Texts["csv"]): CsvColumn<Invoice | CreditNote>[] {
  return [
    [csv.currency, ({ currency }) => currency],
    [csv.net, ({ subtotal, currency }) => csvAmount(subtotal, currency)],
    [csv.vat, ({ taxTotal, currency }) => csvAmount(taxTotal, currency)],
    [csv.total, ({ total, currency }) => csvAmount(total, currency)],
  ];
}
