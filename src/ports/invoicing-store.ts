import type { ApiKeyStore } from "./api-key-store.ts";
import type { BillingFeed, BillingMeter } from "./billing-meter.ts";
import type { CompanyProfiles } from "./company-directory.ts";
import type { InvoiceReader, InvoiceRepository } from "./invoice-repository.ts";
import type { JournalReader } from "./journal.ts";
import type { NumberSequence } from "./number-sequence.ts";

/** The ports of one company in one transaction: only through these can its books be written. */
export interface StoreTransaction {
  readonly numbers: NumberSequence;
  readonly invoices: InvoiceRepository;
  readonly meter: BillingMeter;
}

/** A store's books from inside a transaction that the host has begun: what is read sees what the host has written. */
export interface JoinedBooks extends Pick<InvoicingStore, "reader" | "companies" | "transaction"> {
  /**
   * What a promise of the host's own gives, such as its company directory's answer.
   *
   * @throws StoreBusyError when the answer does not come within the time that the call may wait
   */
  within<Value>(answer: Promise<Value>): Promise<Value>;
}

/** The host's connection, on which transactions begin and end. */
export interface JoinedStore {
  /**
   * Runs one call on the books.
   *
   * - **Guarantee**: all of it belongs to the transaction that is open on the connection when `call` is called, and it
   *   rejects when that transaction has ended before the call has.
   * - **Condition**: `work` uses the books that it is handed, and only until its promise settles.
   */
  call<Result>(work: (books: JoinedBooks) => Promise<Result>): Promise<Result>;
}

/** A place where invoices are kept. `storeContract` of `faktura/contract` tests every promise made here. */
export interface InvoicingStore {
  /** Reads outside any transaction. */
  readonly reader: InvoiceReader;
  /** Billing events, outside any transaction. */
  readonly billing: BillingFeed;
  /** The profiles kept here, for hosts that have no company table of their own. */
  readonly companies: CompanyProfiles;
  /** The books as they are stored, for the audit. */
  readonly journal: JournalReader;
  /** The API keys kept here, for hosts that have none of their own. */
  readonly apiKeys: ApiKeyStore;

  /**
   * Runs `work` in one transaction on one company's books and gives back what it gives.
   *
   * - **Guarantee**: when `work` fulfils, everything it wrote is durable before the promise does; when it rejects,
   *   nothing of it remains, and the promise rejects with the same error. The service then tries the writes again, one
   *   by one, unless the error is one of those below.
   * - **Condition**: `work` uses only the ports it is handed, awaits nothing else, and does not call `transaction`. It
   *   may be run again, as a whole, where something was in the way of the commit and nothing of it remains.
   * - **Cost**: one durable commit. Transactions of one company run one after another.
   *
   * @throws StoreBusyError when the store could not be locked in time; nothing was written
   * @throws OutcomeUnknownError when the answer to the commit was lost and could not be found out in time
   */
  transaction<Result>(companyId: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;

  /**
   * The books inside the transaction that the host has begun on `handle`, its own client or connection. Absent where a
   * store has no transactions that a host could begin.
   *
   * - **Guarantee**: each `transaction` is a savepoint: when it rejects, nothing of it remains, and the host's transaction
   *   goes on. What it wrote commits or vanishes with the host's.
   * - **Condition**: the host has begun, and ends, the transaction, on the database that the store keeps.
   * - **Cost**: the company's sequence stays locked until the host's transaction ends, for every issuer. Nothing is tried
   *   again.
   */
  joining?(handle: object): JoinedStore;

  /** Waits for what runs, then closes what the store opened. Calls after it reject. */
  close(): Promise<void>;
}
