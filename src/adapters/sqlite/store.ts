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
import { chainOpenRows } from "../engine/transaction-books.ts";
import { apiKeyRows } from "../sql/api-keys.ts";
import { billingFeed } from "../sql/billing.ts";
import { companyProfiles, invoiceReader } from "../sql/company-rows.ts";
import { creditNoteReader } from "../sql/credit-notes.ts";
import { eventFeed } from "../sql/events.ts";
import { journalReader } from "../sql/journal-reader.ts";
import { companyMoves } from "../sql/moves.ts";
import { returnIndex } from "../sql/return-index.ts";
import { searchIndex } from "../sql/search.ts";
import { requireHere, shardRows } from "../sql/shard.ts";
import type { ChainOpenRows, RunSteps } from "../sql/steps.ts";
import { tableNames } from "../sql/table-names.ts";
import type { SqliteConnection } from "./connection/driver.ts";
import { type RetryWhileBusy, retryFor } from "./connection/retry-while-busy.ts";
import type { Session } from "./connection/session.ts";
import type { Connections, Host } from "./host.ts";
import { findSchemaFaults, withoutGuards } from "./schema/faults.ts";
import type { HostNumbers, Settings } from "./settings.ts";
import { readSequences, sqliteDialect } from "./statements/dialect.ts";
import { listThrough, readPage } from "./statements/list.ts";
import { sqlitePanelRecords } from "./statements/panel-records.ts";
import { SEARCH_TEXTS } from "./statements/search-texts.ts";
import { runSteps } from "./statements/steps.ts";
import { runTransaction, type SessionWork } from "./transaction/run.ts";
import { SharedCommits } from "./transaction/shared-commits.ts";

/** Invoices in SQLite: in one file, or in the storage of one Durable Object. */
export class SqliteStore implements InvoicingStore {
  readonly #host: Host;
  readonly #lockTimeoutMs: number;
  readonly #numbers: HostNumbers | undefined;
  #connections: Promise<Connections> | undefined;
  readonly #commits: SharedCommits;
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(host: Host, { lockTimeoutMs, numbers }: Pick<Settings, "lockTimeoutMs" | "numbers">) {
    this.#host = host;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#numbers = numbers;
    this.#commits = new SharedCommits(host.transactions);
    bindMethods(this);
  }

  readonly database = "sqlite";

  /** Run the statements that the databases share: two outside a transaction, and two in one of their own. */
  readonly #readSteps: RunSteps = (...steps) => this.#read((reader) => runSteps(reader, ...steps));
  /** On the writing connection: each commit clears the reader's cache, so a look-up there takes ten times as long. */
  readonly #lookUpSteps: RunSteps = (...steps) =>
    this.#call(({ writer, file }, retryWhileBusy) => {
      file?.requireNotLost();
      return retryWhileBusy(() => runSteps(writer, ...steps));
    });
  readonly #writeSteps: RunSteps = (...steps) => this.#write((writer) => runSteps(writer, ...steps));
  /** Waits for no other process, for what a call can do without. */
  readonly #writeSoonSteps: RunSteps = (...steps) =>
    this.#runExclusive(({ writer }) => this.#host.transactions.writeAtOnce(writer, () => runSteps(writer, ...steps)));
  readonly #chain: ChainOpenRows = (companyId) =>
    this.#runExclusive(({ writer }, retryWhileBusy) =>
      runTransaction(this.#host.transactions, writer, retryWhileBusy, (session) =>
        chainOpenRows(sqliteDialect(session, companyId)),
      ),
    );

  readonly apiKeys = apiKeyRows(this.#lookUpSteps, this.#writeSteps);

  readonly shard = shardRows(this.#readSteps, this.#writeSteps);

  /** What `faktura move` needs of the database that it moves a company from, or to. */
  readonly moves = companyMoves(this.#readSteps, this.#writeSteps, (name, ...steps) =>
    this.#write((writer) => withoutGuards(writer, tableNames("")[name], () => runSteps(writer, ...steps))),
  );

  readonly panel = sqlitePanelRecords(this.#lookUpSteps, this.#writeSteps, (statements) => this.#write(statements));

  readonly companies: CompanyProfiles = companyProfiles(this.#lookUpSteps, this.#writeSteps);

  readonly reader: InvoiceReader = {
    ...invoiceReader(this.#readSteps),
    list: async (companyId, request) => {
      if (isSearch(request)) await this.search.moveOn(companyId);
      return listThrough((query) => this.#readInSnapshot(query), readPage, companyId, request);
    },
    sequences: (companyId, names) => {
      const own = this.#numbers === undefined ? names : undefined;
      return this.#readInSnapshot((reader) => readSequences(reader, companyId, own));
    },
  };

  readonly search = searchIndex(this.#readSteps, this.#writeSteps, this.#writeSoonSteps, SEARCH_TEXTS);

  readonly returns = returnIndex(this.#readSteps, this.#writeSteps, this.#writeSoonSteps);

  readonly creditNotes: CreditNoteReader = creditNoteReader(this.#readSteps);

  readonly journal = journalReader(this.#readSteps, {
    faults: () => this.#read((reader) => findSchemaFaults(reader).map(({ detail }) => detail)),
  });

  readonly billing: BillingFeed = billingFeed(this.#readSteps, this.#writeSteps, this.#chain);

  readonly events = (consumer: string): EventFeed =>
    eventFeed(consumer, this.#readSteps, this.#writeSteps, this.#chain);

  transaction<Result>(
    companyId: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
    { onRepeat }: TransactionOptions = {},
  ): Promise<Result> {
    const run: SessionWork<Result> = async (session) => {
      const counter = this.#numbers?.(session.driver, companyId);
      const transaction = booksTransaction(sqliteDialect(session, companyId), counter);
      try {
        const value = await work(transaction.ports);
        await transaction.books.flush();
        return value;
      } catch (error) {
        runSteps(session, requireHere, companyId); // the triggers' message does not say where the company is
        throw error;
      }
    };
    // A host's own counter may await what is not ours, and others must not wait for it.
    if (this.#numbers !== undefined) {
      return this.#runExclusive(async ({ writer }, retryWhileBusy) => {
        await nextTurn(); // as in commitNext
        return runTransaction(this.#host.transactions, writer, retryWhileBusy, run);
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
    return this.#host.joining(connection);
  }

  /**
   * Opens the file and migrates its tables, if no call has done so yet. Then checks that the file is still at its path
   * and can be written, that commits are durable, and that the tables and their guards are unchanged.
   *
   * @throws StoreUnavailableError if the file was moved, deleted or replaced; all later calls are then refused like this
   * @throws Error that says what else is wrong and what to do
   */
  ready(): Promise<void> {
    return this.#call((connections, retryWhileBusy) => retryWhileBusy(() => this.#host.check(connections)));
  }

  /**
   * Copies the live database to a new file at `path`. The copy contains everything that was committed before the call.
   * Other processes can write meanwhile. Also saves what the store still has if its file was moved, deleted or replaced.
   *
   * @throws Error if a file already exists at `path`
   */
  backup(path: string): Promise<void> {
    return this.#call(({ reader }, retryWhileBusy) => this.#host.backup(reader, path, retryWhileBusy));
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
      file?.requireNotLost();
      return retryWhileBusy(() => query(reader));
    });
  }

  #readInSnapshot<Result>(query: (reader: Session) => Result): Promise<Result> {
    return this.#read((reader) => this.#host.transactions.inSnapshot(reader, () => query(reader)));
  }

  #write<Result>(statements: (writer: Session) => Result): Promise<Result> {
    return this.#runExclusive(({ writer }, retryWhileBusy) =>
      retryWhileBusy(() => this.#host.transactions.writeAtOnce(writer, () => statements(writer))),
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
    const { queue } = this.#host;
    const result = queue.last.then(() => {
      file?.requireNotLost(); // the write before this one may have noticed it
      return work();
    });
    const ended = () => undefined; // without the result, which would be kept until the next write
    queue.last = result.then(ended, ended);
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
    this.#connections ??= this.#host.connect(retryWhileBusy).catch((error: unknown) => {
      this.#connections = undefined; // so that the next call tries again
      throw error;
    });
    return work(await this.#connections, retryWhileBusy);
  }
}
