import { insteadOfText } from "../../../domain/instead-of.ts";
import { requireOptions } from "../../../domain/known-names.ts";
import type { PostgresClient, PostgresPool, PostgresResult, PostgresStatement } from "./driver.ts";
import { isConnectionLost } from "./errors.ts";
import { type PostgresJsTransaction, sendOn } from "./postgres-js.ts";

/** The `sql` of postgres.js, as far as {@link postgresJsPool} uses it. */
export interface PostgresJs extends PostgresJsTransaction {
  /** Closes the connection, at the latest after `timeout` seconds. */
  end(options: { timeout: number }): Promise<void>;
}

/** The options for `postgres(…)` that {@link postgresJsPool} relies on. Yours may come before them, not after. */
export interface PostgresJsOptions {
  /** One connection: each client of the pool is a separate `sql`, which is closed and never reconnects. */
  max: 1;
  /** The pool closes connections itself. */
  idle_timeout: 0;
  /** So that no transaction is cut off. */
  max_lifetime: null;
  /** The store sends and reads everything as text. */
  fetch_types: false;
  /** Columns keep their names. */
  transform: Record<string, never>;
  /** Receives the server's warnings. */
  onnotice(notice: object): void;
  /** Called when the connection is closed. */
  onclose(connection: number): void;
}

/** A pool of connections of postgres.js, for `postgresStore` and `migratePostgres`. */
export interface PostgresJsPool extends PostgresPool {
  /** Closes all connections. Call it after `invoicing.close()`. */
  end(): Promise<void>;
}

/** How long `end` waits for statements that are still running. */
const END_TIMEOUT_S = 5;

/**
 * A pool on postgres.js, so that you need no `pg`. It opens separate connections, up to `max` (absent: 10), through the
 * function that you pass: `(options) => postgres(url, { ssl: "require", ...options })`.
 *
 * Not on the connections of your own `sql`: postgres.js neither drops a reserved connection that does not answer, nor
 * reports that one was closed.
 *
 * @throws TypeError if `open` is not a function, or `max` not an integer of 1 or more
 *
 * @example
 * ```ts no-run
 * import { createInvoicing } from "faktura";
 * import { migratePostgres, postgresJsPool, postgresStore } from "faktura/postgres";
 * import postgres from "postgres";
 *
 * const pool = postgresJsPool((options) => postgres("postgres://localhost/shop", options));
 * await migratePostgres(pool);
 * const invoicing = createInvoicing({ store: postgresStore(pool) });
 * console.log((await invoicing.company("firma").list()).total); // 0
 * await invoicing.close();
 * await pool.end();
 * ```
 */
export function postgresJsPool(
  open: (options: PostgresJsOptions) => PostgresJs,
  options: { readonly max?: number } = {},
): PostgresJsPool {
  if (typeof open !== "function" || "unsafe" in open) {
    throw new TypeError("postgresJsPool needs a function: (options) => postgres(url, options)");
  }
  requireOptions("postgresJsPool", options, { max: true });
  const { max = 10 } = options;
  if (!Number.isSafeInteger(max) || max < 1) {
    throw new TypeError(`max must be an integer of 1 or more${insteadOfText(max)}`);
  }
  return new Pool(open, max);
}

interface Waiting {
  readonly resolve: (client: PostgresClient) => void;
  readonly reject: (error: unknown) => void;
}

class Pool implements PostgresJsPool {
  readonly options: { readonly max: number };
  readonly #open: (options: PostgresJsOptions) => PostgresJs;
  readonly #connections = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting: Waiting[] = [];
  #isEnded = false;

  constructor(open: (options: PostgresJsOptions) => PostgresJs, max: number) {
    this.#open = open;
    this.options = { max };
  }

  connect(): Promise<PostgresClient> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
    });
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#serve();
    await Promise.all([...this.#connections].map((connection) => connection.end(END_TIMEOUT_S)));
  }

  /** Gives connections to those who wait, first come first served. */
  #serve(): void {
    while (this.#waiting.length > 0) {
      if (!this.#isEnded && this.#idle.length === 0 && this.#connections.size >= this.options.max) return;
      const waiting = this.#waiting.shift()!;
      const connection = this.#idle.pop();
      if (this.#isEnded) waiting.reject(new TypeError("this pool has ended"));
      else if (connection !== undefined) waiting.resolve(this.#lease(connection));
      else this.#connect().then((opened) => waiting.resolve(this.#lease(opened)), waiting.reject);
    }
  }

  async #connect(): Promise<Connection> {
    const connection: Connection = new Connection(this.#open, () => this.#forget(connection));
    this.#connections.add(connection);
    try {
      await connection.query("SELECT 1"); // postgres.js connects when it has something to send
      return connection;
    } catch (error) {
      this.#discard(connection);
      throw error;
    }
  }

  #lease(connection: Connection): PostgresClient {
    let isReleased = false;
    return {
      query: async (statement: string | PostgresStatement, values: readonly unknown[] = []) => {
        if (isReleased) throw new TypeError("this client was released");
        return typeof statement === "string"
          ? connection.query(statement, values)
          : connection.query(statement.text, statement.values);
      },
      on: (event, listener) => connection.listeners[event].add(listener),
      off: (event, listener) => connection.listeners[event].delete(listener),
      release: (error) => {
        if (isReleased) return;
        isReleased = true;
        if (connection.isClosed || this.#isEnded || (error !== undefined && error !== false)) this.#discard(connection);
        else this.#idle.push(connection);
        this.#serve();
      },
    };
  }

  /** Closes a connection that may be broken, without waiting for it. */
  #discard(connection: Connection): void {
    this.#forget(connection);
    connection.end(0).catch(() => undefined);
  }

  /** Makes room for another connection in place of one that is closed. */
  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#serve();
  }
}

/** A connection of postgres.js. Runs one statement after another, and none after it was closed. */
class Connection {
  readonly listeners = {
    error: new Set<(error: Error) => void>(),
    notice: new Set<(notice: Error) => void>(),
  };
  readonly #sql: PostgresJs;
  readonly #onClose: () => void;
  #isClosed = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: (options: PostgresJsOptions) => PostgresJs, onClose: () => void) {
    this.#onClose = onClose;
    this.#sql = open({
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      transform: {},
      onnotice: (notice) => {
        for (const listener of this.listeners.notice) listener(notice as Error);
      },
      onclose: () => this.#close(),
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** postgres.js would connect again for a statement that it gets later, outside the transaction that was lost. */
  query(text: string, values: readonly unknown[] = []): Promise<PostgresResult> {
    const result = this.#last.then(async () => {
      if (this.#isClosed) throw closedError();
      try {
        return await sendOn(this.#sql, text, values);
      } catch (error) {
        if (isConnectionLost(error)) this.#close();
        throw error;
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  end(timeoutSeconds: number): Promise<void> {
    return this.#sql.end({ timeout: timeoutSeconds });
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const listener of this.listeners.error) listener(closedError());
    this.#onClose();
  }
}

function closedError(): Error {
  return Object.assign(new Error("the connection was closed"), { code: "CONNECTION_CLOSED" });
}
