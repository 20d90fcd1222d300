import type { StoreTransaction, TransactionOptions } from "../../../ports/invoicing-store.ts";
import type { PostgresPool } from "../connection/driver.ts";
import type { Semaphore } from "../connection/limits.ts";
import type { Settings } from "../settings.ts";
import type { RememberedBooks } from "./remembered-books.ts";
import type { SharedTrips } from "./shared-trips.ts";

/** The parts of a store. */
export interface StoreParts {
  readonly pool: PostgresPool;
  readonly settings: Settings;
}

/** What the transactions of a store share. */
export interface WriteParts extends StoreParts {
  /** Limits the writes, so that reads still get a connection from the pool. */
  readonly writes: Semaphore;
  /** What this server remembers of the companies' books. */
  readonly remembered: RememberedBooks;
  readonly trips: SharedTrips;
}

/** The work in a transaction. */
export type Work<Value> = (transaction: StoreTransaction) => Promise<Value>;

/** A transaction to run: the company, the work on its books, and the options. */
export interface TransactionJob<Value> extends TransactionOptions {
  readonly companyId: string;
  readonly work: Work<Value>;
}
