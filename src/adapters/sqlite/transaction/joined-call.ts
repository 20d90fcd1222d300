import { ownContext } from "../../../ports/own-context.ts";
import type { SqliteConnection } from "../connection/driver.ts";
import { CallSavepoints, type OpenSavepoint } from "./call-savepoints.ts";

/** The state that all joined calls on one connection share. */
interface SharedState {
  readonly savepoints: CallSavepoints;
  /** Settles when the last write in the queue has ended. */
  lastWrite: Promise<unknown>;
  /** Settles when the open savepoint is closed; `undefined` if none is open. */
  closed: Promise<void> | undefined;
}

const states = new WeakMap<SqliteConnection, SharedState>();

function stateOf(connection: SqliteConnection): SharedState {
  let state = states.get(connection);
  if (state === undefined) {
    state = { savepoints: new CallSavepoints(connection), lastWrite: Promise.resolve(), closed: undefined };
    states.set(connection, state);
  }
  return state;
}

/** A call inside the host's transaction. It is bound to the transaction that is open when the call is made. */
export class JoinedCall {
  readonly #state: SharedState;

  constructor(connection: SqliteConnection) {
    this.#state = stateOf(connection);
    this.#state.savepoints.add(this);
  }

  /** Only inside {@link runExclusive} or {@link run}. @throws TypeError if the call's transaction has ended */
  requireTransaction(): void {
    if (this.#state.savepoints.verify(this)) return;
    throw new TypeError(
      "the transaction or the savepoint in which you made this joined call has ended, and the call has written nothing. " +
        "Make the call again in a new transaction, and await it before you commit, roll back or release. If your " +
        "driver's transaction function ends at the first await, send BEGIN IMMEDIATE and COMMIT yourself",
    );
  }

  /**
   * Runs a read in the call's transaction, outside the queue of writes.
   *
   * @throws TypeError if the transaction has ended
   */
  async run<Result>(action: () => Result): Promise<Result> {
    while (this.#state.closed !== undefined) await this.#state.closed;
    this.requireTransaction();
    return action();
  }

  /** Runs `work` after all earlier writes, so that no two decide on the same state of the books. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#state.lastWrite.then(work);
    // Kept as long as the connection, so not in the caller's async context.
    const ended = () => undefined;
    this.#state.lastWrite = ownContext.runInAsyncScope(() => result.then(ended, ended));
    return result;
  }

  /** Opens a savepoint. Only inside {@link runExclusive}. Other calls cannot read until it is closed. */
  openSavepoint(): OpenSavepoint {
    this.requireTransaction();
    const state = this.#state;
    const savepoint = state.savepoints.open(this);
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
    return { release: () => close(() => savepoint.release()), rollBack: () => close(() => savepoint.rollBack()) };
  }

  /** Forgets the call. Do not use the call afterwards. */
  end(): void {
    this.#state.savepoints.delete(this);
  }
}
