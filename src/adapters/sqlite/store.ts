import { setImmediate as nextTurn } from "node:timers/promises";
import { bindMethods } from "../../domain/bind-methods.ts";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { CreditNoteReader } from "../../ports/credit-note-repository.ts";
import type { EventFeed } from "../../ports/event-feed.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, JoinedStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import { ownContext } from "../../ports/own-context.ts";
import { isSearch } from "../engine/search/search-page.ts";
import { booksTransaction } from "../engine/transaction.ts";
import { checkConnection } from "./check-connections.ts";
import { backup } from "./connection/backup.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import { type RetryWhileBusy, retryFor } from "./connection/retry-while-busy.ts";
import { requireDurable, type Session } from "./connection/session.ts";
import { joinedStore } from "./joined-store.ts";
import { type Connections, type OpenConnection, openConnections } from "./open-connections.ts";
import { type HostNumbers, type SqliteStoreOptions, settingsOf } from "./settings.ts";
import { apiKeyRows } from "./statements/api-keys.ts";
import { billingFeed } from "./statements/billing.ts";
import { findCreditNote, listCreditNotes } from "./statements/credit-notes.ts";
import { sqliteDialect } from "./statements/dialect.ts";
import { eventFeed } from "./statements/events.ts";
import { journalReader } from "./statements/journal-reader.ts";
import { findInvoice, inSnapshot, listInvoices, listThrough } from "./statements/list.ts";
import { panelRecords } from "./statements/panel-records.ts";
import { findByNumber, findKeys, findProfile, saveProfile } from "./statements/rows.ts";
import { searchIndex } from "./statements/search.ts";
import { readSequences } from "./statements/series.ts";
import { runTransaction, writeAtOnce } from "./transaction/run.ts";

/**
 * Invoices in one SQLite file. The store opens two connections, one for writes and one for reads. On a shared
 * connection, other code could write while a transaction awaits, and its rows would be rolled back with the
 * transaction.
 */
export class SqliteStore implements InvoicingStore {
  readonly #open: OpenConnection;
  readonly #lockTimeoutMs: number;
  readonly #numbers: HostNumbers | undefined;
  readonly #create: boolean;
  readonly #path: string | undefined;
  #connections: Promise<Connections> | undefined;
  /** Settles when the last write in the queue has ended. Writes in this process run one after another. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  /** `path` is the name of the file that `open` opens, if it is known. */
  constructor(open: OpenConnection, options: SqliteStoreOptions = {}, path?: string) {
    this.#open = open;
    const { lockTimeoutMs, numbers, create } = settingsOf(options);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#numbers = numbers;
    this.#create = create;
    this.#path = path;
    bindMethods(this);
  }

  readonly database = "sqlite";

  readonly apiKeys = apiKeyRows(
    (query) => this.#lookUp(query),
    (statements) => this.#write(statements),
  );

  readonly panel = panelRecords(
    (query) => this.#lookUp(query),
    (statements) => this.#write(statements),
  );

  readonly companies: CompanyProfiles = {
    profile: (companyId) => this.#lookUp((writer) => findProfile(writer, companyId)),
    save: (companyId, profile) => this.#write((writer) => saveProfile(writer, companyId, profile)),
  };

  readonly reader: InvoiceReader = {
    find: (companyId, id) => this.#read((reader) => findInvoice(reader, companyId, id)),
    findByNumber: (companyId, invoiceNumber) =>
      this.#read((reader) => inSnapshot(reader, () => findByNumber(reader, companyId, invoiceNumber))),
    findKey: (companyId, key) => this.#read((reader) => findKeys(reader, companyId, [key])[0]),
    list: async (companyId, request) => {
      if (isSearch(request)) await this.search.moveOn(companyId);
      return listThrough((query) => this.#read(query), listInvoices, companyId, request);
    },
    sequences: (companyId, names) =>
      this.#read((reader) =>
        inSnapshot(reader, () => readSequences(reader, companyId, names, this.#numbers !== undefined)),
      ),
  };

  readonly search = searchIndex(
    (query) => this.#read(query),
    (statements) => this.#write(statements),
    (statements) => this.#runExclusive(({ writer }) => writeAtOnce(writer, () => statements(writer))),
  );

  readonly creditNotes: CreditNoteReader = {
    find: (companyId, id) => this.#read((reader) => findCreditNote(reader, companyId, id)),
    list: (companyId, request) =>
      this.#read((reader) => inSnapshot(reader, () => listCreditNotes(reader, companyId, request))),
  };

  readonly journal = journalReader((query) => this.#read(query));

  readonly billing: BillingFeed = billingFeed(
    (query) => this.#read(query),
    (statements) => this.#write(statements),
    (work) => this.#transact(work),
  );

  readonly events = (consumer: string): EventFeed =>
    eventFeed(
      consumer,
      (query) => this.#read(query),
      (statements) => this.#write(statements),
      (work) => this.#transact(work),
    );

  transaction<Result>(companyId: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#runExclusive(async ({ writer }, retryWhileBusy) => {
      // Wait for one turn of the event loop, so that requests that have just arrived can share the commit. While the
      // lock is held, the work awaits no I/O, so the host's own connections in this process never find it held.
      await nextTurn();
      return runTransaction(writer, retryWhileBusy, async () => {
        const counter = this.#numbers?.(writer.driver, companyId);
        const transaction = booksTransaction(sqliteDialect(writer, companyId), counter);
        const value = await work(transaction.ports);
        await transaction.books.flush();
        return value;
      });
    });
  }

  /** The books inside a transaction that the host has begun on its own connection to this file. */
  joining(connection: SqliteConnection): JoinedStore {
    return joinedStore(connection, this.#lockTimeoutMs, this.#numbers);
  }

  /**
   * Opens the file and migrates its tables, if no call has done so yet. Then checks that the file is still at its path
   * and can be written, that commits are durable, and that the tables and their guards are unchanged.
   *
   * @throws StoreUnavailableError if the file was moved, deleted or replaced; all later calls are then refused like this
   * @throws Error that says what else is wrong and what to do
   */
  ready(): Promise<void> {
    return this.#call(({ writer, reader, file }, retryWhileBusy) =>
      retryWhileBusy(() => {
        requireDurable(writer);
        checkConnection(reader, file);
      }),
    );
  }

  /**
   * Copies the live database to a new file at `path`. The copy contains everything that was committed before the call.
   * Other processes can write meanwhile. Also saves what the store still has if its file was moved, deleted or replaced.
   *
   * @throws Error if a file already exists at `path`
   */
  backup(path: string): Promise<void> {
    return this.#call(({ reader }, retryWhileBusy) => backup(reader, path, retryWhileBusy));
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

  #read<Result>(query: (reader: Session) => Result): Promise<Result> {
    return this.#call(({ reader, file }, retryWhileBusy) => {
      file.requireNotLost();
      return retryWhileBusy(() => query(reader));
    });
  }

  /**
   * Reads on the writing connection: each commit clears the reader's cache, so a look-up there takes ten times as long.
   */
  #lookUp<Result>(query: (writer: Session) => Result): Promise<Result> {
    return this.#call(({ writer, file }, retryWhileBusy) => {
      file.requireNotLost();
      return retryWhileBusy(() => query(writer));
    });
  }

  #write<Result>(statements: (writer: Session) => Result): Promise<Result> {
    return this.#runExclusive(({ writer }, retryWhileBusy) =>
      retryWhileBusy(() => writeAtOnce(writer, () => statements(writer))),
    );
  }

  #transact<Result>(work: (writer: Session) => Promise<Result>): Promise<Result> {
    return this.#runExclusive(({ writer }, retryWhileBusy) =>
      runTransaction(writer, retryWhileBusy, () => work(writer)),
    );
  }

  #runExclusive<Result>(
    work: (connections: Connections, retryWhileBusy: RetryWhileBusy) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#call((connections, retryWhileBusy) => {
      const result = this.#lastWrite.then(() => {
        connections.file.requireNotLost(); // the write before this one may have noticed it
        return work(connections, retryWhileBusy);
      });
      const ended = () => undefined; // without the result, which would be kept until the next write
      this.#lastWrite = result.then(ended, ended);
      return result;
    });
  }

  /**
   * Every call goes through here. It rejects if the store is closed, and `close` waits for it. Its lock timeout starts
   * here and includes the time in the queue. The connections work in no caller's async context.
   */
  async #call<Result>(
    work: (connections: Connections, retryWhileBusy: RetryWhileBusy) => Result | Promise<Result>,
  ): Promise<Result> {
    if (this.#closing !== undefined) throw new TypeError("this store is closed");
    const result: Promise<Result> = ownContext.runInAsyncScope(this.#runConnected<Result>, this, work);
    this.#callsUnderWay.add(result);
    try {
      return await result;
    } finally {
      this.#callsUnderWay.delete(result);
    }
  }

  async #runConnected<Result>(
    work: (connections: Connections, retryWhileBusy: RetryWhileBusy) => Result | Promise<Result>,
  ): Promise<Result> {
    const retryWhileBusy = retryFor(this.#lockTimeoutMs);
    this.#connections ??= openConnections(this.#open, retryWhileBusy, this.#create, this.#path).catch(
      (error: unknown) => {
        this.#connections = undefined; // so that the next call tries again
        throw error;
      },
    );
    return work(await this.#connections, retryWhileBusy);
  }
}
