import { setImmediate as nextTurn } from "node:timers/promises";
import type { Company, CreditNote, CreditNoteListRequest } from "faktura";
import type { CreditNoteList } from "../../wire.ts";
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

/** The largest page that the library returns. */
const READ_TOGETHER = 100;

/** All credit notes of a list, newest first. */
export async function allCreditNotes(company: Company, filter: CreditNoteListRequest = {}): Promise<CreditNote[]> {
  const found: CreditNote[] = [];
  for await (const group of creditNoteGroups(company, filter)) found.push(...group);
  return found;
}

/** The same, in groups. Those that are issued meanwhile are newer, and left out. */
export async function* creditNoteGroups(
  company: Company,
  filter: CreditNoteListRequest = {},
): AsyncGenerator<readonly CreditNote[]> {
  for (let after: string | undefined; ; ) {
    const { data } = await company.creditNotes({ ...filter, after, limit: READ_TOGETHER });
    yield data;
    if (data.length < READ_TOGETHER) return;
    after = data.at(-1)!.creditNoteNumber;
    await nextTurn(); // a synchronous store would otherwise block this process until the last page
  }
}
