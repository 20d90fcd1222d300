import type { InvoiceFilter, PageRequest, StoredPage } from "../../ports/invoice-repository.ts";
import { type MemoryBooks, type MemoryInvoice, readInvoice } from "./books.ts";

/**
 * One page, newest first, and its total. Invoices are in the order of their counters, which are without gaps: without a
 * status the page is a slice. With one, the days' invoices are read.
 */
export function listInvoices(books: MemoryBooks, { page, limit, status, ...days }: PageRequest): StoredPage {
  const { invoices, first, end } = withinDays(books, days);
  const offset = (page - 1) * limit;
  if (status === undefined) {
    const total = Math.max(0, end - first);
    const newest = end - Math.min(offset, total);
    return { invoices: readDown(invoices.slice(Math.max(first, newest - limit), newest)), total };
  }
  const found = invoices.slice(first, end).filter(({ state }) => state.status === status);
  const newest = found.length - Math.min(offset, found.length);
  return { invoices: readDown(found.slice(Math.max(0, newest - limit), newest)), total: found.length };
}

/**
 * The invoices of these days, from a place up to another one. Issue dates never run backwards along the sequence, so
 * that both are found by halving; but where dates were resumed every invoice is looked at.
 */
function withinDays({ invoices, resumptions }: MemoryBooks, { from, to }: Pick<InvoiceFilter, "from" | "to">) {
  if (resumptions.length > 0) {
    const dated = invoices.filter(
      ({ issueDate }) => (from === undefined || issueDate >= from) && (to === undefined || issueDate <= to),
    );
    return { invoices: dated, first: 0, end: dated.length };
  }
  const first = from === undefined ? 0 : placeOf(invoices, ({ issueDate }) => issueDate >= from);
  const end = to === undefined ? invoices.length : placeOf(invoices, ({ issueDate }) => issueDate > to);
  return { invoices, first, end };
}

function readDown(invoices: readonly MemoryInvoice[]): StoredPage["invoices"] {
  return invoices.map(readInvoice).reverse();
}

/** The first place whose invoice satisfies `until`, found by halving; the end where none does. */
function placeOf(invoices: readonly MemoryInvoice[], until: (invoice: MemoryInvoice) => boolean): number {
  let [low, high] = [0, invoices.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (until(invoices[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
