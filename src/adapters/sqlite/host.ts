import type { JoinedStore } from "../../ports/invoicing-store.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import type { OpenFile } from "./connection/open-file.ts";
import type { RetryWhileBusy } from "./connection/retry-while-busy.ts";
import type { Session } from "./connection/session.ts";
import type { Transactions } from "./transaction/run.ts";

/** The connections of a store: one for writes, and one for reads, which may be the same. */
export interface Connections {
  readonly writer: Session;
  readonly reader: Session;
  /** The file that both have open. Absent: there is none that could be moved or deleted. */
  readonly file?: OpenFile;
}

/** The writes that wait for the same lock within this process. They run one after another. */
export interface WriteQueue {
  /** Settles when the last one has ended. */
  last: Promise<unknown>;
}

/** Where the books are: in a file, or in the storage of a Durable Object. */
export interface Host {
  readonly transactions: Transactions;
  readonly queue: WriteQueue;
  /** Opens the connections, and migrates and repairs the tables. */
  connect(retryWhileBusy: RetryWhileBusy): Promise<Connections>;
  /** Checks that the store could write now. @throws Error that says what is wrong and what to do */
  check(connections: Connections): void;
  /** The books inside a transaction that the caller has begun on this connection. @throws TypeError if it cannot be */
  joining(connection: SqliteConnection): JoinedStore;
  /** Copies the books to a new file at `path`. */
  backup(reader: Session, path: string, retryWhileBusy: RetryWhileBusy): void | Promise<void>;
}
