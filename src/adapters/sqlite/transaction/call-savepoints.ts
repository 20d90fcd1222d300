import { randomUUID } from "node:crypto";
import type { SqliteConnection } from "../connection/driver.ts";

/** Unique, because another copy of this library may use the same connection. Workers forbid randomness on load. */
let prefix: string | undefined;

/** Numbers the savepoints, so that one from an ended transaction is never confused with one from the next. */
let lastNumber = 0;

/** A savepoint that marks a transaction, and the calls made in that transaction. */
interface Mark {
  readonly savepoint: string;
  readonly calls: Set<object>;
}

/** A savepoint that can be rolled back, although it stays open while other calls run. */
export interface OpenSavepoint {
  /** Keeps what was written. Only right after the call was verified, without awaiting anything in between. */
  release(): void;
  /** Rolls back what was written. Returns whether the transaction was still open. */
  rollBack(): boolean;
}

/**
 * Savepoints that record in which transaction each joined call on a connection was made. SQLite does not name its
 * transactions, but a savepoint disappears when its transaction ends. Releasing a savepoint shows whether it still
 * exists, and also removes all later savepoints, including the host's. So the library releases its own one by one,
 * newest first, and then sets one new savepoint for all calls whose transaction still exists. It never rolls back to a
 * mark, and none remains when no call is running, so the host's savepoints work as usual between calls.
 */
export class CallSavepoints {
  readonly #connection: SqliteConnection;
  /** Outermost savepoint first. */
  readonly #marks: Mark[] = [];

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Binds the call to the transaction that is open now. */
  add(call: object): void {
    this.#set([call]);
  }

  /**
   * Whether the transaction in which the call was made is still open. Not while a savepoint of {@link open} is open.
   */
  verify(call: object): boolean {
    const index = this.#marks.findIndex(({ calls }) => calls.has(call));
    if (index === -1) return false;
    const calls = this.#releaseFrom(index);
    if (calls.length > 0) this.#set(calls);
    return calls.includes(call);
  }

  /** Forgets a call, and releases the marks that no other call needs. */
  delete(call: object): void {
    for (const { calls } of this.#marks) calls.delete(call);
    while (this.#marks.at(-1)?.calls.size === 0) {
      try {
        this.#release(this.#marks.pop()!);
      } catch {
        // The host is iterating over rows or has closed the connection. The mark disappears with the transaction.
      }
    }
  }

  /** Opens a savepoint for a call that was just verified. Calls made while it is open are marked inside it. */
  open(call: object): OpenSavepoint {
    const opened = this.#set([{}]);
    for (const { calls } of this.#marks) calls.delete(call);
    this.#set([call]);
    const { savepoint } = opened;
    return {
      release: () => void this.#close(opened, `RELEASE ${savepoint}`),
      rollBack: () => this.#close(opened, `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`),
    };
  }

  #close(opened: Mark, sql: string): boolean {
    const index = this.#marks.indexOf(opened);
    const calls = this.#releaseFrom(index + 1);
    const existed = this.#findsSavepoint(sql);
    this.#marks.length = index;
    if (calls.length > 0) this.#set(calls);
    return existed;
  }

  #set(calls: readonly object[]): Mark {
    lastNumber += 1;
    prefix ??= `faktura_${randomUUID().slice(0, 8)}`;
    const mark = { savepoint: `${prefix}_${lastNumber}`, calls: new Set(calls) };
    this.#connection.exec(`SAVEPOINT ${mark.savepoint}`);
    this.#marks.push(mark);
    return mark;
  }

  /** Releases the marks from this index on. Returns the calls of those that still existed. */
  #releaseFrom(index: number): object[] {
    const calls: object[] = [];
    while (this.#marks.length > index) {
      const last = this.#marks.at(-1)!;
      if (this.#release(last)) calls.push(...last.calls);
      this.#marks.pop();
    }
    return calls;
  }

  #release({ savepoint }: Mark): boolean {
    return this.#findsSavepoint(`RELEASE ${savepoint}`);
  }

  /** Runs the statement. Returns whether the savepoint that it names exists; throws all other errors. */
  #findsSavepoint(sql: string): boolean {
    try {
      this.#connection.exec(sql);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.includes("no such savepoint")) return false;
      throw error;
    }
  }
}
