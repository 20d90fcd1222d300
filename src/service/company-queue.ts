import { setImmediate as nextTurn } from "node:timers/promises";
import { OutcomeUnknownError } from "../domain/outcome-unknown-error.ts";
import { StoreBusyError } from "../domain/store-busy-error.ts";
import type { Clock } from "../ports/clock.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import { type Needs, OpenBooks } from "./open-books.ts";

/** One write: what it must have read, and what it decides on the open books. */
export interface Write<Result> {
  readonly needs: Needs;
  /** Characters of the documents that it stores; absent where it stores none. */
  readonly length?: number;
  /** Synchronous, and changes the books only once nothing can be refused any more. */
  readonly decide: (books: OpenBooks) => Result;
}

interface Waiting {
  readonly write: Write<unknown>;
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
  /** Writes that wait, which bounds the memory that calls in front of a slow store can take. */
  readonly waiting: number;
  /** How long a write waits for its commit to begin. */
  readonly waitMs: number;
}

const LIMITS: QueueLimits = { batch: 128, batchLength: 1_000_000, waiting: 10_000, waitMs: 10_000 };

/**
 * All writes of one company in this process, first come first served. While one transaction is in flight, further
 * writes gather and go into the next one together: one lock, one block of numbers, one commit. A write that finds
 * nothing in flight waits for no other, only for the event loop to hand over what arrived together with it.
 */
export class CompanyQueue {
  readonly #companyId: string;
  readonly #store: InvoicingStore;
  readonly #clock: Clock;
  readonly #onIdle: () => void;
  readonly #limits: QueueLimits;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** `onIdle` is told when nothing is left to do, so that a queue takes no memory while its company rests. */
  constructor(companyId: string, store: InvoicingStore, clock: Clock, onIdle: () => void, limits = LIMITS) {
    this.#companyId = companyId;
    this.#store = store;
    this.#clock = clock;
    this.#onIdle = onIdle;
    this.#limits = limits;
  }

  /**
   * What `write` decided, once it is durable.
   *
   * @throws whatever `decide` throws, and whatever the store throws when this write is tried alone
   * @throws StoreBusyError when too many writes wait already, or this one has waited too long; nothing was written
   */
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
      this.#running ??= this.#run();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What sockets have delivered in this turn joins the commit. And a store that answers synchronously would
      // otherwise keep timers and sockets waiting for as long as writes come in.
      await nextTurn();
      await this.#commitNext();
    }
    this.#running = undefined;
    this.#onIdle();
  }

  /** Commits what waits when the lock is held: whatever arrives while another server holds it joins as well. */
  async #commitNext(): Promise<void> {
    let batch: readonly Waiting[] | undefined;
    try {
      await this.#commit(() => {
        batch ??= this.#takeBatch();
        return batch;
      });
    } catch (error) {
      // Never locked, or nobody else to blame: then trying each alone would end the same way.
      if (batch === undefined || batch.length === 1 || !isOfOneWrite(error)) {
        this.#rejectAll(batch ?? this.#takeBatch(), error);
      } else await this.#commitEach(batch);
    }
  }

  /** The writes of a commit that failed, one by one, so that the one at fault fails alone. */
  async #commitEach(batch: readonly Waiting[]): Promise<void> {
    for (const [place, waiting] of batch.entries()) {
      if (this.#hasExpired(waiting)) continue;
      try {
        await this.#commit(() => [waiting]);
      } catch (error) {
        if (isOfOneWrite(error)) waiting.reject(error);
        else {
          this.#rejectAll(batch.slice(place), error);
          return;
        }
      }
      await nextTurn();
    }
  }

  async #commit(take: () => readonly Waiting[]): Promise<void> {
    const settle = await this.#store.transaction(this.#companyId, async (transaction) => {
      let batch: readonly Waiting[] = [];
      const books = await OpenBooks.lock(this.#companyId, transaction, this.#clock, () => {
        batch = take();
        return {
          keys: batch.flatMap(({ write }) => write.needs.keys),
          invoiceIds: batch.flatMap(({ write }) => write.needs.invoiceIds),
        };
      });
      const outcomes = batch.map((waiting) => decideAlone(waiting, books));
      await books.write();
      return outcomes;
    });
    for (const tell of settle) tell();
  }

  /** The oldest writes that fit into one commit, at least one where there is one. */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    let length = 0;
    let taken = 0;
    for (const waiting of this.#waiting) {
      length += waiting.write.length ?? 0;
      const isFull = batch.length === this.#limits.batch || (batch.length > 0 && length > this.#limits.batchLength);
      if (isFull) break;
      taken += 1;
      if (!this.#hasExpired(waiting)) batch.push(waiting);
    }
    this.#waiting.splice(0, taken);
    return batch;
  }

  #hasExpired({ since, reject }: Waiting): boolean {
    if (performance.now() - since <= this.#limits.waitMs) return false;
    reject(new StoreBusyError(`the writes before this one took over ${this.#limits.waitMs} ms; repeat the call later`));
    return true;
  }

  /** The store waited up to its deadline; those behind are told now, rather than after a deadline for each batch. */
  #rejectAll(batch: readonly Waiting[], error: unknown): void {
    const behind = error instanceof StoreBusyError ? this.#waiting.splice(0) : [];
    for (const { reject } of [...batch, ...behind]) reject(error);
  }
}

/** Whether a write of the batch may be what made its commit fail; a lock or a lost answer is nobody's fault. */
function isOfOneWrite(error: unknown): boolean {
  return !(error instanceof StoreBusyError || error instanceof OutcomeUnknownError);
}

/** Decides one write; a refusal is its own and leaves the rest of the batch untouched. Told only after the commit. */
function decideAlone({ write, resolve, reject }: Waiting, books: OpenBooks): () => void {
  try {
    const result = write.decide(books);
    return () => resolve(result);
  } catch (error) {
    return () => reject(error);
  }
}
