import { bindMethods } from "../../domain/bind-methods.ts";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { CreditNoteReader } from "../../ports/credit-note-repository.ts";
import type { EventFeed } from "../../ports/event-feed.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import type { Batch } from "../engine/batch.ts";
import { booksTransaction } from "../engine/transaction.ts";
import { memoryApiKeys } from "./api-keys.ts";
import { memoryBilling } from "./billing.ts";
import { copied, MemoryBooks, readCreditNote, readInvoice } from "./books.ts";
import { memoryDialect } from "./dialect.ts";
import { memoryEvents } from "./events.ts";
import { memoryJournal } from "./journal.ts";
import { listCreditNotes, listInvoices } from "./list.ts";

/** A store in memory, for tests and for trying things out. Its data is lost when the process ends. */
export class MemoryStore implements InvoicingStore {
  readonly #books = new Map<string, MemoryBooks>();
  readonly #profiles = new Map<string, string>();
  #closed = false;

  constructor() {
    bindMethods(this);
  }

  readonly companies: CompanyProfiles = {
    profile: async (companyId) => {
      this.#requireOpen();
      const text = this.#profiles.get(companyId);
      return text === undefined ? undefined : (JSON.parse(text) as CompanyProfile);
    },
    save: async (companyId, profile) => {
      this.#requireOpen();
      this.#profiles.set(companyId, JSON.stringify(profile));
    },
  };

  readonly reader: InvoiceReader = {
    find: async (companyId, id) => {
      const invoice = this.#booksOf(companyId).byId.get(id);
      return invoice && readInvoice(invoice);
    },
    findByCounter: async (companyId, counter) => {
      const invoice = this.#booksOf(companyId).invoices.find((each) => each.counter === counter);
      return invoice && readInvoice(invoice);
    },
    findKey: async (companyId, key) => copied([this.#booksOf(companyId).keys.get(key)])[0],
    list: async (companyId, request) => listInvoices(this.#booksOf(companyId), request),
  };

  readonly creditNotes: CreditNoteReader = {
    find: async (companyId, id) => {
      const creditNote = this.#booksOf(companyId).creditNotes.find((each) => each.id === id);
      return creditNote && readCreditNote(creditNote);
    },
    list: async (companyId, request) => listCreditNotes(this.#booksOf(companyId), request),
  };

  readonly journal = memoryJournal(
    (companyId) => this.#booksOf(companyId),
    () => this.#companyIds(),
  );

  readonly apiKeys = memoryApiKeys(() => this.#requireOpen());

  readonly billing: BillingFeed = memoryBilling(
    (companyId) => this.#booksOf(companyId),
    () => this.#companyIds(),
  );

  readonly events = (consumer: string): EventFeed =>
    memoryEvents(
      consumer,
      (companyId) => this.#booksOf(companyId),
      () => this.#companyIds(),
    );

  async transaction<Result>(
    companyId: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
  ): Promise<Result> {
    const books = this.#booksOf(companyId);
    const result = books.lastTransaction.then(async () => {
      const batches: Batch[] = [];
      const transaction = booksTransaction(memoryDialect(books, batches));
      const value = await work(transaction.ports);
      await transaction.flush();
      books.commit(companyId, batches);
      return value;
    });
    books.lastTransaction = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#books.values()].map(({ lastTransaction }) => lastTransaction));
  }

  #booksOf(companyId: string): MemoryBooks {
    this.#requireOpen();
    const books = this.#books.get(companyId) ?? new MemoryBooks();
    this.#books.set(companyId, books);
    return books;
  }

  #companyIds(): string[] {
    this.#requireOpen();
    return [...this.#books.keys()];
  }

  #requireOpen(): void {
    if (this.#closed) throw new TypeError("this store is closed");
  }
}

/**
 * A store in memory, for tests and for trying things out. Its data is lost when the process ends.
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { memoryStore } from "faktura/memory";
 *
 * const invoicing = createInvoicing({ store: memoryStore() });
 * console.log((await invoicing.company("acme").list()).total); // 0
 * ```
 */
export function memoryStore(): MemoryStore {
  return new MemoryStore();
}
