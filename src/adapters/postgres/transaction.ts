import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { NumberSequence } from "../../ports/number-sequence.ts";
import { isCancellation } from "../journal-chain.ts";
import { OpenJournal } from "./open-journal.ts";
import { findResumption } from "./resumption-rows.ts";
import { findInvoices, findKeys } from "./rows.ts";
import { type BooksAccess, hostSequence, invoiceSequence, type NumberedBooks } from "./sequence.ts";
import type { PostgresNumbers } from "./settings.ts";
import { Writes } from "./writes.ts";

/** One transaction's ports, and what is behind them. */
export interface OpenTransaction {
  readonly ports: StoreTransaction;
  readonly writes: Writes;
  /** Sends what is written and not sent yet. */
  readonly send: () => Promise<void>;
}

/** The ports of one transaction. Writes are gathered; they are sent before anything is read, and before the commit. */
export function openTransaction(access: BooksAccess, numbers: PostgresNumbers | undefined): OpenTransaction {
  const { session, tables, companyId } = access;
  const writes = new Writes();
  const send = () => writes.send(access);
  const beforeRead = async () => {
    await access.start?.begin();
    await send();
  };
  const journal = new OpenJournal(access);
  const books: NumberedBooks = {
    send,
    startFrom: (head) => journal.startFrom(head),
    async continueFrom(position, origin) {
      const chain = await journal.chain();
      writes.continueFrom(position, chain.appendContinuation(position, origin));
    },
    resumptions: {
      async addResumption(last, resumption, origin) {
        const chain = await journal.chain();
        writes.resumeDates(chain.appendResumption(last, resumption, origin));
      },
      async findResumption() {
        await send();
        return findResumption(session, tables, companyId);
      },
    },
  };
  const lock = lockedFirst(
    numbers === undefined ? invoiceSequence(access, books) : hostSequence(access, books, numbers),
  );
  const ports: StoreTransaction = {
    numbers: lock.numbers,
    invoices: {
      async findMany(ids) {
        if (ids.length === 0) return [];
        await beforeRead();
        return findInvoices(session, tables, companyId, ids);
      },
      async findKeys(keys) {
        if (keys.length === 0) return [];
        await beforeRead();
        return findKeys(session, tables, companyId, keys);
      },
      async insert(invoices) {
        lock.require(invoices);
        if (invoices.length === 0) return;
        const chain = await journal.chain();
        // In one statement the invoices stand before all else in the journal, which keeps the guards' look at it short.
        if (writes.hasEntries) await send();
        writes.addInvoices(invoices.map((invoice) => ({ ...invoice, place: chain.appendInvoice(invoice) })));
      },
      async insertPayments(payments) {
        lock.require(payments);
        if (payments.length === 0) return;
        const chain = await journal.chain();
        for (const payment of payments) writes.addPayment(payment, chain.appendPayment(payment));
      },
      async insertKeys(keys) {
        lock.require(keys);
        writes.addKeys(keys);
      },
      async changeStates(changes) {
        lock.require(changes);
        if (changes.length === 0) return;
        const chain = await journal.chain();
        // One change after the other, each seen by the guards of the database.
        for (const change of changes) {
          if (writes.changesState(change.invoiceId)) await send();
          writes.changeState(change, isCancellation(change) ? chain.appendCancellation(change) : undefined);
        }
      },
    },
    meter: {
      async record(events) {
        lock.require(events);
        writes.issued.requireEvents(events);
      },
    },
  };
  return { ports, writes, send };
}

/** Nothing holds the company's sequence before it is locked, and what is written without it could tear a gap. */
function lockedFirst(numbers: NumberSequence) {
  let isLocked = false;
  return {
    numbers: {
      async lock() {
        const head = await numbers.lock();
        isLocked = true;
        return head;
      },
      take: (count: number) => numbers.take(count),
      ...(numbers.continueFrom && { continueFrom: numbers.continueFrom.bind(numbers) }),
      ...(numbers.resumeDates && { resumeDates: numbers.resumeDates.bind(numbers) }),
      ...(numbers.resumedOn && { resumedOn: numbers.resumedOn.bind(numbers) }),
    } satisfies NumberSequence,
    require(batch: readonly unknown[]): void {
      if (isLocked || batch.length === 0) return;
      throw new TypeError("numbers.lock() comes before anything is written");
    },
  };
}
