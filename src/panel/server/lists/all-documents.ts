import type { Company, CreditNote, CreditNoteListRequest, Invoice, InvoiceFilter } from "faktura";

/** All invoices of a list, newest first. */
export async function allInvoices(company: Company, filter: InvoiceFilter = {}): Promise<Invoice[]> {
  const found: Invoice[] = [];
  for await (const invoice of company.listAll(filter)) found.push(invoice);
  return found;
}

/** The largest page that the library returns. */
const LIMIT = 100;

/** All credit notes of a list, newest first. One issued meanwhile moves the others along: some are read twice. */
export async function allCreditNotes(company: Company, filter: CreditNoteListRequest = {}): Promise<CreditNote[]> {
  const found = new Map<string, CreditNote>();
  for (let page = 1; ; page += 1) {
    const { data } = await company.creditNotes({ ...filter, page, limit: LIMIT });
    for (const creditNote of data) found.set(creditNote.id, creditNote);
    if (data.length < LIMIT) return [...found.values()];
  }
}
