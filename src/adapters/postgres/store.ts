import { bindMethods } from "../../domain/bind-methods.ts";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { CreditNoteReader } from "../../ports/credit-note-repository.ts";
import type { EventFeed } from "../../ports/event-feed.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, JoinedStore, StoreTransaction, TransactionOptions } from "../../ports/invoicing-store.ts";
import { ownContext } from "../../ports/own-context.ts";
import { isSearch } from "../engine/search/search-page.ts";
import { chainOpenRows } from "../engine/transaction-books.ts";
import { apiKeyRows } from "../sql/api-keys.ts";
import { billingFeed } from "../sql/billing.ts";
import { companyProfiles, findKeys, invoiceReader } from "../sql/company-rows.ts";
import { creditNoteReader } from "../sql/credit-notes.ts";
import { eventFeed } from "../sql/events.ts";
import { companyMoves } from "../sql/moves.ts";
import { returnIndex } from "../sql/return-index.ts";
import { searchIndex } from "../sql/search.ts";
import { shardRows } from "../sql/shard.ts";
import type { ChainOpenRows, RunSteps } from "../sql/steps.ts";
import { requireNoTransaction } from "./connection/begin.ts";
import { Deadline } from "./connection/deadline.ts";
import { withStoreErrors } from "./connection/errors.ts";
import { KeyedMutex, Semaphore } from "./connection/limits.ts";
import { requireClient } from "./connection/require-client.ts";
import type { Session } from "./connection/session.ts";
import { joinedStore } from "./joined-store.ts";
import { journalOf, type Query, readOnlyQueries } from "./read-only.ts";
import { checkSession, checkTables } from "./schema/check.ts";
import { withoutGuards } from "./schema/trigger-sql.ts";
import type { Tables } from "./settings.ts";
import { postgresDialect, readSequences } from "./statements/dialect.ts";
import { listInvoices } from "./statements/list.ts";
import { postgresPanelRecords } from "./statements/panel-records.ts";
import { SEARCH_TEXTS } from "./statements/search-texts.ts";
import { runSteps, type Statement } from "./statements/steps.ts";
import { RememberedBooks } from "./transaction/remembered-books.ts";
import { awaitStandbys } from "./transaction/resolve-commit.ts";
import { runTransaction } from "./transaction/run.ts";
import { runStatement } from "./transaction/run-statement.ts";
import { SharedTrips, type WriteParts } from "./transaction/shared-trips.ts";
import type { StoreParts } from "./transaction/store-parts.ts";

/** How long a search or a report waits for a connection and for a lock before it leaves the index to a later one. */
const INDEX_WAIT_MS = 20;

/**
 * Invoices in PostgreSQL, on the host's own pool. Any number of servers may share the tables: each transaction locks
 * its company's row in `faktura_sequences` until it has committed.
 */
export class PostgresStore implements InvoicingStore {
  readonly #parts: WriteParts;
  /** A waiting write holds no connection, so a busy company does not use up the pool. */
  readonly #companyMutex = new KeyedMutex<string>("waiting for an earlier transaction of this company in this process");
  readonly #queries: ReturnType<typeof readOnlyQueries>;
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #checking: Promise<void> | undefined;
  readonly #schema = { isInstalled: false };
  #isChecked = false;
  #closed = false;

  constructor(parts: StoreParts) {
    const [writes, remembered] = [new Semaphore(parts.settings.concurrentWrites), new RememberedBooks()];
    this.#parts = { ...parts, writes, remembered, trips: new SharedTrips(parts, writes, remembered) };
    this.#queries = readOnlyQueries(parts);
    bindMethods(this);
  }

  readonly database = "postgresql";

  /** Run the statements that the databases share: one outside a transaction, the others in one of their own. */
  readonly #readSteps: RunSteps = (...steps) => this.#read((session, tables) => runSteps(session, tables, ...steps));
  readonly #writeSteps: RunSteps = (...steps) => this.#write((session, tables) => runSteps(session, tables, ...steps));
  /** Hardly waits, for what a call can do without. */
  readonly #writeSoonSteps: RunSteps = (...steps) => {
    const soon = new Deadline(Math.min(INDEX_WAIT_MS, this.#parts.settings.lockTimeoutMs));
    return this.#write((session, tables) => runSteps(session, tables, ...steps), soon);
  };
  readonly #chain: ChainOpenRows = (companyId) =>
    this.#write((session, tables, deadline) =>
      chainOpenRows(postgresDialect({ session, tables, companyId, deadline })),
    );

  readonly apiKeys = apiKeyRows(this.#readSteps, this.#writeSteps);

  readonly shard = shardRows(this.#readSteps, this.#writeSteps);

  /** What `faktura move` needs of the database that it moves a company from, or to. */
  readonly moves = companyMoves(this.#readSteps, this.#writeSteps, (name, ...steps) =>
    this.#write((session, tables) => withoutGuards(session, tables[name], () => runSteps(session, tables, ...steps))),
  );

  readonly panel = postgresPanelRecords(
    (query) => this.#read(query),
    (statement) => this.#write(statement),
  );

  readonly companies: CompanyProfiles = {
    ...companyProfiles(this.#readSteps, this.#writeSteps),
    known: (companyId) => this.#parts.remembered.profile(companyId),
  };

  readonly reader: InvoiceReader = {
    ...invoiceReader(this.#readSteps),
    findKey: (companyId, key) =>
      this.#call(async (deadline) => {
        const find = async (session: Session, tables: Tables) => {
          const [found] = await runSteps(session, tables, findKeys, companyId, [key]);
          // In a transaction that somebody has left open, the key may never be committed.
          if (found !== undefined) await requireNoTransaction(session);
          return found;
        };
        const used = await runStatement(this.#parts, find, deadline);
        // The caller returns the invoice of the key, so it must be as durable as an acknowledged one.
        if (used !== undefined) await awaitStandbys(this.#parts, companyId, deadline);
        return used;
      }),
    list: async (companyId, request) => {
      if (isSearch(request)) await this.search.moveOn(companyId);
      return this.#read((session, tables) => listInvoices(session, tables, companyId, request));
    },
    sequences: (companyId, names) => {
      const own = this.#parts.settings.numbers === undefined ? names : undefined;
      return this.#read((session, tables) => readSequences(session, tables, companyId, own));
    },
  };

  readonly search = searchIndex(this.#readSteps, this.#writeSteps, this.#writeSoonSteps, SEARCH_TEXTS);

  /** Only checks that the tables exist, so you can also audit a standby, or with a role that may only read. */
  readonly journal = journalOf((query) => this.#readOnly(query));

  readonly returns = returnIndex(
    (...steps) => this.#readOnly((session, tables) => runSteps(session, tables, ...steps)),
    this.#writeSteps,
    this.#writeSoonSteps,
  );

  readonly creditNotes: CreditNoteReader = creditNoteReader(this.#readSteps);

  readonly billing: BillingFeed = billingFeed(this.#readSteps, this.#writeSteps, this.#chain);

  readonly events = (consumer: string): EventFeed =>
    eventFeed(consumer, this.#readSteps, this.#writeSteps, this.#chain);

  /**
   * {@link InvoicingStore.transaction}. If a conflict with another transaction or a broken connection makes it fail, it
   * is rolled back and the work runs again from the start.
   *
   * @throws StoreBusyError if it could not get a connection or the lock in time; nothing was written
   * @throws StoreUnavailableError if PostgreSQL cannot be reached; nothing was written
   * @throws OutcomeUnknownError if the COMMIT got no answer and its outcome could not be determined in time
   */
  transaction<Result>(
    companyId: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return this.#call((deadline) =>
      this.#companyMutex.runExclusive(companyId, deadline, () =>
        runTransaction(this.#parts, { ...options, companyId, work }, deadline),
      ),
    );
  }

  /**
   * {@link InvoicingStore.joining}: the books on the host's own client. Needs no connection from the pool.
   *
   * @throws TypeError if the handle is not a client
   */
  joining(handle: object): JoinedStore {
    const { pool, settings } = this.#parts;
    return joinedStore({
      client: requireClient(handle, pool),
      settings,
      call: (work) => this.#run(work),
      known: this.#schema,
      check: async (session, check) => {
        if (!this.#isChecked) {
          await check(session, settings.tables);
          this.#isChecked = check === checkSession;
          // The client may lead to another database of several than the one that passed the check.
        } else if (settings.tables.shard !== "" && check === checkSession) await checkTables(session, settings.tables);
      },
    });
  }

  /**
   * Checks that PostgreSQL can be reached and accepts writes, that commits are durable, and that the tables and their
   * guards are unchanged. It takes a connection from the pool and reads only the catalogue.
   *
   * @throws Error that says what is wrong and what to do
   */
  ready(): Promise<void> {
    return this.#call((deadline) => this.#check(deadline), true);
  }

  /** Waits for all running calls. The pool belongs to the host and stays open. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#callsUnderWay);
  }

  #read<Result>(query: Statement<Result>): Promise<Result> {
    return this.#call((deadline) => runStatement(this.#parts, query, deadline));
  }

  #readOnly<Result>(query: Query<Result>): Promise<Result> {
    return this.#call((deadline) => this.#queries(query, deadline), true);
  }

  #write<Result>(statement: Statement<Result>, until?: Deadline): Promise<Result> {
    return this.#call((own) => {
      const deadline = until ?? own;
      return this.#parts.writes.run(deadline, () => runStatement(this.#parts, statement, deadline, "durable"));
    });
  }

  /**
   * Runs a call on a connection from the pool, in no caller's async context, because the pool's connections and timers
   * outlive it. Checks the server first, until the check has passed once.
   */
  #call<Result>(work: (deadline: Deadline) => Promise<Result>, isChecked = this.#isChecked): Promise<Result> {
    const check = async (deadline: Deadline) => {
      await this.#check(deadline);
      return work(deadline);
    };
    const checked = isChecked ? work : check;
    return this.#run((deadline) => ownContext.runInAsyncScope(withStoreErrors<Result>, undefined, deadline, checked));
  }

  /**
   * Every call goes through here. It rejects if the store is closed, and `close` waits for it. Its deadline starts
   * here.
   */
  async #run<Result>(work: (deadline: Deadline) => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new TypeError("this store is closed");
    const result = work(new Deadline(this.#parts.settings.lockTimeoutMs));
    this.#callsUnderWay.add(result);
    try {
      return await result;
    } finally {
      this.#callsUnderWay.delete(result);
    }
  }

  /** Concurrent calls share one check. After a failed check, the next call checks again. */
  async #check(deadline: Deadline): Promise<void> {
    this.#checking ??= runStatement(this.#parts, checkSession, deadline, "first").finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
    this.#isChecked = true;
  }
}
