import type { SqliteConnection } from "../connection/driver.ts";
import { CallMarks, type OpenSavepoint } from "./savepoint.ts";

/** What the calls of all joinings of one connection share. */
interface SharedState {
  readonly marks: CallMarks;
  /** Settles when the last write begun has ended. */
  lastTurn: Promise<unknown>;
  /** Settles when the savepoint that is open is closed. */
  closed: Promise<void> | undefined;
}

const states = new WeakMap<SqliteConnection, SharedState>();

function stateOf(connection: SqliteConnection): SharedState {
  let state = states.get(connection);
  if (state === undefined) {
    state = { marks: new CallMarks(connection), lastTurn: Promise.resolve(), closed: undefined };
    states.set(connection, state);
  }
  return state;
}

/** A call inside the host's transaction, bound from its first moment to the transaction that is open then. */
export class JoinedCall {
  readonly #state: SharedState;

  constructor(connection: SqliteConnection) {
    this.#state = stateOf(connection);
    this.#state.marks.add(this);
  }

  /** Only for the call that has its turn. @throws TypeError when the transaction in which the call was made has ended */
  requireTransaction(): void {
    if (this.#state.marks.prove(this)) return;
    throw new TypeError(
      "the transaction, or the savepoint, in which you made this joined call has ended, and the call has written " +
        "nothing. Make it again in a new transaction, and await it before you commit, roll back or release. Where the " +
        "transaction function of your driver ends at the first await, send BEGIN IMMEDIATE and COMMIT yourself",
    );
  }

  /** Runs an action in the call's transaction, beside what has its turn. @throws TypeError when that one has ended */
  async run<Result>(action: () => Result): Promise<Result> {
    while (this.#state.closed !== undefined) await this.#state.closed;
    this.requireTransaction();
    return action();
  }

  /** Runs work when all before it has ended, so that no two decide by the same state of the books. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#state.lastTurn.then(work);
    this.#state.lastTurn = result.catch(() => undefined);
    return result;
  }

  /** Sets a savepoint, for the call that has its turn; until it is closed, other calls read nothing. */
  openSavepoint(): OpenSavepoint {
    this.requireTransaction();
    const state = this.#state;
    const savepoint = state.marks.openSavepoint(this);
    let settle = () => {};
    state.closed = new Promise((resolve) => {
      settle = resolve;
    });
    const close = <Result>(end: () => Result): Result => {
      try {
        return end();
      } finally {
        state.closed = undefined;
        settle();
      }
    };
    return { keep: () => close(() => savepoint.keep()), undo: () => close(() => savepoint.undo()) };
  }

  /** Forgets the call; nothing may be asked of it afterwards. */
  end(): void {
    this.#state.marks.delete(this);
  }
}
