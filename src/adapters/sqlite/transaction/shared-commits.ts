import { setImmediate as nextTurn } from "node:timers/promises";
import { OutcomeUnknownError } from "../../../domain/store-errors.ts";
import { asRefusal } from "../../common/refusals.ts";
import type { RetryWhileBusy } from "../connection/retry-while-busy.ts";
import type { Session } from "../connection/session.ts";
import { hasSqliteCode } from "../connection/sqlite-code.ts";
import { beginTransaction, endTransaction, runTransaction } from "./run.ts";

/** The most calls in one commit, and for how long it takes in further ones, so that the first does not wait for long. */
const [MOST_CALLS, GATHER_MS] = [256, 10];

/** A call that waits for the write lock of the file. */
export interface WaitingCall {
  /** Writes the call. Awaits nothing but the writer, and can be run again after a rollback. */
  readonly work: (writer: Session) => Promise<unknown>;
  readonly retryWhileBusy: RetryWhileBusy;
  /** Called before {@link work} runs again. */
  readonly onRepeat?: (() => void) | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What became of a call, once it is committed. */
type Outcome = { readonly value: unknown } | { readonly error: unknown };

/**
 * The calls of all companies that wait for the write lock. A file has only one, and a commit waits for the disk, so those
 * that have arrived when the lock is held share one commit. Each has its own savepoint: a refused call undoes only itself.
 */
export class SharedCommits {
  readonly #waiting: WaitingCall[] = [];
  /** Whether {@link commitNext} is running or will be called. */
  #hasTurn = false;

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
      await beginTransaction(writer, retryWhileBusy);
    } catch (error) {
      this.#waiting.shift();
      reject(error);
      return this.#isMoreWaiting();
    }
    const calls = this.#waiting.splice(0, MOST_CALLS);
    const outcomes: Outcome[] = [];
    let lost: { readonly error: unknown } | undefined;
    try {
      await endTransaction(writer, retryWhileBusy, () => runAll(writer, calls, outcomes));
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
      await runTransaction(writer, retryWhileBusy, () => work(writer)).then(resolve, reject);
      await nextTurn();
    }
  }
}

/** Runs the calls, as many as the time allows. One alone needs no savepoint. */
async function runAll(writer: Session, calls: readonly WaitingCall[], outcomes: Outcome[]): Promise<void> {
  const end = performance.now() + GATHER_MS;
  for (const { work } of calls) {
    outcomes.push(calls.length === 1 ? { value: await work(writer) } : await runInSavepoint(writer, work));
    if (performance.now() >= end) break;
  }
}

/** @throws the error of the call if it may have rolled back more than the savepoint */
async function runInSavepoint(writer: Session, work: WaitingCall["work"]): Promise<Outcome> {
  writer.driver.exec("SAVEPOINT faktura_call");
  try {
    const value = await work(writer);
    writer.driver.exec("RELEASE faktura_call");
    return { value };
  } catch (error) {
    // After these, SQLite may have rolled back the whole transaction, and its own advice is to do so if it has not.
    if (hasSqliteCode(error, "FULL", "IOERR", "NOMEM")) throw error;
    writer.driver.exec("ROLLBACK TO faktura_call");
    writer.driver.exec("RELEASE faktura_call");
    return { error: asRefusal(error) };
  }
}
