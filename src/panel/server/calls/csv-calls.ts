import type { CreditNote, Invoice } from "faktura";
import { Hono } from "hono";
import type { Texts } from "../../../languages/en/panel-texts.ts";
import { isOverdue, stateOf } from "../../invoice-state.ts";
import { listedCreditNotes } from "../lists/credit-note-list.ts";
import { type CsvColumn, csvAmount, csvFile } from "../lists/csv.ts";
import { type ListContext, type ListedInvoice, listedInvoices, todayOf } from "../lists/invoice-list.ts";
import { catalogueOf } from "../page-texts.ts";
import type { PanelEnv } from "../session.ts";

/** The lists as files of comma-separated values: all pages, filtered as on the page. */
export function csvCalls(listOf: (companyId: string) => ListContext): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/invoices.csv", async (context) => {
    const { company, companyId } = context.var;
    const list = listOf(companyId);
    const [texts, today] = [catalogueOf(context), await todayOf(company, list.clock)];
    const invoices = listedInvoices(company, context.req.query(), list);
    return csvFile(context, `${texts.csv.invoices} ${today}`, invoiceColumns(texts, today), invoices);
  });

  calls.get("/credit-notes.csv", async (context) => {
    const { company, companyId } = context.var;
    const [texts, today] = [catalogueOf(context), await todayOf(company, listOf(companyId).clock)];
    const creditNotes = listedCreditNotes(company, context.req.query());
    return csvFile(context, `${texts.csv.creditNotes} ${today}`, creditNoteColumns(texts), creditNotes);
  });

  return calls;
}

function invoiceColumns({ csv, words }: Texts, today: string): CsvColumn<ListedInvoice>[] {
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

function creditNoteColumns({ csv }: Texts): CsvColumn<CreditNote>[] {
  return [
    [csv.creditNoteNumber, ({ creditNoteNumber }) => creditNoteNumber],
    [csv.issueDate, ({ issueDate }) => issueDate],
    [csv.invoiceNumber, ({ corrects }) => corrects.invoiceNumber],
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
