import type { AuditedInvoice, JournalReader } from "../../ports/journal.ts";
import { type MemoryBooks, type MemoryInvoice, readInvoice } from "./books.ts";

/** The journal reader of a memory store. */
export function memoryJournal(
  booksOf: (companyId: string) => MemoryBooks,
  companyIds: () => readonly string[],
): JournalReader {
  return {
    async companies(after, limit) {
      const withBooks = companyIds().filter((id) => booksOf(id).head.position > 0 && (after === null || id > after));
      return withBooks.sort().slice(0, limit);
    },
    async head(companyId) {
      const { head, position, series, continuedFrom, inSeries: rows } = booksOf(companyId);
      const { lastCounter } = position;
      const lastCreditNote = series.lastCounter;
      const inSeries = rows.length;
      return {
        ...head,
        lastCounter,
        inSeries,
        lastCreditNote,
        continuedFrom: { ...continuedFrom },
        countedByHost: false,
      };
    },
    async invoicesAfter(companyId, counter, limit) {
      const books = booksOf(companyId);
      const first = books.invoices.findIndex((invoice) => invoice.counter > counter);
      const page = first < 0 ? [] : books.invoices.slice(first, first + limit);
      return page.map((invoice) => auditedInvoice(invoice, books));
    },
    async entriesAfter(companyId, position, limit) {
      const entries = booksOf(companyId).entries.filter((entry) => entry.position > position);
      return entries.slice(0, limit).map((entry) => ({ ...entry }));
    },
    async creditNotesAfter(companyId, counter, limit) {
      const after = booksOf(companyId).creditNotes.slice(counter, counter + limit);
      return after.map(({ origin: _, document: __, ...row }) => row);
    },
    async misplaced() {
      return []; // the store assigns every position itself
    },
    async billing(companyId) {
      const { events, invoices, position } = booksOf(companyId);
      const [pending] = events.values();
      const through = pending === undefined ? position.lastCounter : pending.counter - 1;
      const last = invoices.find(({ counter }) => counter === through);
      return { acknowledgedThrough: last?.counter ?? 0, digest: last?.entry.digest ?? null };
    },
  };
}

function auditedInvoice(invoice: MemoryInvoice, { entries, inSeries }: MemoryBooks): AuditedInvoice {
  const { counter, id, invoiceNumber, issueDate, source, actor, entry, document } = invoice;
  const { state, payments } = readInvoice(invoice);
  const row = invoice.series && inSeries.find((each) => each.counter === counter);
  return {
    counter,
    series: row && { place: row.place, name: row.series, number: row.number },
    id,
    invoiceNumber,
    issueDate,
    source,
    actor,
    place: entry,
    document,
    ...state,
    payments: payments.map((payment, index) => ({ ...payment, position: index + 1 })),
    entries: entries.filter(({ invoiceId }) => invoiceId === id).map((entry) => ({ ...entry })),
  };
}
