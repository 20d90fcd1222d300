import { COMMITS, callInProgress, type TracedCommit, trace } from "../trace.ts";
import type { LockedBooks } from "./locked-books.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/** Measures one commit for the channel `faktura:commit`. */
export class CommitTrace {
  readonly #began = performance.now();
  readonly #message: TracedCommit;
  #isWaiting = true;

  constructor(companyId: string, database: string) {
    const none = { calls: [], writes: 0, invoices: 0, waited: 0, locked: 0, took: 0, retries: 0 };
    this.#message = { companyId, database, ...none };
  }

  /** The store begins its work, for the first time or again, and waits for the lock. */
  waiting(): void {
    this.#isWaiting = true;
  }

  /** The lock is held for these writes. */
  locked(batch: readonly WaitingWrite[]): void {
    this.#isWaiting = false;
    this.#message.locked = performance.now() - this.#began;
    this.#note(batch);
  }

  /** The writes are decided. */
  decided({ issued }: LockedBooks): void {
    this.#message.invoices = issued;
  }

  /** The store begins its transaction again, because it failed. */
  repeated(): void {
    this.#message.retries += 1;
  }

  /** Publishes the transaction. If it never gets the lock, `next` says which writes it was for. */
  run<Result>(transaction: () => Promise<Result>, next: () => readonly WaitingWrite[]): Promise<Result> {
    const message = this.#message;
    return trace(COMMITS, message, async () => {
      try {
        return await transaction();
      } finally {
        message.took = performance.now() - this.#began;
        if (this.#isWaiting) {
          message.locked = message.took;
          this.#note(next());
        }
      }
    });
  }

  #note(batch: readonly WaitingWrite[]): void {
    const message = this.#message;
    message.writes = batch.length;
    message.waited = Math.max(0, ...batch.map(({ since }) => this.#began - since));
    const calls = batch.map(({ context }) => context.runInAsyncScope(callInProgress));
    message.calls = [...new Set(calls)].filter((call) => call !== undefined);
  }
}
