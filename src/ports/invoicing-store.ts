import type { ApiKeyStore } from "./api-key-store.ts";
import type { BillingFeed, BillingMeter } from "./billing-meter.ts";
import type { CompanyProfiles } from "./company-directory.ts";
import type { CreditNoteReader, CreditNoteRepository } from "./credit-note-repository.ts";
import type { EventFeed } from "./event-feed.ts";
import type { InvoiceReader, InvoiceRepository } from "./invoice-repository.ts";
import type { AuditedInvoice, JournalReader } from "./journal.ts";
import type { NumberSequence } from "./number-sequence.ts";
import type { PanelTables } from "./panel-tables.ts";
import type { StoreShard } from "./store-shard.ts";

/** The ports of one company in one transaction. Its books can only be written through these. */
export interface StoreTransaction {
  /** The sequence of the company's invoice numbers. */
  readonly numbers: NumberSequence;
  /** Its invoices, payments and idempotency keys. */
  readonly invoices: InvoiceRepository;
  /** Its credit notes. */
  readonly creditNotes: CreditNoteRepository;
  /** What is billed for its invoices. */
  readonly meter: BillingMeter;
  /**
   * The company's stored profile as JSON, as it was when the lock was taken. Only after `numbers.lock()`. `undefined` if
   * there is none, or if the transaction was not begun {@link TransactionOptions.withProfile}. Absent: the
   * store remembers no profiles.
   */
  readonly profile?: () => string | undefined;
}

/** Options of a transaction. */
export interface TransactionOptions {
  /**
   * Whether to read the company's stored profile together with the lock. Only if the store remembers profiles: see
   * `known` of {@link CompanyProfiles}. Absent: `false`.
   */
  readonly withProfile?: boolean | undefined;
  /**
   * Called each time the store begins the transaction again, after a conflict with another one or a lost connection, so
   * that it can be counted. Absent: nobody counts.
   */
  readonly onRepeat?: (() => void) | undefined;
}

/** A store's books inside a transaction that the host has begun. Reads see what the host has written. */
export interface JoinedBooks extends Pick<InvoicingStore, "reader" | "creditNotes" | "companies" | "transaction"> {
  /**
   * Waits for a promise of the host, such as the answer of its company directory.
   *
   * @throws StoreBusyError if it does not settle within the time that the call may wait
   */
  within<Value>(answer: Promise<Value>): Promise<Value>;
}

/** The books on a host's connection, on which transactions begin and end. */
export interface JoinedStore {
  /**
   * Runs one call on the books.
   *
   * - **Guarantee**: the whole call belongs to the transaction that is open on the connection when `call` is called. The
   *   call rejects if that transaction ends first.
   * - **Condition**: `work` uses only the books that it receives, and only until its promise settles.
   *
   * `companyId` is the company of the call, for a store that has several databases.
   */
  call<Result>(work: (books: JoinedBooks) => Promise<Result>, companyId?: string): Promise<Result>;
}

/** The index for searches and for lists by client. It is written after the books, so issuing takes no longer. */
export interface SearchIndex {
  /**
   * Indexes some of the company's invoices that are not indexed yet, oldest first, and returns how many. Returns 0 if none is
   * left.
   *
   * - **Guarantee**: lists find the same before, during and after it, and only read the rest slower.
   * - **Cost**: a bounded step, some two thousand invoices. It takes no lock of the company's sequence.
   */
  index(companyId: string): Promise<number>;
}

/** What the returns of some months may declare. */
export interface TouchedRecords {
  /** The counters of invoices, in order. There may be some that touch no such month. */
  readonly invoices: readonly number[];
  /** The positions in the journal of credit notes that do not credit one invoice of the books, in order. */
  readonly creditNotes: readonly number[];
  /** The counters of cancelled invoices that name advances, or what they replaced: whatever the months are. */
  readonly ended: readonly number[];
}

/**
 * Which invoices the returns of a month concern: a summary of each 1,000 entries of the journal. It is written behind the
 * books, once they are full, so issuing does not pay for it.
 */
export interface ReturnIndex {
  /**
   * Summarises the company's next 1,000 entries that have no summary yet, and returns how many. Returns 0 if fewer are left.
   *
   * - **Guarantee**: {@link touched} finds the same before, during and after it, and only reads the rest slower.
   */
  index(companyId: string): Promise<number>;
  /**
   * What returns of the months from `from` to `to`, such as `2026-11`, may declare by what the books have now. Writes the
   * summaries that are due first, if it can do so at once.
   *
   * - **Cost**: grows with what is found, not with the books.
   */
  touched(companyId: string, from: string, to: string): Promise<TouchedRecords>;
  /** The invoices with these counters, in order, each as `journal.invoicesAfter` reads it. */
  invoices(companyId: string, counters: readonly number[]): Promise<readonly AuditedInvoice[]>;
  /** The counters of the invoices with these numbers, in any order. */
  countersOf(companyId: string, invoiceNumbers: readonly string[]): Promise<readonly number[]>;
}

/** A store of invoices. `storeContract` of `faktura/contract` tests everything that this interface promises. */
export interface InvoicingStore {
  /** Its kind, for the tracing channel `faktura:commit`, such as `postgresql`. Absent: `other`. */
  readonly database?: string | undefined;
  /** Reads outside any transaction. */
  readonly reader: InvoiceReader;
  /** Reads of credit notes outside any transaction. */
  readonly creditNotes: CreditNoteReader;
  /** Billing events, outside any transaction. */
  readonly billing: BillingFeed;
  /** The entries of the journal that the consumer with this name has not got yet, outside any transaction. */
  readonly events: (consumer: string) => EventFeed;
  /** The stored profiles, for hosts that have no company table. */
  readonly companies: CompanyProfiles;
  /** What makes searches fast in large books. */
  readonly search: SearchIndex;
  /** What makes VAT reports of large books fast. Absent: they read all invoices. */
  readonly returns?: ReturnIndex | undefined;
  /** The stored books, for the audit. */
  readonly journal: JournalReader;
  /** The stored API keys, for hosts that have none. */
  readonly apiKeys: ApiKeyStore;
  /** What the panel keeps beside the books, for `panelTables` of `faktura/panel`. Absent: a store without it. */
  readonly panel?: PanelTables | undefined;
  /** What it knows about itself as one of several databases, for `shardedStore`. Absent: it cannot be one. */
  readonly shard?: StoreShard | undefined;

  /**
   * Runs `work` in one transaction on one company's books and returns its result.
   *
   * - **Guarantee**: if `work` fulfils, everything it wrote is durable before the promise fulfils. If it rejects,
   *   none of its changes remain, and the promise rejects with the same error. The service then tries the writes again,
   *   one by one, unless the error is one of those below.
   * - **Condition**: `work` uses only the ports that it receives, awaits nothing else, and does not call `transaction`.
   *   The store may run it again as a whole, as long as none of its changes remain: if the commit failed, or if the books
   *   were not as it expected.
   * - **Cost**: one durable commit. Transactions of one company run one after another.
   *
   * @throws StoreBusyError if the store could not be locked in time; nothing was written
   * @throws OutcomeUnknownError if the answer to the commit was lost and its outcome could not be found out in time, or
   *   if the file was no longer at its path after the commit
   */
  transaction<Result>(
    companyId: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;

  /**
   * The books inside the transaction that the host has begun on `handle`, its own client or connection. Absent if a host
   * cannot begin transactions in this store.
   *
   * - **Guarantee**: each `transaction` is a savepoint. If it rejects, none of its changes remain, and the host's
   *   transaction continues. What it wrote is committed or rolled back with the host's transaction.
   * - **Condition**: the host has begun the transaction on the store's database, and ends it.
   * - **Cost**: the company's sequence stays locked for every issuer until the host's transaction ends. Nothing is
   *   retried.
   */
  joining?(handle: object): JoinedStore;

  /**
   * Checks that the store could write durably now: that it can be reached, has the right schema, and that everything
   * that guards the books is in place. Fulfils with nothing.
   *
   * - **Guarantee**: each call checks again. It writes nothing, and waits for no company's lock.
   * - **Cost**: a few reads, none of them of a company's books.
   *
   * @throws Error that says what is wrong and what to do
   */
  ready(): Promise<void>;

  /** Waits for the calls in progress, then closes what the store opened. Later calls reject. */
  close(): Promise<void>;
}
