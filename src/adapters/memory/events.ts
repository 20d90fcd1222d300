import { issuedAtOf } from "../../domain/books/journal.ts";
import type { EventEntry } from "../../domain/books/journal-event.ts";
import type { Payment } from "../../domain/invoice/generated/invoice.ts";
import { parseInvoice, parseStored } from "../../domain/invoice/stored-document.ts";
import type { EventFeed, EventPosition, PutAsideEntry } from "../../ports/event-feed.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import { requireEventLimit } from "../common/billing-limits.ts";
import type { MemoryBooks, MemoryConsumer, MemoryInvoice } from "./books.ts";
import { forgetFailures, isHeld, memoryCompaniesBehind, memoryLeases } from "./leases.ts";

/** The feed of one consumer of a memory store. `begun` has the consumers that began where the journals were then. */
export function memoryEvents(
  consumer: string,
  booksOf: (companyId: string) => MemoryBooks,
  companyIds: () => readonly string[],
  begun: Set<string>,
): EventFeed {
  const cursorIn = (books: MemoryBooks) => books.consumerOf(consumer);
  return {
    pending: async (companyId, limit) => {
      requireEventLimit(limit);
      const books = booksOf(companyId);
      const { position, counter } = cursorIn(books);
      const invoices = books.invoices.filter((invoice) => invoice.counter > counter).slice(0, limit);
      const others = books.entries.filter((entry) => entry.position > position).slice(0, limit);
      const page = [
        ...invoices.map((invoice) => ({ head: invoice.entry, event: issuedEntry(invoice), counter: invoice.counter })),
        ...others.map((entry) => ({ head: entry, event: otherEntry(books, entry), counter: undefined })),
      ];
      const next = page.sort((one, other) => one.head.position - other.head.position).slice(0, limit);
      const last = next.at(-1);
      if (last === undefined) return { entries: [], end: null };
      const lastCounter = next.findLast((each) => each.counter !== undefined)?.counter ?? counter;
      const { position: at, digest } = last.head;
      return { entries: next.map(({ event }) => event), end: { position: at, counter: lastCounter, digest } };
    },
    acknowledge: async (end, lease, putAside) => {
      const books = booksOf(lease.companyId);
      const cursor = cursorIn(books);
      if (!isHeld(cursor.lease, lease)) return false;
      if (putAside !== undefined) {
        const entry = entryAt(books, end.position);
        cursor.aside.set(end.position, { companyId: lease.companyId, entry, ...putAside });
      }
      moveCursor(cursor, end);
      return true;
    },
    beginNow: async () => {
      const all = companyIds().map(booksOf);
      const isNew = !begun.has(consumer) && all.every((books) => cursorIn(books).position === 0);
      begun.add(consumer);
      if (!isNew) return;
      for (const books of all) {
        moveCursor(cursorIn(books), { position: books.head.position, counter: books.invoices.at(-1)?.counter ?? 0 });
      }
    },
    putAsideAfter: async (after, limit) => {
      requireEventLimit(limit);
      const isAfter = ({ companyId, entry }: PutAsideEntry) =>
        after === null ||
        companyId > after.companyId ||
        (companyId === after.companyId && entry.position > after.position);
      // By position in each company, because entries are put aside in their order.
      const found = [...companyIds()].sort().flatMap((id) => [...cursorIn(booksOf(id)).aside.values()]);
      return found.filter(isAfter).slice(0, limit);
    },
    settlePutAside: async (companyId, position) => void cursorIn(booksOf(companyId)).aside.delete(position),
    companiesBehind: memoryCompaniesBehind(companyIds, (id) => {
      const books = booksOf(id);
      return books.head.position > cursorIn(books).position;
    }),
    ...memoryLeases(booksOf, (books) => cursorIn(books).lease),
  };
}

/** Moves the cursor forward, and forgets that deliveries have failed. */
function moveCursor(cursor: MemoryConsumer, { position, counter }: Omit<EventPosition, "digest">): void {
  forgetFailures(cursor.lease);
  if (position > cursor.position) Object.assign(cursor, { position, counter });
}

function entryAt(books: MemoryBooks, position: number): EventEntry {
  const invoice = books.invoices.find(({ entry }) => entry.position === position);
  return invoice === undefined
    ? otherEntry(books, books.entries.find((entry) => entry.position === position)!)
    : issuedEntry(invoice);
}

function issuedEntry(invoice: MemoryInvoice): EventEntry {
  const { document, issueDate, entry } = invoice;
  const at = issuedAtOf(document, issueDate);
  const about = aboutInvoice(invoice);
  return { position: entry.position, kind: "invoice.issued", at, document, invoice: about, paymentPosition: null };
}

function otherEntry(books: MemoryBooks, { position, kind, at, document, invoiceId }: StoredEntry): EventEntry {
  const invoice = invoiceId === null ? undefined : books.byId.get(invoiceId);
  const isPayment = kind === "payment.recorded";
  const paymentPosition = isPayment ? positionOfPayment(invoice!, parseStored(kind, document)) : null;
  return {
    position,
    kind,
    at,
    document,
    invoice: invoice === undefined ? null : aboutInvoice(invoice),
    paymentPosition,
  };
}

function aboutInvoice({ id, counter, invoiceNumber, document }: MemoryInvoice) {
  return { id, counter, invoiceNumber, currency: parseInvoice(document).currency };
}

function positionOfPayment({ payments }: MemoryInvoice, { id }: Payment): number {
  return payments.findIndex((payment) => payment.id === id) + 1;
}
