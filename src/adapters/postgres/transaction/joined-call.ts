import type { Deadline } from "../connection/deadline.ts";
import type { PostgresClient } from "../connection/driver.ts";
import { remedyFor, withRefusal, withStoreErrors } from "../connection/errors.ts";
import { KeyedMutex } from "../connection/limits.ts";
import { Session } from "../connection/session.ts";
import { checkSession, checkTables } from "../schema/check.ts";
import type { Settings, Tables } from "../settings.ts";
import { type HostTransaction, identifyTransaction, requireInstalled } from "./host-transaction.ts";
import { JoinedSession } from "./joined-session.ts";

/** What a call on the host's client needs. */
export interface JoinedParts {
  readonly client: PostgresClient;
  readonly settings: Settings;
  /** Registers the call with the store: it is refused after `close`, and `close` waits for it. Its deadline starts. */
  readonly call: <Value>(work: (deadline: Deadline) => Promise<Value>) => Promise<Value>;
  /** Runs the check, unless the store has already passed it. */
  readonly check: (session: Session, check: typeof checkSession | typeof checkTables) => Promise<void>;
  /** What the store remembers about the schema. */
  readonly known: { isInstalled: boolean };
}

/**
 * Serialises the writes in one transaction, by its token, across all stores and regardless of which objects are used.
 */
const transactionMutex = new KeyedMutex<string>("waiting for an earlier call in this transaction");

const WAITING_FOR_DIRECTORY =
  "waiting for your company directory (have it read through the `handle` that it receives, so that it needs no second connection)";

/** One call in the transaction that is open when the call is made. It is never retried: that is up to the host. */
export class JoinedCall {
  readonly #parts: JoinedParts;
  readonly #deadline: Deadline;
  /** Listens to the client's errors while the call runs. */
  readonly #session: Session;
  readonly #transaction: Promise<HostTransaction>;
  /** Whether the host's code was awaited, and no statement since has shown that the transaction is still open. */
  #mustVerify = false;

  /** Identifies the transaction, before anything is awaited. */
  constructor(parts: JoinedParts, deadline: Deadline) {
    this.#parts = parts;
    this.#deadline = deadline;
    const { client, settings, known } = parts;
    this.#session = Session.join(client);
    this.#transaction = identifyTransaction(this.#session, settings.tables, known.isInstalled);
    // A call that is refused before it reads anything never awaits this promise.
    this.#transaction.catch(() => undefined);
  }

  async run<Result>(work: (call: JoinedCall) => Promise<Result>): Promise<Result> {
    try {
      const result = await work(this);
      if (this.#mustVerify) await this.read((session) => session.rowsOfEach([]));
      return result;
    } finally {
      this.#session.release();
    }
  }

  /** Reads in the transaction. */
  read<Value>(query: (session: JoinedSession, tables: Tables) => Promise<Value>): Promise<Value> {
    return withStoreErrors(this.#deadline, () => this.#on(undefined, checkTables, query));
  }

  /** Writes in the transaction, after all earlier writes in it have ended. */
  async write<Value>(
    work: (session: JoinedSession, tables: Tables, deadline: Deadline) => Promise<Value>,
  ): Promise<Value> {
    const deadline = this.#deadline;
    return withStoreErrors(deadline, async () => {
      const transaction = await this.#transaction;
      transaction.requireWritable();
      return transactionMutex.runExclusive(transaction.token, deadline, () =>
        this.#on(deadline, checkSession, (session, tables) => work(session, tables, deadline)),
      );
    });
  }

  /** {@link JoinedBooks.within} */
  async within<Value>(answer: Promise<Value>): Promise<Value> {
    const value = await this.#deadline.within(answer, WAITING_FOR_DIRECTORY);
    this.#mustVerify = true;
    return value;
  }

  async #on<Value>(
    deadline: Deadline | undefined,
    check: typeof checkSession | typeof checkTables,
    work: (session: JoinedSession, tables: Tables) => Promise<Value>,
  ): Promise<Value> {
    const { client, settings, known } = this.#parts;
    const { tables, preparedStatements: prepared } = settings;
    const transaction = await this.#transaction;
    const session = new JoinedSession({ client, prepared, tables, transaction }, deadline);
    try {
      await this.#parts.check(session, check);
      requireInstalled(transaction, tables);
      known.isInstalled = true;
      const value = await work(session, tables);
      this.#mustVerify = false;
      return value;
    } catch (error) {
      if (remedyFor(error) !== "busy") throw withRefusal(error);
      throw this.#deadline.busy("waiting for a lock of another transaction", error);
    } finally {
      session.release();
    }
  }
}
