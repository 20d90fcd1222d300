import { COMMITS, callInProgress, type TracedCommit, trace } from "../trace.ts";
import type { LockedBooks } from "./locked-books.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/** Measures one commit for the channel `faktura:commit`. */
export class CommitTrace {
  readonly #began = performance.now();
  readonly #message: TracedCommit;
  #runs = 0;

  constructor(companyId: string, database: string) {
    const none = { calls: [], writes: 0, invoices: 0, waited: 0, locked: 0, took: 0, retries: 0 };
    this.#message = { companyId, database, ...none };
  }

  /** The lock is held for these writes. */
  locked(batch: readonly WaitingWrite[]): void {
    const message = this.#message;
    message.retries = this.#runs;
    this.#runs += 1;
    message.locked = performance.now() - this.#began;
    message.writes = batch.length;
    message.waited = Math.max(0, ...batch.map(({ since }) => this.#began - since));
    const calls = batch.map(({ context }) => context.runInAsyncScope(callInProgress));
    message.calls = [...new Set(calls)].filter((call) => call !== undefined);
  }

  /** The writes are decided. */
  decided({ issued }: LockedBooks): void {
    this.#message.invoices = issued;
  }

  /** Publishes the transaction. */
  run<Result>(transaction: () => Promise<Result>): Promise<Result> {
    return trace(COMMITS, this.#message, async () => {
      try {
        return await transaction();
      } finally {
        this.#message.took = performance.now() - this.#began;
      }
    });
  }
}
