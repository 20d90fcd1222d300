import { createHash } from "node:crypto";
import { withinTime } from "../../common/within-time.ts";
import { commitOn, ignoreIdleErrors, onClientError } from "./client-events.ts";
import type { Deadline } from "./deadline.ts";
import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.ts";
import { isConnectionLost, isEnded, isPoolExhausted, NoAnswerError, sqlStateOf } from "./errors.ts";

/** How long to wait for the answer to a statement that takes no lock, before the connection counts as dead. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** Added to PostgreSQL's own timeout, which comes first. It is for networks that lose the answer. */
export const ANSWER_GRACE_MS = 1_000;

/** What a call was doing that got no connection in time, for {@link Deadline.busy}. */
export const NO_CONNECTION = "waiting for a connection from the pool";

/**
 * A connection that the store has checked out. It always returns to the pool, either healthy or with the error that
 * broke it, so that the pool drops it. If the connection is closed from outside, the next statement fails; there is
 * never an uncaught exception.
 */
export class Session {
  readonly client: PostgresClient;
  readonly #prepared: boolean;
  readonly #pooled: boolean;
  readonly #stopListening: () => void;
  #fault: unknown;
  #broken: Error | undefined;
  #released = false;

  protected constructor(client: PostgresClient, prepared: boolean, pooled: boolean) {
    this.client = client;
    this.#prepared = prepared;
    this.#pooled = pooled;
    this.#stopListening = onClientError(client, (error) => this.#note(error));
  }

  /** A session on the host's own client. It listens to the client's errors, but never returns it to a pool. */
  static join(client: PostgresClient): Session {
    return new Session(client, false, false);
  }

  /**
   * Takes a connection from the pool.
   *
   * @throws StoreBusyError if none is free in time; one that comes later is returned
   */
  static async open(pool: PostgresPool, deadline: Deadline, prepared = false): Promise<Session> {
    ignoreIdleErrors(pool);
    const coming = pool.connect();
    let late = true;
    try {
      const client = await deadline.within(coming, NO_CONNECTION);
      late = false;
      return new Session(client, prepared, true);
    } catch (error) {
      if (late) coming.then((client) => client.release()).catch(() => undefined);
      throw isPoolExhausted(error) ? deadline.held(NO_CONNECTION, error) : error;
    }
  }

  /** The first error of a statement in this session; `undefined` if all succeeded. */
  get fault(): unknown {
    return this.#fault;
  }

  /** Whether the connection can no longer be used. */
  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /** Whether a statement got no answer although the connection is still open, so that it may have run. */
  get isUnanswered(): boolean {
    return this.#broken !== undefined && !isEnded(this.#broken);
  }

  /** The rows of a statement with parameters. Every column must be text. */
  async rows<Row>(text: string, values: unknown[], timeMs = ANSWER_TIMEOUT_MS): Promise<Row[]> {
    const { rows } = await this.guarded(() => this.#send(text, values), timeMs);
    return rows as Row[];
  }

  /**
   * Like {@link rows}, for a statement that commits by itself.
   *
   * @throws NoAnswerError if its wait for the standbys was cancelled
   */
  async committed<Row>(text: string, values: unknown[], timeMs: number): Promise<Row[]> {
    const { rows } = await this.guarded(() => commitOn(this.client, () => this.#send(text, values)), timeMs);
    return rows as Row[];
  }

  /** Runs one or several statements without parameters, in one round trip. */
  async run(text: string, timeMs = ANSWER_TIMEOUT_MS): Promise<void> {
    await this.runAll(text, timeMs);
  }

  /** Like {@link run}, but returns the driver's results: one for each statement, as in `pg`, or fewer. */
  async runAll(text: string, timeMs = ANSWER_TIMEOUT_MS): Promise<readonly PostgresResult[]> {
    const results: PostgresResult | readonly PostgresResult[] = await this.guarded(
      () => this.client.query(text),
      timeMs,
    );
    return [results].flat();
  }

  /** Commits. @throws NoAnswerError if its wait for the standbys was cancelled */
  commit(timeMs = ANSWER_TIMEOUT_MS): Promise<PostgresResult> {
    return this.guarded(() => commitOn(this.client, () => this.client.query("COMMIT")), timeMs);
  }

  /** The result of `action` on this connection, if it comes in time. Remembers an error as the {@link fault}. */
  async guarded<Value>(action: () => Promise<Value>, timeMs = ANSWER_TIMEOUT_MS): Promise<Value> {
    if (this.#released) throw new TypeError("this transaction has ended; its ports can no longer be used");
    // A client with a broken connection may wait forever, and the first error says more than later ones.
    if (this.#broken !== undefined) throw this.#broken;
    try {
      return await withinTime(action(), timeMs, () => new NoAnswerError(`no answer from PostgreSQL in ${timeMs} ms`));
    } catch (error) {
      throw this.#note(error);
    }
  }

  /** Remembers why this connection must not be used again, and returns that error. The pool closes the connection. */
  discard<Fault extends Error>(error: Fault): Fault {
    this.#fault = error;
    this.#broken ??= error;
    return error;
  }

  /** How long to wait for the answer to a statement that waits for a lock until the deadline. */
  lockWaitMs(deadline: Deadline): number {
    return deadline.leftMs + ANSWER_GRACE_MS;
  }

  /** Rolls back the transaction if there is one. Never throws, so that an earlier error is not hidden. */
  async rollBack(): Promise<void> {
    if (this.isBroken) return;
    try {
      await this.run("ROLLBACK");
    } catch (error) {
      this.#broken ??= error as Error;
    }
  }

  /**
   * Sends a rollback to a savepoint, even if the connection seems to be broken: an error from the host's counter can
   * look like a lost connection. If PostgreSQL answers, the connection works. Never throws, so that an earlier error is
   * not hidden.
   */
  async rollBackTo(text: string): Promise<void> {
    const sent = this.client.query(text).then(
      () => {
        this.#broken = undefined;
      },
      () => undefined,
    );
    // It is queued behind the statement that got no answer, and before anything that is sent next.
    if (this.#broken instanceof NoAnswerError) return;
    await withinTime(sent, ANSWER_TIMEOUT_MS, () => new NoAnswerError()).catch(() => undefined);
  }

  /** Returns the connection to the pool. Nothing may run in this session afterwards. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#pooled) this.client.release(this.#broken);
    // A client whose connection was closed emits a second error a little later. Without a listener, that would end the
    // process. A pool listens to its own clients.
    else if (isEnded(this.#broken)) return;
    this.#stopListening();
  }

  /** Remembers an error that PostgreSQL answered, and returns it. */
  protected remember<Fault>(error: Fault): Fault {
    this.#fault ??= error;
    return error;
  }

  #send(text: string, values: unknown[]): Promise<PostgresResult> {
    return this.#prepared
      ? this.client.query({ name: statementName(text), text, values })
      : this.client.query(text, values);
  }

  #note<Fault>(error: Fault): Fault {
    // After an error that is not an answer from PostgreSQL, the state of the connection is unknown.
    if (isConnectionLost(error) || sqlStateOf(error) === undefined) this.#broken ??= asError(error);
    return this.remember(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("the connection failed", { cause: error });
}

const statementNames = new Map<string, string>();

/** The name of a prepared statement: a hash of its text, so that it is the same in every process. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `faktura_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    statementNames.set(text, name);
  }
  return name;
}
