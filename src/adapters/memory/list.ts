import { retainedOf } from "../../domain/invoice/payable.ts";
import { parseInvoice } from "../../domain/invoice/stored-document.ts";
import { foldCase } from "../../domain/letter-case.ts";
import { isFoundBy, MOST_COUNTED, searchedWords, searchTerms } from "../../domain/search.ts";
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
  const found = readNewestFirst(invoices.slice(Math.max(first, newest - limit), newest));
  const hasMore = request.search !== undefined && total > MOST_COUNTED;
  return hasMore ? { invoices: found, total: MOST_COUNTED, hasMore } : { invoices: found, total };
}

/** Those that match. Days alone are a range already, because invoices are ordered by counter, without gaps. */
function matching({ invoices, first, end }: Found, filter: InvoiceFilter): Found {
  const { status, client, search, reference, series, dueBefore, due } = filter;
  if ([status, client, search, reference, series, dueBefore, due].every((value) => value === undefined))
    return { invoices, first, end };
  const found = invoices.slice(first, end).filter((invoice) => isFound(invoice, filter));
  return { invoices: found, first: 0, end: found.length };
}

function isFound(invoice: MemoryInvoice, filter: InvoiceFilter): boolean {
  const { status, client, search, reference, series, dueBefore, due } = filter;
  if (due && !(invoice.state.amountDue > 0)) return false;
  if (series !== undefined && invoice.series?.name !== series) return false;
  if (status !== undefined && invoice.state.status !== status) return false;
  if ([client, search, reference, dueBefore].every((value) => value === undefined)) return true;
  const document = parseInvoice(invoice.document);
  if (reference !== undefined && document.reference !== reference) return false;
  if (dueBefore !== undefined && (document.dueDate === undefined || document.dueDate >= dueBefore)) return false;
  if (search !== undefined && !isFoundBy(searchedWords(document), searchTerms(search))) return false;
  const { amountDue } = invoice.state;
  if (due && dueBefore !== undefined && retainedOf({ ...document, amountDue }, dueBefore) >= amountDue) return false;
  return client === undefined || foldCase(document.clientName ?? "").startsWith(foldCase(client));
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
