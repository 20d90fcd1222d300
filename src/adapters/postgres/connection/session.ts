import { createHash } from "node:crypto";
import { withinTime } from "../../sql/within-time.ts";
import { commitOn, listenTo, listenToClient } from "./client-events.ts";
import type { Deadline } from "./deadline.ts";
import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.ts";
import { isConnectionLost, isEnded, isPoolExhausted, NoAnswerError, sqlStateOf } from "./errors.ts";

/** How long a statement that waits for no lock may take to answer before its connection is given up as dead. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** PostgreSQL's own time-out comes first; this one is for networks that swallow the answer. */
export const ANSWER_GRACE_MS = 1_000;

/** What a call is told that got no connection in time. */
export const FULL_POOL = "no connection of the pool came free";

/**
 * A connection while the store has it. It always goes back: healthy, or with the error that broke it, so that the pool
 * drops it. A connection that is ended from outside is an error of the next statement, never an uncaught exception.
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
    this.#stopListening = listenToClient(client, (error) => this.#note(error));
  }

  /** Uses a client that is the host's: it is listened to meanwhile, and never given back. */
  static join(client: PostgresClient): Session {
    return new Session(client, false, false);
  }

  /** Takes a connection. @throws StoreBusyError when none is free in time; one that comes later goes straight back */
  static async open(pool: PostgresPool, deadline: Deadline, prepared = false): Promise<Session> {
    listenTo(pool);
    const coming = pool.connect();
    let late = true;
    try {
      const client = await deadline.within(coming, FULL_POOL);
      late = false;
      return new Session(client, prepared, true);
    } catch (error) {
      if (late) coming.then((client) => client.release()).catch(() => undefined);
      throw isPoolExhausted(error) ? deadline.held(FULL_POOL, error) : error;
    }
  }

  /** The first error that a statement met here; `undefined` when all went well. */
  get fault(): unknown {
    return this.#fault;
  }

  /** Whether the connection can no longer be used. */
  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /** Whether a statement may have run whose answer never came, on a connection that goes on. */
  get isUnanswered(): boolean {
    return this.#broken !== undefined && !isEnded(this.#broken);
  }

  /** Rows of a statement with parameters. Every column must be text. */
  async rows<Row>(text: string, values: unknown[], timeMs = ANSWER_TIMEOUT_MS): Promise<Row[]> {
    const statement = this.#prepared ? { name: statementName(text), text, values } : undefined;
    const { rows } = await this.guarded(
      () => (statement === undefined ? this.client.query(text, values) : this.client.query(statement)),
      timeMs,
    );
    return rows as Row[];
  }

  /** Runs one or several statements without parameters, in one round trip. */
  async run(text: string, timeMs = ANSWER_TIMEOUT_MS): Promise<void> {
    await this.runAll(text, timeMs);
  }

  /** The same, with what the driver gave: a result for each statement, as `pg` does, or fewer. */
  async runAll(text: string, timeMs = ANSWER_TIMEOUT_MS): Promise<readonly PostgresResult[]> {
    const results: PostgresResult | readonly PostgresResult[] = await this.guarded(
      () => this.client.query(text),
      timeMs,
    );
    return [results].flat();
  }

  /** Commits. @throws NoAnswerError when its wait for the standbys was ended */
  commit(timeMs = ANSWER_TIMEOUT_MS): Promise<PostgresResult> {
    return this.guarded(() => commitOn(this.client), timeMs);
  }

  /** What `action` gives on this connection, when it does in time; what it throws is remembered. */
  async guarded<Value>(action: () => Promise<Value>, timeMs = ANSWER_TIMEOUT_MS): Promise<Value> {
    if (this.#released) throw new TypeError("this transaction has ended; its ports cannot be used any more");
    // A client that has seen its connection break may wait for ever; what broke it says more than what follows.
    if (this.#broken !== undefined) throw this.#broken;
    try {
      return await withinTime(action(), timeMs, () => new NoAnswerError(`no answer from PostgreSQL in ${timeMs} ms`));
    } catch (error) {
      throw this.#note(error);
    }
  }

  /** Ends the transaction if there is one. What went wrong before is what counts, so this never throws. */
  async rollBack(): Promise<void> {
    if (this.isBroken) return;
    try {
      await this.run("ROLLBACK");
    } catch (error) {
      this.#broken ??= error as Error;
    }
  }

  /**
   * Sends what undoes a part of the transaction, whatever seems to have broken: an error of a host's counter may look
   * as if this connection were gone. Its answer shows that it is not. Never throws: what went wrong before counts.
   */
  async undo(text: string): Promise<void> {
    const sent = this.client.query(text).then(
      () => {
        this.#broken = undefined;
      },
      () => undefined,
    );
    // Behind a statement that is never answered it waits its turn, before whatever is sent next.
    if (this.#broken instanceof NoAnswerError) return;
    await withinTime(sent, ANSWER_TIMEOUT_MS, () => new NoAnswerError()).catch(() => undefined);
  }

  /** Gives the connection back. Nothing runs on it any more. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#pooled) this.client.release(this.#broken);
    // A client whose session was ended says once more, a little later, that its connection is gone: unheard, that would
    // end the process. A pool takes care of its own.
    else if (isEnded(this.#broken)) return;
    this.#stopListening();
  }

  /** Remembers an error of a statement that was answered, and gives it back. */
  protected remember<Fault>(error: Fault): Fault {
    this.#fault ??= error;
    return error;
  }

  #note<Fault>(error: Fault): Fault {
    // What is no answer of PostgreSQL's leaves the connection in a state that nobody knows.
    if (isConnectionLost(error) || sqlStateOf(error) === undefined) this.#broken ??= asError(error);
    return this.remember(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("the connection failed", { cause: error });
}

const nameOf = new Map<string, string>();

/** The same text has the same name in every process, and no other text has it. */
function statementName(text: string): string {
  let name = nameOf.get(text);
  if (name === undefined) {
    name = `faktura_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    nameOf.set(text, name);
  }
  return name;
}
