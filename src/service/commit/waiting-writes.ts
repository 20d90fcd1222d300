import { AsyncResource } from "node:async_hooks";
import { StoreBusyError } from "../../domain/store-errors.ts";
import type { Limits } from "../limits.ts";
import type { LockedBooks, Needs } from "./locked-books.ts";

/** One write: what it needs to read, and how it decides on the locked books. */
export interface Write<Result> {
  readonly needs: Needs;
  /** Characters of the documents that it stores. Absent: it stores none. */
  readonly length?: number;
  /** Synchronous. Changes the books only after the last check that can refuse the write. */
  readonly decide: (books: LockedBooks) => Result;
  /**
   * Called with the result once it is durable, in decision order, before the caller's promise resolves, and in the
   * caller's async context. Must not throw.
   */
  committed?(result: Result): void;
}

/** A write whose caller is waiting. */
export interface WaitingWrite {
  readonly write: Write<unknown>;
  /** The caller's async context. */
  readonly context: AsyncResource;
  /** The `performance.now()` of its arrival. */
  readonly since: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The limits of a queue. The memory of the orders is limited before they enter it. */
export type QueueLimits = Omit<Limits, "maxPendingBytes" | "maxPendingBytesPerCompany">;

/** The writes of one company that are waiting for a commit, in the order of their arrival. */
export class WaitingWrites {
  readonly #limits: QueueLimits;
  readonly #waiting: WaitingWrite[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * The result of `write`, once it is settled.
   *
   * @throws StoreBusyError if too many are waiting, or this one has waited too long
   */
  add<Result>(write: Write<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= this.#limits.maxWaitingWrites) {
        reject(
          new StoreBusyError(
            `${this.#limits.maxWaitingWrites} writes of this company are already waiting; repeat the call later`,
          ),
        );
        return;
      }
      const context = new AsyncResource("faktura.write");
      const since = performance.now();
      this.#waiting.push({ write, context, since, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** The oldest writes that fit into one commit, and at least one if any is waiting. They go on waiting. */
  nextBatch(): WaitingWrite[] {
    let [taken, length] = [0, 0];
    while (taken < this.#waiting.length && taken < this.#limits.maxWritesPerCommit) {
      length += this.#waiting[taken]!.write.length ?? 0;
      if (taken > 0 && length > this.#limits.maxCharactersPerCommit) break;
      taken += 1;
    }
    return this.#waiting.slice(0, taken);
  }

  /** {@link WaitingWrites.nextBatch}, which waits no longer. */
  takeBatch(): WaitingWrite[] {
    return this.#waiting.splice(0, this.nextBatch().length);
  }

  /** Rejects the writes that have waited too long, which are the oldest. */
  rejectExpired(): void {
    while (this.#waiting.length > 0 && this.hasExpired(this.#waiting[0]!)) this.#waiting.shift();
  }

  takeAll(): WaitingWrite[] {
    return this.#waiting.splice(0);
  }

  /** Whether a write has waited too long. If so, it is rejected. */
  hasExpired({ since, reject }: WaitingWrite): boolean {
    if (performance.now() - since <= this.#limits.queueTimeoutMs) return false;
    reject(
      new StoreBusyError(
        `the writes before this one took more than ${this.#limits.queueTimeoutMs} ms; repeat the call later`,
      ),
    );
    return true;
  }
}
