import { Deadline } from "../connection/deadline.ts";
import type { PostgresClient } from "../connection/driver.ts";
import { remedyFor } from "../connection/errors.ts";
import { Turns } from "../connection/limits.ts";
import { Session } from "../connection/session.ts";
import { checkSession, checkTables } from "../schema/check.ts";
import type { Settings, Tables } from "../settings.ts";
import { type HostTransaction, identifyTransaction, requireInstalled } from "./host-transaction.ts";
import { JoinedSession } from "./joined-session.ts";

/** What a call on a host's client is made of. */
export interface JoinedParts {
  readonly client: PostgresClient;
  readonly settings: Settings;
  /** Runs a call of the store's: not after it was closed, which waits for it. */
  readonly call: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Makes the check where the store has not made it yet. */
  readonly check: (session: Session, check: typeof checkSession | typeof checkTables) => Promise<void>;
  /** What the store remembers of the schema. */
  readonly known: { isInstalled: boolean };
}

/** Writes of one transaction, by its token: of all stores and joinings, and whatever objects they come through. */
const transactionTurns = new Turns<string>("an earlier call in this transaction did not end");

const NO_ANSWER =
  "the host's company directory gave no answer; let it read on the `handle` that it is handed, which needs no second " +
  "connection: none came";

/** One call in the transaction that is open when it is made. Nothing of it is tried again: that is the host's. */
export class JoinedCall {
  readonly #parts: JoinedParts;
  /** Listens to the client for as long as the call goes on. */
  readonly #session: Session;
  readonly #transaction: Promise<HostTransaction>;
  /** Whether the host was asked, and no statement has shown since that the transaction is still open. */
  #isToProve = false;

  /** Asks for the transaction before anything is awaited. */
  constructor(parts: JoinedParts) {
    this.#parts = parts;
    const { client, settings, known } = parts;
    this.#session = Session.join(client);
    this.#transaction = identifyTransaction(this.#session, settings.tables, known.isInstalled);
    // A call that is refused before it reads anything never asks.
    this.#transaction.catch(() => undefined);
  }

  async run<Result>(work: (call: JoinedCall) => Promise<Result>): Promise<Result> {
    try {
      const result = await work(this);
      if (this.#isToProve) await this.read((session) => session.together([]));
      return result;
    } finally {
      this.#session.release();
    }
  }

  /** Reads in the transaction. */
  read<Value>(query: (session: JoinedSession, tables: Tables) => Promise<Value>): Promise<Value> {
    return this.#on(undefined, checkTables, query);
  }

  /** Writes in the transaction when the writes before have ended: each goes on from where they left the books. */
  async write<Value>(
    work: (session: JoinedSession, tables: Tables, deadline: Deadline) => Promise<Value>,
  ): Promise<Value> {
    const deadline = this.#deadline();
    const transaction = await this.#transaction;
    transaction.requireWritable();
    return transactionTurns.take(transaction.token, deadline, () =>
      this.#on(deadline, checkSession, (session, tables) => work(session, tables, deadline)),
    );
  }

  /** {@link JoinedBooks.within} */
  async within<Value>(answer: Promise<Value>): Promise<Value> {
    const value = await this.#deadline().within(answer, NO_ANSWER);
    this.#isToProve = true;
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
      this.#isToProve = false;
      return value;
    } catch (error) {
      if (remedyFor(error) !== "busy") throw error;
      throw (deadline ?? this.#deadline()).busy("what another transaction holds did not come free", error);
    } finally {
      session.release();
    }
  }

  #deadline(): Deadline {
    return new Deadline(this.#parts.settings.lockTimeoutMs);
  }
}
