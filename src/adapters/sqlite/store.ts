import { setImmediate as nextTurn } from "node:timers/promises";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, JoinedStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import { booksTransaction } from "../engine/transaction.ts";
import { backup } from "./connection/backup.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import { type Patience, patienceOf } from "./connection/errors.ts";
import {
  type Connections,
  inTransaction,
  type OpenConnection,
  openConnections,
  writeAtOnce,
} from "./connection/open.ts";
import type { StoreConnection } from "./connection/session.ts";
import { joinedStore } from "./joined-store.ts";
import { type HostNumbers, type SqliteStoreOptions, settingsOf } from "./settings.ts";
import { apiKeyRows } from "./statements/api-keys.ts";
import { billingFeed } from "./statements/billing.ts";
import { sqliteDialect } from "./statements/dialect.ts";
import { journalReader } from "./statements/journal-reader.ts";
import { findInvoice, listInvoices } from "./statements/list.ts";
import { findKeys, findProfile, saveProfile } from "./statements/rows.ts";

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
    const { lockTimeoutMs, numbers } = settingsOf(options);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#numbers = numbers;
  }

  readonly apiKeys = apiKeyRows(
    (query) => this.#lookUp(query),
    (statements) => this.#write(statements),
  );

  readonly companies: CompanyProfiles = {
    profile: (companyId) => this.#lookUp((writer) => findProfile(writer, companyId)),
    save: (companyId, profile) => this.#write((writer) => saveProfile(writer, companyId, profile)),
  };

  readonly reader: InvoiceReader = {
    find: (companyId, id) => this.#read((reader) => findInvoice(reader, companyId, id)),
    findKey: (companyId, key) => this.#read((reader) => findKeys(reader, companyId, [key])[0]),
    list: (companyId, request) => this.#read((reader) => listInvoices(reader, companyId, request)),
  };

  readonly journal = journalReader((query) => this.#read(query));

  readonly billing: BillingFeed = billingFeed(
    (query) => this.#read(query),
    (statements) => this.#write(statements),
    (work) => this.#takeTurn(({ writer }, whileBusy) => inTransaction(writer, whileBusy, () => work(writer))),
  );

  transaction<Result>(companyId: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#takeTurn(async ({ writer }, whileBusy) => {
      // What sockets have delivered in this turn of the event loop is to share the commit. Once the lock is held nothing
      // else runs until it is released, so that a host's own connection in this process never meets it.
      await nextTurn();
      return inTransaction(writer, whileBusy, async () => {
        const counter = this.#numbers?.(writer.driver, companyId);
        const transaction = booksTransaction(sqliteDialect(writer, companyId), counter);
        const value = await work(transaction.ports);
        await transaction.flush();
        return value;
      });
    });
  }

  /** The books inside the transaction that the host has begun on its own connection to this file. */
  joining(connection: SqliteConnection): JoinedStore {
    return joinedStore(connection, this.#lockTimeoutMs, this.#numbers);
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
    return this.#call((_, whileBusy) => backup(this.#open, path, whileBusy));
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
    return this.#call(({ reader }, whileBusy) => whileBusy(() => query(reader)));
  }

  /** On the connection that writes: each commit empties the other one's cache, and a look-up there takes ten times as long. */
  #lookUp<Result>(query: (writer: StoreConnection) => Result): Promise<Result> {
    return this.#call(({ writer }, whileBusy) => whileBusy(() => query(writer)));
  }

  #write<Result>(statements: (writer: StoreConnection) => Result): Promise<Result> {
    return this.#takeTurn(({ writer }, whileBusy) => whileBusy(() => writeAtOnce(writer, () => statements(writer))));
  }

  #takeTurn<Result>(
    work: (connections: Connections, whileBusy: Patience) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#call((connections, whileBusy) => {
      const result = this.#lastTurn.then(() => work(connections, whileBusy));
      this.#lastTurn = result.catch(() => undefined);
      return result;
    });
  }

  /**
   * Every call comes through here: none begins on a closed store, closing waits for those that have begun, and all that
   * a call waits for another process counts from here, its turn included.
   */
  async #call<Result>(
    work: (connections: Connections, whileBusy: Patience) => Result | Promise<Result>,
  ): Promise<Result> {
    if (this.#closing !== undefined) throw new TypeError("this store is closed");
    const whileBusy = patienceOf(this.#lockTimeoutMs);
    const result = this.#connected(whileBusy).then((connections) => work(connections, whileBusy));
    this.#callsUnderWay.add(result);
    try {
      return await result;
    } finally {
      this.#callsUnderWay.delete(result);
    }
  }

  #connected(whileBusy: Patience): Promise<Connections> {
    this.#connections ??= openConnections(this.#open, whileBusy).catch((error: unknown) => {
      this.#connections = undefined; // what stood in the way may be gone at the next call
      throw error;
    });
    return this.#connections;
  }
}
