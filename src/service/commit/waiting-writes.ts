import { StoreBusyError } from "../../domain/store-errors.ts";
import type { Needs, OpenBooks } from "./locked-books.ts";

/** One write: what it must have read, and what it decides on the open books. */
export interface Write<Result> {
  readonly needs: Needs;
  /** Characters of the documents that it stores. Absent: it stores none. */
  readonly length?: number;
  /** Synchronous, and changes the books only once nothing can be refused any more. */
  readonly decide: (books: OpenBooks) => Result;
  /** Told what was decided once it is durable, in the order of the decisions, before whoever waits. Must not throw. */
  committed?(result: Result): void;
}

/** A write whose caller waits. */
export interface WaitingWrite {
  readonly write: Write<unknown>;
  /** As `performance.now()` tells it. */
  readonly since: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What a queue takes. */
export interface QueueLimits {
  /** Writes to a commit, which bounds how long it holds the lock. */
  readonly batch: number;
  /** Characters of documents to a commit; one write that has more goes alone. */
  readonly batchLength: number;
  /** Writes that wait; the memory of their documents is bounded in front of the queue, with all that waits there. */
  readonly waiting: number;
  /** How long a write waits for its commit to begin. */
  readonly waitMs: number;
}

/** The writes of one company that wait for a commit, in the order of their arrival. */
export class WaitingWrites {
  readonly #limits: QueueLimits;
  readonly #waiting: WaitingWrite[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** What `write` decided, once it is told. @throws StoreBusyError when too many wait already, or this one for too long */
  add<Result>(write: Write<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= this.#limits.waiting) {
        reject(
          new StoreBusyError(`${this.#limits.waiting} writes of this company wait already; repeat the call later`),
        );
        return;
      }
      const since = performance.now();
      this.#waiting.push({ write, since, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** The oldest writes that fit into one commit, at least one where there is one. */
  takeBatch(): WaitingWrite[] {
    let [taken, length] = [0, 0];
    while (taken < this.#waiting.length && taken < this.#limits.batch) {
      length += this.#waiting[taken]!.write.length ?? 0;
      if (taken > 0 && length > this.#limits.batchLength) break;
      taken += 1;
    }
    return this.#waiting.splice(0, taken);
  }

  /** Tells those that have waited too long, who are the oldest. */
  rejectExpired(): void {
    while (this.#waiting.length > 0 && this.hasExpired(this.#waiting[0]!)) this.#waiting.shift();
  }

  takeAll(): WaitingWrite[] {
    return this.#waiting.splice(0);
  }

  /** Whether a write has waited too long; if so, it is told. */
  hasExpired({ since, reject }: WaitingWrite): boolean {
    if (performance.now() - since <= this.#limits.waitMs) return false;
    reject(new StoreBusyError(`the writes before this one took over ${this.#limits.waitMs} ms; repeat the call later`));
    return true;
  }
}
