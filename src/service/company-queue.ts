import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreBusyError } from "../domain/store-busy-error.ts";
import type { Clock } from "../ports/clock.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import { type Needs, OpenBooks } from "./open-books.ts";

/** One write: what it must have read, and what it decides on the open books. */
export interface Write<Result> {
  readonly needs: Needs;
  /** Synchronous, and changes the books only once nothing can be refused any more. */
  readonly decide: (books: OpenBooks) => Result;
}

interface Waiting {
  readonly write: Write<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds the time that one commit holds the lock. */
const MAX_BATCH = 128;

/** Bounds the memory that calls in front of a slow store can take. */
const MAX_WAITING = 10_000;

/**
 * All writes of one company in this process, first come first served. While one transaction is in flight, further
 * writes gather and go into the next one together: one lock, one block of numbers, one commit. A write that finds
 * nothing in flight waits for nobody.
 */
export class CompanyQueue {
  readonly #companyId: string;
  readonly #store: InvoicingStore;
  readonly #clock: Clock;
  readonly #onIdle: () => void;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** `onIdle` is told when nothing is left to do, so that a queue takes no memory while its company rests. */
  constructor(companyId: string, store: InvoicingStore, clock: Clock, onIdle: () => void) {
    this.#companyId = companyId;
    this.#store = store;
    this.#clock = clock;
    this.#onIdle = onIdle;
  }

  /**
   * What `write` decided, once it is durable.
   *
   * @throws whatever `decide` throws, for this write alone; what the store throws, for every write of the batch
   * @throws StoreBusyError when too many writes wait already; nothing was written
   */
  add<Result>(write: Write<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) {
        reject(new StoreBusyError(`${MAX_WAITING} writes of this company wait already; repeat the call later`));
        return;
      }
      this.#waiting.push({ write, resolve: resolve as (result: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#commit(this.#waiting.splice(0, MAX_BATCH));
      // A store that answers synchronously would keep timers and sockets waiting for as long as writes come in.
      if (this.#waiting.length > 0) await nextTurn();
    }
    this.#running = undefined;
    this.#onIdle();
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const settle = await this.#store.transaction(this.#companyId, async (transaction) => {
        const needs = batch.map(({ write }) => write.needs);
        const books = await OpenBooks.lock(this.#companyId, transaction, this.#clock, {
          keys: needs.flatMap(({ keys }) => keys),
          invoiceIds: needs.flatMap(({ invoiceIds }) => invoiceIds),
        });
        const outcomes = batch.map((waiting) => decideAlone(waiting, books));
        await books.write();
        return outcomes;
      });
      for (const tell of settle) tell();
    } catch (error) {
      // The store waited up to its deadline; those behind are told now, rather than after a deadline for each batch.
      const behind = error instanceof StoreBusyError ? this.#waiting.splice(0) : [];
      for (const { reject } of [...batch, ...behind]) reject(error);
    }
  }
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
