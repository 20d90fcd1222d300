import { bindMethods } from "../../domain/bind-methods.ts";
import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { EventFeed } from "../../ports/event-feed.ts";
import type { InvoicingStore, JoinedStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import type { Batch } from "../engine/batch.ts";
import { booksTransaction } from "../engine/transaction.ts";
import { memoryApiKeys } from "./api-keys.ts";
import { memoryBilling } from "./billing.ts";
import { MemoryBooks } from "./books.ts";
import { memoryDialect } from "./dialect.ts";
import { memoryEvents } from "./events.ts";
import { type Committed, HostTransaction } from "./host-transaction.ts";
import { joinedStore } from "./joined-store.ts";
import { memoryJournal } from "./journal.ts";
import { memoryPanelTables } from "./panel-tables.ts";
import { creditNoteReader, invoiceReader } from "./readers.ts";
import { type MemoryStoreOptions, settingsOf } from "./settings.ts";

/** An open transaction of a memory store, for `invoicing.joining`. {@link MemoryStore.begin} passes it. */
export interface MemoryTransaction {
  /** The store in which it was begun. */
  readonly store: MemoryStore;
}

/** A store in memory, for tests and for trying things out. Its data is lost when the process ends. */
export class MemoryStore implements InvoicingStore {
  readonly #books = new Map<string, MemoryBooks>();
  readonly #committed: Committed;
  /** The consumers of events that began where the journals were then. */
  readonly #begun = new Set<string>();
  /** The transactions that hosts have begun and that have not ended. */
  readonly #transactions = new Map<object, HostTransaction>();
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: MemoryStoreOptions = {}) {
    const { lockTimeoutMs } = settingsOf(options);
    this.#committed = { profiles: new Map(), booksOf: (companyId) => this.#booksOf(companyId), lockTimeoutMs };
    bindMethods(this);
  }

  readonly database = "memory";

  readonly companies: CompanyProfiles = {
    profile: async (companyId) => {
      this.#requireOpen();
      const text = this.#committed.profiles.get(companyId);
      return text === undefined ? undefined : (JSON.parse(text) as CompanyProfile);
    },
    save: (companyId, profile) =>
      this.#locked(companyId, async () => void this.#committed.profiles.set(companyId, JSON.stringify(profile))),
  };

  readonly reader = invoiceReader((companyId) => this.#booksOf(companyId));

  readonly creditNotes = creditNoteReader((companyId) => this.#booksOf(companyId));

  readonly journal = memoryJournal(
    (companyId) => this.#booksOf(companyId),
    () => this.#companyIds(),
  );

  /** Nothing is indexed: a search reads the documents. */
  readonly search = { index: async () => 0 };

  readonly apiKeys = memoryApiKeys(() => this.#requireOpen());

  readonly panel = memoryPanelTables(() => this.#requireOpen());

  readonly billing: BillingFeed = memoryBilling(
    (companyId) => this.#booksOf(companyId),
    () => this.#companyIds(),
  );

  readonly events = (consumer: string): EventFeed =>
    memoryEvents(
      consumer,
      (companyId) => this.#booksOf(companyId),
      () => this.#companyIds(),
      this.#begun,
    );

  transaction<Result>(companyId: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#locked(companyId, async (books) => {
      const batches: Batch[] = [];
      const transaction = booksTransaction(memoryDialect(books, batches));
      const value = await work(transaction.ports);
      await transaction.books.flush();
      books.commit(companyId, batches);
      return value;
    });
  }

  /**
   * Begins a transaction of yours and passes it to `work`, for `invoicing.joining(transaction)`. If `work` fulfils,
   * everything that was written through the transaction is committed together, and its result is returned. If `work`
   * rejects or throws, none of it remains, and the promise rejects with the same error. Until then, nobody else sees it,
   * and other writes of the same companies wait. It is how you test code that joins a transaction of your database.
   *
   * @throws TypeError if `work` is not a function, or if the store is closed
   *
   * @example
   * ```ts
   * import { createInvoicing } from "faktura";
   * import { memoryStore } from "faktura/memory";
   *
   * const store = memoryStore();
   * const invoicing = createInvoicing({ store });
   * const failing = store.begin(async (transaction) => {
   *   await invoicing.joining(transaction).company("firma").saveProfile({
   *     name: "Firma GmbH",
   *     country: "DE",
   *     vatRegistered: true,
   *     ossRegistered: true,
   *     defaultCurrency: "EUR",
   *     invoicePrefix: "INV",
   *   });
   *   throw new Error("the order could not be saved");
   * });
   * await failing.catch((error) => console.log(error.message)); // the order could not be saved
   * await invoicing.company("firma").profile().catch((error) => console.log(error.code)); // company_not_found
   * ```
   */
  async begin<Result>(work: (transaction: MemoryTransaction) => Promise<Result>): Promise<Result> {
    if (typeof work !== "function") {
      throw new TypeError("begin needs a function: store.begin(async (transaction) => …)");
    }
    this.#requireOpen();
    const handle = Object.freeze({ store: this });
    const transaction = new HostTransaction(this.#committed);
    this.#transactions.set(handle, transaction);
    try {
      const result = await work(handle);
      transaction.commit();
      return result;
    } catch (error) {
      transaction.rollBack();
      throw error;
    } finally {
      this.#transactions.delete(handle);
    }
  }

  /**
   * The books inside a transaction that the host has begun.
   *
   * @throws TypeError if the handle is not an open transaction of this store
   */
  joining(handle: object): JoinedStore {
    const transaction = this.#transactions.get(handle);
    if (transaction === undefined) {
      throw new TypeError(
        "joining a memory store needs an open transaction of this store: pass the `transaction` of " +
          "store.begin(async (transaction) => …), inside that function",
      );
    }
    const { call } = joinedStore(transaction, this.#committed.lockTimeoutMs);
    return { call: (work) => this.#call(() => call(work)) };
  }

  /** Fulfils while the store is open. */
  async ready(): Promise<void> {
    this.#requireOpen();
  }

  /** Waits for the calls in progress. A transaction of {@link begin} is yours to end; its later calls reject. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#callsUnderWay);
  }

  /** Runs `work` under the lock of the company's books. */
  #locked<Result>(companyId: string, work: (books: MemoryBooks) => Promise<Result>): Promise<Result> {
    return this.#call(async () => {
      const books = this.#booksOf(companyId);
      const unlock = await books.mutex.lock(this.#committed.lockTimeoutMs);
      try {
        return await work(books);
      } finally {
        unlock();
      }
    });
  }

  /** Every call that may wait goes through here. It rejects if the store is closed, and `close` waits for it. */
  async #call<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    const result = work();
    this.#callsUnderWay.add(result);
    try {
      return await result;
    } finally {
      this.#callsUnderWay.delete(result);
    }
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
 * @throws TypeError that names the option if one is unknown or invalid
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { memoryStore } from "faktura/memory";
 *
 * const invoicing = createInvoicing({ store: memoryStore() });
 * console.log((await invoicing.company("firma").list()).total); // 0
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  return new MemoryStore(options);
}
