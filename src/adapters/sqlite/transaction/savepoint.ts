import { randomUUID } from "node:crypto";
import type { SqliteConnection } from "../connection/driver.ts";

/** Another copy of this library on the same connection must not use the same names. */
const PREFIX = `faktura_${randomUUID().slice(0, 8)}`;

/** Names each savepoint, so that one of an ended transaction is not taken for one of the next. */
let savepoints = 0;

/** A savepoint, and what needs it: calls that were made in its transaction. */
interface Mark {
  readonly savepoint: string;
  readonly users: Set<object>;
}

/** A savepoint to which what was written in it can be undone, though it stays open while others run. */
export interface OpenSavepoint {
  /** Keeps what was written; only right after the call was proved, in the same turn of the event loop. */
  keep(): void;
  /** Undoes what was written, and says whether its transaction was still there to do so. */
  undo(): boolean;
}

/**
 * The savepoints that mark in which transactions the joined calls of one connection were made. SQLite does not name its
 * transactions, but a savepoint is gone once its transaction has ended. Releasing it shows whether it is still there, and
 * removes all savepoints set since, also the host's; so our own are released one by one, the newest first, and one new
 * savepoint then marks all calls whose transaction was there. A mark is never rolled back to, and none remains when no
 * call is under way, so that between calls the host's savepoints work as ever.
 */
export class CallMarks {
  readonly #connection: SqliteConnection;
  /** The outermost savepoint first. */
  readonly #marks: Mark[] = [];

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Marks the transaction that is open now as the call's. */
  add(call: object): void {
    this.#set([call]);
  }

  /** Whether the transaction in which the call was made is still open. Not while a savepoint is open. */
  prove(call: object): boolean {
    const place = this.#marks.findIndex(({ users }) => users.has(call));
    if (place === -1) return false;
    const calls = this.#releaseFrom(place);
    if (calls.length > 0) this.#set(calls);
    return calls.includes(call);
  }

  /** Forgets a call, and releases the marks that no other call needs. */
  delete(call: object): void {
    for (const { users } of this.#marks) users.delete(call);
    while (this.#marks.at(-1)?.users.size === 0) {
      try {
        this.#release(this.#marks.pop()!);
      } catch {
        // The host reads row by row just now, or has closed the connection: the mark goes with the transaction.
      }
    }
  }

  /** Sets a savepoint for a call that was just proved. Calls that are made while it is open are marked inside it. */
  openSavepoint(call: object): OpenSavepoint {
    const open = this.#set([{}]);
    for (const { users } of this.#marks) users.delete(call);
    this.#set([call]);
    const { savepoint } = open;
    return {
      keep: () => void this.#close(open, `RELEASE ${savepoint}`),
      undo: () => this.#close(open, `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`),
    };
  }

  #close(open: Mark, sql: string): boolean {
    const place = this.#marks.indexOf(open);
    const calls = this.#releaseFrom(place + 1);
    const wasThere = this.#finds(sql);
    this.#marks.length = place;
    if (calls.length > 0) this.#set(calls);
    return wasThere;
  }

  #set(users: readonly object[]): Mark {
    savepoints += 1;
    const mark = { savepoint: `${PREFIX}_${savepoints}`, users: new Set(users) };
    this.#connection.exec(`SAVEPOINT ${mark.savepoint}`);
    this.#marks.push(mark);
    return mark;
  }

  /** Releases the marks from this place on; gives the calls of those that were still there. */
  #releaseFrom(place: number): object[] {
    const calls: object[] = [];
    while (this.#marks.length > place) {
      const last = this.#marks.at(-1)!;
      if (this.#release(last)) calls.push(...last.users);
      this.#marks.pop();
    }
    return calls;
  }

  #release({ savepoint }: Mark): boolean {
    return this.#finds(`RELEASE ${savepoint}`);
  }

  /** Whether SQLite found the savepoint that the statement names. Every other error passes through. */
  #finds(sql: string): boolean {
    try {
      this.#connection.exec(sql);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.includes("no such savepoint")) return false;
      throw error;
    }
  }
}
