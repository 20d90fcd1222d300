import { billingEventId } from "../../domain/books/billing-event.ts";
import type { BillingMeter } from "../../ports/billing-meter.ts";
import type { CreditNoteRepository } from "../../ports/credit-note-repository.ts";
import type { InvoiceRepository, NewInvoice } from "../../ports/invoice-repository.ts";
import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { NumberSequence } from "../../ports/number-sequence.ts";
import type { BooksDialect } from "./dialect.ts";
import { isCancellation, isWriteOff } from "./journal-chain.ts";
import { hostNumbers, invoiceNumbers } from "./number-sequence.ts";
import { TransactionBooks } from "./transaction-books.ts";

/** One transaction on a company's books. */
export interface BooksTransaction {
  readonly ports: StoreTransaction;
  /** What the ports gather into. Flush it at the end of the work, before the commit. */
  readonly books: Pick<TransactionBooks, "flush" | "written" | "headAfter">;
}

/**
 * Opens one transaction on one company's books, for all stores. It gathers what is written through the ports, and
 * flushes it as one batch: at the end, before a read that must see it, and before a second change of an invoice's
 * state, because the database's guards must see each change.
 *
 * `hostCounter` is the host's own counter. Absent: the invoices are the sequence.
 */
export function booksTransaction(dialect: BooksDialect, hostCounter?: NumberSequence): BooksTransaction {
  const books = new TransactionBooks(dialect);
  const numbers = hostCounter === undefined ? invoiceNumbers(books) : hostNumbers(books, hostCounter);
  return {
    ports: {
      numbers,
      invoices: invoiceRepository(books),
      creditNotes: creditNoteRepository(books),
      meter: billingMeter(books),
      profile: () => books.profile,
    },
    books,
  };
}

function invoiceRepository(books: TransactionBooks): InvoiceRepository {
  const { dialect } = books;
  return {
    async findMany(ids) {
      if (ids.length === 0) return [];
      await books.flush();
      return dialect.findInvoices(ids);
    },
    async findKeys(keys) {
      if (keys.length === 0) return [];
      await books.flush();
      return dialect.findKeys(keys);
    },
    async insert(invoices) {
      if (invoices.length === 0) return;
      const chain = await books.chain();
      // Within a batch, invoices come first in the journal, which keeps the guards' queries cheap.
      if (books.batch.entries.length > 0) await books.flush();
      const { batch } = books;
      // The entry comes first, because a field after a spread takes seven times as long.
      for (const invoice of invoices) {
        batch.invoices.push({ entry: chain.appendInvoice(invoice), ...invoice });
        if (invoice.series !== undefined) books.addToSeries(invoice.series, invoice);
      }
    },
    async insertPayments(payments) {
      if (payments.length === 0) return;
      const chain = await books.chain();
      const { batch } = books;
      for (const payment of payments) {
        batch.payments.push({ ...payment });
        batch.entries.push(chain.appendPayment(payment));
      }
    },
    async insertPortalEntries(entries) {
      if (entries.length === 0) return;
      const chain = await books.chain();
      for (const entry of entries) books.batch.entries.push(chain.appendPortalEntry(entry));
    },
    async insertKeys(keys) {
      if (keys.length === 0) return;
      books.requireLocked();
      for (const key of keys) books.batch.keys.push({ ...key });
    },
    async changeStates(changes) {
      if (changes.length === 0) return;
      const chain = await books.chain();
      for (const change of changes) {
        if (books.batch.states.has(change.invoiceId)) await books.flush();
        books.batch.states.set(change.invoiceId, { ...change });
        if (isWriteOff(change)) books.batch.entries.push(chain.appendWriteOff(change));
        if (isCancellation(change)) books.batch.entries.push(chain.appendCancellation(change));
      }
    },
  };
}

function creditNoteRepository(books: TransactionBooks): CreditNoteRepository {
  const { dialect } = books;
  return {
    async series() {
      books.requireLocked();
      await books.flush();
      return dialect.creditNoteSeries();
    },
    async findOfInvoices(invoiceIds) {
      if (invoiceIds.length === 0) return [];
      await books.flush();
      return dialect.findCreditNotes(invoiceIds);
    },
    async insert(creditNotes) {
      if (creditNotes.length === 0) return;
      const chain = await books.chain();
      const { batch } = books;
      for (const creditNote of creditNotes) {
        const entry = chain.appendCreditNote(creditNote);
        batch.entries.push(entry);
        batch.creditNotes.push({ ...creditNote, position: entry.position });
        for (const applied of creditNote.applied ?? []) {
          batch.entries.push(chain.appendCreditApplied(applied, creditNote.origin));
        }
      }
    },
  };
}

/** Writes nothing, because each invoice's row is also the record of its billing event. Only checks the events. */
function billingMeter(books: TransactionBooks): BillingMeter {
  return {
    async record(events) {
      const inserted = new Map<string, NewInvoice>();
      for (const { invoices } of [...books.written, books.batch])
        for (const invoice of invoices) inserted.set(invoice.id, invoice);
      for (const { id, invoiceId, counter, occurredAt } of events) {
        const invoice = inserted.get(invoiceId);
        const matches =
          invoice?.counter === counter && invoice.issuedAt === occurredAt && id === billingEventId(invoiceId);
        if (matches) continue;
        throw new TypeError(`the billing event ${id} does not match an invoice inserted in this transaction`);
      }
    },
  };
}
