import type { PageRequest, StoredPage } from "../../ports/invoice-repository.ts";
import { type MemoryInvoice, readInvoice } from "./memory-books.ts";

/**
 * One page, newest first, and its total. Invoices stand in the order of their counters, which are without gaps, and
 * their issue dates never run backwards: without a status the page is a slice. With one, the days' invoices are read.
 */
export function listInvoices(
  invoices: readonly MemoryInvoice[],
  { page, limit, status, from, to }: PageRequest,
): StoredPage {
  const first = from === undefined ? 0 : placeOf(invoices, ({ issueDate }) => issueDate >= from);
  const end = to === undefined ? invoices.length : placeOf(invoices, ({ issueDate }) => issueDate > to);
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
