import { setImmediate as nextTurn } from "node:timers/promises";
import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import type { RetryWhileBusy } from "../connection/retry-while-busy.ts";
import type { Session } from "../connection/session.ts";
import { endTransaction, type Outcome, runTransaction, type SessionWork, type Transactions } from "./run.ts";

/** The most calls in one commit, and for how long it takes in further ones, so that the first does not wait for long. */
const [MOST_CALLS, GATHER_MS] = [256, 10];

/** A call that waits for the write lock of the file. */
export interface WaitingCall {
  /** Writes the call. Awaits nothing but the session, and can be run again after a rollback. */
  readonly work: SessionWork;
  readonly retryWhileBusy: RetryWhileBusy;
  /** Called before {@link work} runs again. */
  readonly onRepeat?: (() => void) | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The calls of all companies that wait for the write lock. A file has only one, and a commit waits for the disk, so those
 * that have arrived when the lock is held share one commit. Each has its own savepoint: a refused call undoes only itself.
 */
export class SharedCommits {
  readonly #transactions: Transactions;
  readonly #waiting: WaitingCall[] = [];
  /** Whether {@link commitNext} is running or will be called. */
  #hasTurn = false;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  /** Adds a call. Returns whether {@link commitNext} must be called for it. */
  add(call: WaitingCall): boolean {
    this.#waiting.push(call);
    const needsTurn = !this.#hasTurn;
    this.#hasTurn = true;
    return needsTurn;
  }

  /** Commits the calls that are waiting. Returns whether some still are, so that it must be called again. */
  async commitNext(writer: Session): Promise<boolean> {
    // Wait for one turn of the event loop, so that requests that have just arrived can share the commit. While the lock is
    // held, the work awaits no I/O, so the host's own connections in this process never find it held.
    await nextTurn();
    const { retryWhileBusy, reject } = this.#waiting[0]!;
    try {
      await retryWhileBusy(() => this.#transactions.begin(writer));
    } catch (error) {
      this.#waiting.shift();
      reject(error);
      return this.#isMoreWaiting();
    }
    const calls = this.#waiting.splice(0, MOST_CALLS);
    const outcomes: Outcome[] = [];
    let lost: { readonly error: unknown } | undefined;
    try {
      await endTransaction(this.#transactions, writer, retryWhileBusy, () => this.#runAll(writer, calls, outcomes));
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) {
        if (calls.length === 1) calls[0]!.reject(error);
        else await this.#commitEach(writer, calls);
        return this.#isMoreWaiting();
      }
      lost = { error };
    }
    this.#waiting.unshift(...calls.splice(outcomes.length)); // there was no time for them
    for (const [index, call] of calls.entries()) {
      const outcome = outcomes[index]!;
      if ("error" in outcome) call.reject(outcome.error);
      else if (lost !== undefined) call.reject(lost.error);
      else call.resolve(outcome.value);
    }
    return this.#isMoreWaiting();
  }

  #isMoreWaiting(): boolean {
    this.#hasTurn = this.#waiting.length > 0;
    return this.#hasTurn;
  }

  /** Rejects the calls that are waiting. */
  rejectAll(error: unknown): void {
    this.#hasTurn = false;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Commits the calls one by one, after a fault that rolled all of them back, so that only the faulty call fails. */
  async #commitEach(writer: Session, calls: readonly WaitingCall[]): Promise<void> {
    for (const { work, retryWhileBusy, onRepeat, resolve, reject } of calls) {
      onRepeat?.();
      await runTransaction(this.#transactions, writer, retryWhileBusy, work).then(resolve, reject);
      await nextTurn();
    }
  }

  /** Runs the calls, as many as the time allows. */
  async #runAll(writer: Session, calls: readonly WaitingCall[], outcomes: Outcome[]): Promise<void> {
    const end = performance.now() + GATHER_MS;
    for (const { work } of calls) {
      outcomes.push(await this.#transactions.runCall(writer, work, calls.length === 1));
      if (performance.now() >= end) break;
    }
  }
}
