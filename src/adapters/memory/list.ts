import { retainedOf } from "../../domain/invoice/payable.ts";
import { parseInvoice } from "../../domain/invoice/stored-document.ts";
import { foldCase } from "../../domain/letter-case.ts";
import { isFoundBy, MOST_COUNTED, type SearchTerm, searchedWords, searchTerms } from "../../domain/search.ts";
import type { CreditNotePageRequest, StoredCreditNotePage } from "../../ports/credit-note-repository.ts";
import type { InvoiceFilter, PageRequest, StoredPage } from "../../ports/invoice-repository.ts";
import { type MemoryBooks, type MemoryInvoice, readInvoice } from "./books.ts";

/** A range of an array, from `first` up to, but not including, `end`. */
interface Found {
  readonly invoices: readonly MemoryInvoice[];
  readonly first: number;
  readonly end: number;
}

/** One page, newest first, and the total. */
export function listInvoices(books: MemoryBooks, request: PageRequest): StoredPage {
  if (request.search !== undefined) return searchInvoices(books, request, searchTerms(request.search));
  const { page, limit, before } = request;
  const { invoices, first, end } = matching(withinDays(books, request), request);
  const total = Math.max(0, end - first);
  const newest =
    before === undefined
      ? end - Math.min((page - 1) * limit, total)
      : Math.min(
          end,
          indexOf(invoices, ({ counter }) => counter >= before),
        );
  return { invoices: readNewestFirst(invoices.slice(Math.max(first, newest - limit), newest)), total };
}

/** Reads documents from the newest one on, and no more of them than the page and its total need. */
function searchInvoices(books: MemoryBooks, request: PageRequest, terms: readonly SearchTerm[]): StoredPage {
  const { page, limit, before = Number.MAX_SAFE_INTEGER, ahead } = request;
  const { invoices, first, end } = withinDays(books, request);
  const onPage: MemoryInvoice[] = [];
  let [total, older] = [0, 0];
  for (let index = end - 1; index >= first; index -= 1) {
    const isFull = older >= page * limit;
    if (isFull && (ahead !== undefined || total > MOST_COUNTED)) break;
    const invoice = invoices[index]!;
    const isOlder = invoice.counter < before;
    if ((ahead !== undefined && !isOlder) || !isFound(invoice, request, terms)) continue;
    total += 1;
    if (isOlder) older += 1;
    if (isOlder && !isFull && older > (page - 1) * limit) onPage.push(invoice);
  }
  const counted = total > MOST_COUNTED ? { total: MOST_COUNTED, hasMore: true } : { total };
  return { invoices: onPage.map(readInvoice), ...counted };
}

/** Those that match. Days alone are a range already, because invoices are ordered by counter, without gaps. */
function matching({ invoices, first, end }: Found, filter: InvoiceFilter): Found {
  const { status, client, reference, series, dueBefore, due } = filter;
  if ([status, client, reference, series, dueBefore, due].every((value) => value === undefined))
    return { invoices, first, end };
  const found = invoices.slice(first, end).filter((invoice) => isFound(invoice, filter));
  return { invoices: found, first: 0, end: found.length };
}

function isFound(invoice: MemoryInvoice, filter: InvoiceFilter, terms?: readonly SearchTerm[]): boolean {
  const { status, client, reference, series, dueBefore, due } = filter;
  if (due && !(invoice.state.amountDue > 0 && invoice.state.writtenOffOn === null)) return false;
  if (series !== undefined && invoice.series?.name !== series) return false;
  if (status !== undefined && invoice.state.status !== status) return false;
  if ([client, reference, dueBefore, terms].every((value) => value === undefined)) return true;
  const document = parseInvoice(invoice.document);
  if (reference !== undefined && document.reference !== reference) return false;
  if (dueBefore !== undefined && (document.dueDate === undefined || document.dueDate >= dueBefore)) return false;
  const { amountDue } = invoice.state;
  if (due && dueBefore !== undefined && retainedOf({ ...document, amountDue }, dueBefore) >= amountDue) return false;
  if (client !== undefined && !foldCase(document.clientName ?? "").startsWith(foldCase(client))) return false;
  return terms === undefined || isFoundBy(searchedWords(document), terms);
}

/**
 * The invoices issued on these days, as a range of indexes. Issue dates never decrease along the sequence, so binary
 * search finds both ends. If dates were resumed, every invoice is checked instead.
 */
function withinDays({ invoices, resumptions }: MemoryBooks, { from, to }: Pick<InvoiceFilter, "from" | "to">): Found {
  if (resumptions.length > 0) {
    const dated = invoices.filter(
      ({ issueDate }) => (from === undefined || issueDate >= from) && (to === undefined || issueDate <= to),
    );
    return { invoices: dated, first: 0, end: dated.length };
  }
  const first = from === undefined ? 0 : indexOf(invoices, ({ issueDate }) => issueDate >= from);
  const end = to === undefined ? invoices.length : indexOf(invoices, ({ issueDate }) => issueDate > to);
  return { invoices, first, end };
}

function readNewestFirst(invoices: readonly MemoryInvoice[]): StoredPage["invoices"] {
  return invoices.map(readInvoice).reverse();
}

/** The index of the first invoice that satisfies `until`, by binary search; the length of the array if none does. */
function indexOf(invoices: readonly MemoryInvoice[], until: (invoice: MemoryInvoice) => boolean): number {
  let [low, high] = [0, invoices.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (until(invoices[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** One page of credit notes, newest first, and the total. */
export function listCreditNotes(
  books: MemoryBooks,
  { page, limit, before = Number.MAX_SAFE_INTEGER, invoiceId, from = "", to }: CreditNotePageRequest,
): StoredCreditNotePage {
  const found = books.creditNotes.filter(
    (note) =>
      (invoiceId === undefined || note.invoiceId === invoiceId) &&
      note.issueDate >= from &&
      (to === undefined || note.issueDate <= to),
  );
  const older = found.filter(({ counter }) => counter < before).reverse();
  const newest = older.slice((page - 1) * limit, page * limit);
  return { creditNotes: newest.map((note) => books.readCreditNote(note)), total: found.length };
}
