import type { SequenceHead } from "../../ports/number-sequence.ts";
import type { Batch } from "../engine/batch.ts";
import type { BooksDialect } from "../engine/dialect.ts";
import { copied, type MemoryBooks, readInvoice } from "./books.ts";

/** The end of the company's sequence of invoices. */
export function sequenceHead({ position, invoices, inSeries }: MemoryBooks): SequenceHead {
  return { ...position, started: invoices.length > 0, inSeries: inSeries.length };
}

/** One company's books: reads see the committed books, and flushed batches are collected for the commit. */
export function memoryDialect(books: MemoryBooks, batches: Batch[]): BooksDialect {
  const readHead = () => ({ sequence: sequenceHead(books), journal: books.head, hasOpenRows: false });
  return {
    lock: readHead,
    lockAlone: () => "invoices",
    readHead,
    markCountedByHost: () => undefined,
    findInvoices: (ids) =>
      [...new Set(ids)].flatMap((id) => {
        const stored = books.byId.get(id);
        return stored === undefined ? [] : [readInvoice(stored)];
      }),
    findKeys: (keys) => copied([...new Set(keys)].map((key) => books.keys.get(key))),
    seriesHeads: (names) => names.map((name) => books.seriesHead(name)),
    creditNoteSeries: () => books.series,
    findCreditNotes: (invoiceIds) => {
      const wanted = new Set(invoiceIds);
      const found = books.creditNotes.filter(({ invoiceId }) => wanted.has(invoiceId));
      return found.map((note) => books.readCreditNote(note));
    },
    findResumption: () => books.resumptions.at(-1),
    lastChained: () => undefined,
    openRows: () => [],
    chainRows: () => undefined,
    flush(batch) {
      books.check([...batches, batch]);
      batches.push(batch);
    },
  };
}
