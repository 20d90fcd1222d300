import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import { InvoiceSequence } from "../invoice-sequence.ts";
import { isCancellation, JournalChain } from "../journal-chain.ts";
import { copied, type MemoryBooks, type MemoryWrites, readInvoice } from "./memory-books.ts";

/** The ports of one transaction: they read the committed books and collect what is to be committed with them. */
export function memoryTransaction(books: MemoryBooks, writes: MemoryWrites): StoreTransaction {
  const chain = new JournalChain(books.head);
  return {
    numbers: new InvoiceSequence({
      read: () => ({ ...books.position, started: books.invoices.length > 0 }),
      continueFrom: (position, origin) => {
        writes.continuedFrom = position;
        writes.entries.push(chain.appendContinuation(position, origin));
      },
      addResumption: (last, resumption, origin) => {
        writes.entries.push(chain.appendResumption(last, resumption, origin));
      },
      findResumption: () => books.resumptions.at(-1),
    }),
    invoices: {
      async findMany(ids) {
        return [...new Set(ids)].flatMap((id) => {
          const stored = books.byId.get(id);
          return stored === undefined ? [] : [readInvoice(stored)];
        });
      },
      async findKeys(keys) {
        return [...new Set(keys)].flatMap((key) => copied([books.keys.get(key)]));
      },
      async insert(invoices) {
        writes.invoices.push(...invoices.map((invoice) => ({ ...invoice, place: chain.appendInvoice(invoice) })));
        books.check(writes);
      },
      async insertPayments(payments) {
        writes.payments.push(...copied(payments));
        writes.entries.push(...payments.map((payment) => chain.appendPayment(payment)));
      },
      async insertKeys(keys) {
        writes.keys.push(...copied(keys));
        books.check(writes);
      },
      async changeStates(changes) {
        writes.states.push(...copied(changes));
        writes.entries.push(...changes.filter(isCancellation).map((change) => chain.appendCancellation(change)));
      },
    },
    meter: {
      async record(events) {
        writes.events.push(...copied(events));
      },
    },
  };
}
