import type { StoreTransaction } from "../../../ports/invoicing-store.ts";
import type { PostgresPool } from "../connection/driver.ts";
import type { Settings } from "../settings.ts";

/** The parts of a store. */
export interface StoreParts {
  readonly pool: PostgresPool;
  readonly settings: Settings;
}

/** The work in a transaction. */
export type Work<Value> = (transaction: StoreTransaction) => Promise<Value>;
