import type { StoreTransaction, TransactionOptions } from "../../../ports/invoicing-store.ts";
import type { PostgresPool } from "../connection/driver.ts";
import type { Settings } from "../settings.ts";

/** The parts of a store. */
export interface StoreParts {
  readonly pool: PostgresPool;
  readonly settings: Settings;
}

/** The work in a transaction. */
export type Work<Value> = (transaction: StoreTransaction) => Promise<Value>;

/** A transaction to run: the company, the work on its books, and the options. */
export interface TransactionJob<Value> extends TransactionOptions {
  readonly companyId: string;
  readonly work: Work<Value>;
}
