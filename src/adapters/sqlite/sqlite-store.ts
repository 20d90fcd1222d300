import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import { backup } from "./backup.ts";
import { whileBusy } from "./busy.ts";
import { type StoreConnection, waitForNoLock } from "./connection.ts";
import { type Connections, type OpenConnection, openConnections, rollBackQuietly } from "./connections.ts";
import { type HostNumbers, hostSequence } from "./host-sequence.ts";
import { findProfile, saveProfile } from "./profile-rows.ts";
import { listInvoices } from "./reader.ts";
import { findInvoices, findKeys, pendingEvents, removeEvents } from "./rows.ts";
import { sqliteTransaction } from "./transaction.ts";

/** Options of the SQLite store. */
export interface SqliteStoreOptions {
  /** How long to wait for another process' lock before a call rejects with `StoreBusyError`. Absent: 5,000 ms. */
  readonly lockTimeoutMs?: number | undefined;
  /** The host's own counter. Absent: the invoices are the sequence. */
  readonly numbers?: HostNumbers | undefined;
}

/**
 * Invoices in one SQLite file, on two connections that nobody else uses: one writes, one reads. Work that awaits on a
 * shared handle would let a stranger's writes fall into our transaction and vanish with it.
 */
export class SqliteStore implements InvoicingStore {
  readonly #open: OpenConnection;
  readonly #lockTimeoutMs: number;
  readonly #numbers: HostNumbers | undefined;
  #connections: Promise<Connections> | undefined;
  /** Settles when the last write begun has ended: callers in this process take turns. */
  #lastTurn: Promise<unknown> = Promise.resolve();
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(open: OpenConnection, options: SqliteStoreOptions = {}) {
    this.#open = open;
    this.#lockTimeoutMs = options.lockTimeoutMs ?? 5000;
    this.#numbers = options.numbers;
  }

  readonly companies: CompanyProfiles = {
    profile: (companyId) => this.#read((reader) => findProfile(reader, companyId)),
    save: (companyId, profile) => this.#write((writer) => saveProfile(writer, companyId, profile)),
  };

  readonly reader: InvoiceReader = {
    find: (companyId, id) => this.#read((reader) => findInvoices(reader, companyId, [id])[0]),
    findKey: (companyId, key) => this.#read((reader) => findKeys(reader, companyId, [key])[0]),
    list: (companyId, request) => this.#read((reader) => listInvoices(reader, companyId, request)),
  };

  readonly billing: BillingFeed = {
    pending: (companyId, limit = 100) => this.#read((reader) => pendingEvents(reader, companyId, limit)),
    acknowledge: (companyId, eventIds) => this.#write((writer) => removeEvents(writer, companyId, eventIds)),
  };

  transaction<Result>(companyId: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#takeTurn(async ({ writer }) => {
      // IMMEDIATE takes the write lock now. A lock asked for after the first read is refused at once
      // (SQLITE_BUSY_SNAPSHOT), however long one waits.
      await this.#whileBusy(() => writer.exec("BEGIN IMMEDIATE"));
      try {
        const numbers = this.#numbers && hostSequence(writer, companyId, this.#numbers);
        const value = await work(sqliteTransaction(writer, companyId, numbers));
        await this.#whileBusy(() => writer.exec("COMMIT"));
        return value;
      } catch (error) {
        rollBackQuietly(writer);
        throw error;
      }
    });
  }

  /** Opens the file and brings its tables up to date, which the first call does otherwise. */
  async ready(): Promise<void> {
    await this.#call(async () => undefined);
  }

  /**
   * Copies the live database to a new file at `path`; writers go on meanwhile, and what was committed before the call
   * is in the copy.
   *
   * @throws Error when there is a file at `path` already
   */
  backup(path: string): Promise<void> {
    return this.#call(async () => {
      const connection = await this.#open();
      try {
        waitForNoLock(connection);
        await backup(connection, path, this.#lockTimeoutMs);
      } finally {
        connection.close();
      }
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#drainAndClose();
    return this.#closing;
  }

  async #drainAndClose(): Promise<void> {
    await Promise.allSettled(this.#callsUnderWay);
    const connections = await this.#connections;
    connections?.reader.close();
    connections?.writer.close();
  }

  #read<Result>(query: (reader: StoreConnection) => Result): Promise<Result> {
    return this.#call(({ reader }) => this.#whileBusy(() => query(reader)));
  }

  #write(statement: (writer: StoreConnection) => void): Promise<void> {
    return this.#takeTurn(({ writer }) => this.#whileBusy(() => statement(writer)));
  }

  #takeTurn<Result>(work: (connections: Connections) => Promise<Result>): Promise<Result> {
    return this.#call((connections) => {
      const result = this.#lastTurn.then(() => work(connections));
      this.#lastTurn = result.catch(() => undefined);
      return result;
    });
  }

  #whileBusy<Result>(action: () => Result): Promise<Result> {
    return whileBusy(action, this.#lockTimeoutMs);
  }

  /** Every call comes through here: none begins on a closed store, and closing waits for those that have begun. */
  async #call<Result>(work: (connections: Connections) => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined) throw new TypeError("this store is closed");
    const result = this.#connected().then(work);
    this.#callsUnderWay.add(result);
    try {
      return await result;
    } finally {
      this.#callsUnderWay.delete(result);
    }
  }

  #connected(): Promise<Connections> {
    this.#connections ??= openConnections(this.#open, this.#lockTimeoutMs).catch((error: unknown) => {
      this.#connections = undefined; // what stood in the way may be gone at the next call
      throw error;
    });
    return this.#connections;
  }
}
