import type { BillingFeed } from "../../ports/billing-meter.ts";
import type { CompanyProfiles } from "../../ports/company-directory.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { InvoicingStore, JoinedStore, StoreTransaction } from "../../ports/invoicing-store.ts";
import { Deadline } from "./connection/deadline.ts";
import { requireClient } from "./connection/handle-kind.ts";
import { Slots, Turns } from "./connection/limits.ts";
import type { Session } from "./connection/session.ts";
import { joinedStore } from "./joined-store.ts";
import { readOnlyQueries } from "./read-only.ts";
import { checkServer, checkSession } from "./schema/check.ts";
import type { Tables } from "./settings.ts";
import { apiKeyRows } from "./statements/api-keys.ts";
import { billingFeed } from "./statements/billing.ts";
import { journalReader } from "./statements/journal-reader.ts";
import { listInvoices } from "./statements/list.ts";
import { findInvoices, findKeys, findProfile, saveProfile } from "./statements/rows.ts";
import type { StoreParts } from "./transaction/attempt.ts";
import { awaitStandbys } from "./transaction/resolve-commit.ts";
import { runTransaction } from "./transaction/run.ts";
import { runStatement, type Statement } from "./transaction/run-statement.ts";

/**
 * Invoices in PostgreSQL, on the host's own pool. Any number of servers may share the tables: each transaction holds
 * its company's row in `faktura_sequences` until it has committed.
 */
export class PostgresStore implements InvoicingStore {
  readonly #parts: StoreParts;
  /** Those that wait need no connection, so that one company's rush leaves the pool to the others. */
  readonly #turns = new Turns<string>("an earlier transaction of this company, in this process, did not end");
  /** Writes leave a connection of the pool to those who read. */
  readonly #writes: Slots;
  readonly #queries: ReturnType<typeof readOnlyQueries>;
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #checking: Promise<void> | undefined;
  readonly #schema = { isInstalled: false };
  #isChecked = false;
  #closed = false;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#queries = readOnlyQueries(parts);
    this.#writes = new Slots(parts.settings.concurrentWrites);
  }

  readonly apiKeys = apiKeyRows(
    (query) => this.#read(query),
    (statement) => this.#write(statement),
  );

  readonly companies: CompanyProfiles = {
    profile: (companyId) => this.#read((session, tables) => findProfile(session, tables, companyId)),
    save: (companyId, profile) => this.#write((session, tables) => saveProfile(session, tables, companyId, profile)),
  };

  readonly reader: InvoiceReader = {
    find: (companyId, id) =>
      this.#read(async (session, tables) => (await findInvoices(session, tables, companyId, [id]))[0]),
    findKey: (companyId, key) =>
      this.#call(async (deadline) => {
        const find = (session: Session, tables: Tables) => findKeys(session, tables, companyId, [key]);
        const [used] = await runStatement(this.#parts, find, deadline);
        // Whoever finds a key answers with its invoice, which is then as good as acknowledged.
        if (used !== undefined) await awaitStandbys(this.#parts, companyId, deadline);
        return used;
      }),
    list: (companyId, request) => this.#read((session, tables) => listInvoices(session, tables, companyId, request)),
  };

  /** Needs nothing of the server but the tables, so that a standby may be audited, and by a role that only reads. */
  readonly journal = journalReader((query) => this.#run((deadline) => this.#queries(query, deadline)));

  readonly billing: BillingFeed = billingFeed(
    (query) => this.#read(query),
    (statements) => this.#write(statements),
  );

  /**
   * {@link InvoicingStore.transaction}. The work may be run again, as a whole: when another transaction or a broken
   * connection was in its way, nothing of the first run remains.
   *
   * @throws StoreBusyError when a connection, the turn or the lock did not come in time; nothing was written
   * @throws OutcomeUnknownError when the answer to the COMMIT was lost and could not be found out in time
   */
  transaction<Result>(companyId: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#call((deadline) =>
      this.#turns.take(companyId, deadline, () =>
        this.#writes.take(deadline, () => runTransaction(this.#parts, companyId, work, deadline)),
      ),
    );
  }

  /**
   * {@link InvoicingStore.joining}: the books on the host's own client. Needs no connection of the pool.
   *
   * @throws TypeError when the handle is no client
   */
  joining(handle: object): JoinedStore {
    const { pool, settings } = this.#parts;
    return joinedStore({
      client: requireClient(handle, pool),
      settings,
      call: (work) => this.#run(work),
      known: this.#schema,
      check: async (session, check) => {
        if (this.#isChecked) return;
        await check(session, settings.tables);
        this.#isChecked = check === checkSession;
      },
    });
  }

  /** Waits for what runs. The pool is the host's and stays open. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#callsUnderWay);
  }

  #read<Result>(query: Statement<Result>): Promise<Result> {
    return this.#call((deadline) => runStatement(this.#parts, query, deadline));
  }

  #write<Result>(statement: Statement<Result>): Promise<Result> {
    return this.#call((deadline) =>
      this.#writes.take(deadline, () => runStatement(this.#parts, statement, deadline, { durable: true })),
    );
  }

  /** A call on a connection of the pool. The server is looked at first, until all was well once. */
  #call<Result>(work: (deadline: Deadline) => Promise<Result>): Promise<Result> {
    return this.#run(async (deadline) => {
      if (!this.#isChecked) await this.#check(deadline);
      return work(deadline);
    });
  }

  /**
   * Every call comes through here: none begins on a closed store, closing waits for those that have begun, and all that
   * a call waits for counts from here.
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

  /** Calls at once look together; what stands in the way may be gone at the next one. */
  async #check(deadline: Deadline): Promise<void> {
    const { pool, settings } = this.#parts;
    this.#checking ??= checkServer(pool, settings.tables, deadline).finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
    this.#isChecked = true;
  }
}
