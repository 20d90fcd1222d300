import { setImmediate as nextTurn } from "node:timers/promises";
import { bindMethods } from "../../domain/bind-methods.ts";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { CreditNoteReader } from "../../ports/credit-note-repository.ts";
import type { EventFeed } from "../../ports/event-feed.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, JoinedStore, StoreTransaction, TransactionOptions } from "../../ports/invoicing-store.ts";
import { ownContext } from "../../ports/own-context.ts";
import { isSearch } from "../engine/search/search-page.ts";
import { booksTransaction } from "../engine/transaction.ts";
import { apiKeyRows } from "../sql/api-keys.ts";
import { billingFeed } from "../sql/billing.ts";
import { companyProfiles, invoiceReader } from "../sql/company-rows.ts";
import { creditNoteReader } from "../sql/credit-notes.ts";
import { eventFeed } from "../sql/events.ts";
import { journalReader } from "../sql/journal-reader.ts";
import { returnIndex } from "../sql/return-index.ts";
import { searchIndex } from "../sql/search.ts";
import { shardRows } from "../sql/shard.ts";
import type { RunBooks, RunSteps } from "../sql/steps.ts";
import { checkConnection } from "./check-connections.ts";
import { backup } from "./connection/backup.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import { type RetryWhileBusy, retryFor } from "./connection/retry-while-busy.ts";
import { requireDurable, type Session } from "./connection/session.ts";
import { joinedStore } from "./joined-store.ts";
import { type Connections, type OpenConnection, openConnections } from "./open-connections.ts";
import { findSchemaFaults } from "./schema/faults.ts";
import { type HostNumbers, type SqliteStoreOptions, settingsOf } from "./settings.ts";
import { booksSteps, readSequences, sqliteDialect } from "./statements/dialect.ts";
import { inSnapshot, listInvoices, listThrough } from "./statements/list.ts";
import { sqlitePanelRecords } from "./statements/panel-records.ts";
import { SEARCH_TEXTS } from "./statements/search-texts.ts";
import { runSteps } from "./statements/steps.ts";
import { runTransaction, writeAtOnce } from "./transaction/run.ts";
import { SharedCommits } from "./transaction/shared-commits.ts";

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
  readonly #shard: string;
  readonly #path: string | undefined;
  #connections: Promise<Connections> | undefined;
  /** Settles when the last write in the queue has ended. Writes in this process run one after another. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  readonly #commits = new SharedCommits();
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  /** `path` is the name of the file that `open` opens, if it is known. */
  constructor(open: OpenConnection, options: SqliteStoreOptions = {}, path?: string) {
    this.#open = open;
    const { lockTimeoutMs, numbers, create, shard } = settingsOf(options);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#numbers = numbers;
    this.#create = create;
    this.#shard = shard;
    this.#path = path;
    bindMethods(this);
  }

  readonly database = "sqlite";

  /** Run the statements that the databases share: two outside a transaction, and two in one of their own. */
  readonly #readSteps: RunSteps = (...steps) => this.#read((reader) => runSteps(reader, ...steps));
  /** On the writing connection: each commit clears the reader's cache, so a look-up there takes ten times as long. */
  readonly #lookUpSteps: RunSteps = (...steps) =>
    this.#call(({ writer, file }, retryWhileBusy) => {
      file.requireNotLost();
      return retryWhileBusy(() => runSteps(writer, ...steps));
    });
  readonly #writeSteps: RunSteps = (...steps) => this.#write((writer) => runSteps(writer, ...steps));
  /** Waits for no other process, for what a call can do without. */
  readonly #writeSoonSteps: RunSteps = (...steps) =>
    this.#runExclusive(({ writer }) => writeAtOnce(writer, () => runSteps(writer, ...steps)));
  readonly #transactSteps: RunBooks = (companyId, work) =>
    this.#transact((writer) => work(booksSteps(writer, companyId)));

  readonly apiKeys = apiKeyRows(this.#lookUpSteps, this.#writeSteps);

  readonly shard = shardRows(this.#readSteps, this.#writeSteps);

  readonly panel = sqlitePanelRecords(this.#lookUpSteps, this.#writeSteps, (statements) => this.#write(statements));

  readonly companies: CompanyProfiles = companyProfiles(this.#lookUpSteps, this.#writeSteps);

  readonly reader: InvoiceReader = {
    ...invoiceReader(this.#readSteps),
    list: async (companyId, request) => {
      if (isSearch(request)) await this.search.moveOn(companyId);
      return listThrough((query) => this.#read(query), listInvoices, companyId, request);
    },
    sequences: (companyId, names) => {
      const own = this.#numbers === undefined ? names : undefined;
      return this.#read((reader) => inSnapshot(reader, () => readSequences(reader, companyId, own)));
    },
  };

  readonly search = searchIndex(this.#readSteps, this.#writeSteps, this.#writeSoonSteps, SEARCH_TEXTS);

  readonly returns = returnIndex(this.#readSteps, this.#writeSteps, this.#writeSoonSteps);

  readonly creditNotes: CreditNoteReader = creditNoteReader(this.#readSteps);

  readonly journal = journalReader(this.#readSteps, {
    faults: () => this.#read((reader) => findSchemaFaults(reader).map(({ detail }) => detail)),
  });

  readonly billing: BillingFeed = billingFeed(this.#readSteps, this.#writeSteps, this.#transactSteps);

  readonly events = (consumer: string): EventFeed =>
    eventFeed(consumer, this.#readSteps, this.#writeSteps, this.#transactSteps);

  transaction<Result>(
    companyId: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
    { onRepeat }: TransactionOptions = {},
  ): Promise<Result> {
    const run = async (writer: Session) => {
      const counter = this.#numbers?.(writer.driver, companyId);
      const transaction = booksTransaction(sqliteDialect(writer, companyId), counter);
      const value = await work(transaction.ports);
      await transaction.books.flush();
      return value;
    };
    // A host's own counter may await what is not ours, and others must not wait for it.
    if (this.#numbers !== undefined) {
      return this.#runExclusive(async ({ writer }, retryWhileBusy) => {
        await nextTurn(); // as in commitNext
        return runTransaction(writer, retryWhileBusy, () => run(writer));
      });
    }
    return this.#call(
      (connections, retryWhileBusy) =>
        new Promise<Result>((resolve, reject) => {
          const call = { work: run, retryWhileBusy, onRepeat, resolve: resolve as (value: unknown) => void, reject };
          if (this.#commits.add(call)) this.#commitNext(connections);
        }),
    );
  }

  /** The books inside a transaction that the host has begun on its own connection to this file. */
  joining(connection: SqliteConnection): JoinedStore {
    return joinedStore(connection, { lockTimeoutMs: this.#lockTimeoutMs, numbers: this.#numbers, shard: this.#shard });
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
        checkConnection(reader, file, this.#shard);
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
    return this.#call((connections, retryWhileBusy) =>
      this.#inTurn(connections, () => work(connections, retryWhileBusy)),
    );
  }

  /** Commits the calls that wait to share a commit, in their turn. */
  #commitNext(connections: Connections): void {
    this.#inTurn(connections, () => this.#commits.commitNext(connections.writer)).then(
      (isMoreWaiting) => isMoreWaiting && this.#commitNext(connections),
      (error: unknown) => this.#commits.rejectAll(error),
    );
  }

  #inTurn<Result>({ file }: Connections, work: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#lastWrite.then(() => {
      file.requireNotLost(); // the write before this one may have noticed it
      return work();
    });
    const ended = () => undefined; // without the result, which would be kept until the next write
    this.#lastWrite = result.then(ended, ended);
    return result;
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
    this.#connections ??= openConnections(this.#open, retryWhileBusy, this.#create, this.#path, this.#shard).catch(
      (error: unknown) => {
        this.#connections = undefined; // so that the next call tries again
        throw error;
      },
    );
    return work(await this.#connections, retryWhileBusy);
  }
}
