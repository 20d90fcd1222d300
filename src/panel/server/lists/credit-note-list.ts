import type { Company, CreditNote } from "faktura";
import type { CreditNoteList } from "../../wire.ts";
import { creditNoteGroups } from "./all-documents.ts";
import { byNumber, type ListQuery, pageOf } from "./invoice-list.ts";

/** Rows on a page. */
const LIMIT = 20;

/** One page of the list of credit notes. @throws Refusal `request_invalid` for an invalid filter */
export async function creditNoteList(company: Company, query: ListQuery): Promise<CreditNoteList> {
  const page = pageOf(query);
  const filter = await filterOf(company, query);
  return filter === undefined
    ? { data: [], page, limit: LIMIT, total: 0 }
    : company.creditNotes({ ...filter, page, limit: LIMIT });
}

/** The credit notes on all pages of the list, in groups. @throws Refusal `request_invalid` for an invalid filter */
export async function* listedCreditNotes(company: Company, query: ListQuery): AsyncGenerator<readonly CreditNote[]> {
  const filter = await filterOf(company, query);
  if (filter !== undefined) yield* creditNoteGroups(company, filter);
}

/** `invoice` is the number of the invoice that they correct. `undefined` if there is no such invoice. */
async function filterOf(company: Company, { from, to, invoice = "" }: ListQuery) {
  if (invoice.trim() === "") return { from, to };
  const corrected = await byNumber(company, invoice.trim());
  return corrected && { from, to, invoiceId: corrected.id };
}
