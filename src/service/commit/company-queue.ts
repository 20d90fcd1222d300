import { setImmediate as nextTurn } from "node:timers/promises";
import { OutcomeUnknownError, StoreBusyError } from "../../domain/store-errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { InvoicingStore, JoinedBooks } from "../../ports/invoicing-store.ts";
import { OpenBooks } from "./locked-books.ts";
import { type WaitingWrite, WaitingWrites, type Write } from "./waiting-writes.ts";

const LIMITS = { batch: 128, batchLength: 1_000_000, waiting: 10_000, waitMs: 10_000 };

/**
 * All writes of one company in this process, first come first served. While one transaction is in flight, further
 * writes gather and go into the next one together: one lock, one block of numbers, one commit. A write that finds
 * nothing in flight waits for nobody, and shares its commit with what arrives before its lock is held.
 */
export class CompanyQueue {
  readonly #companyId: string;
  readonly #store: InvoicingStore;
  readonly #clock: Clock;
  readonly #onIdle: () => void;
  readonly #waiting: WaitingWrites;
  #running: Promise<void> | undefined;

  /** `onIdle` is told when nothing is left to do, so that a queue takes no memory while its company rests. */
  constructor(companyId: string, store: InvoicingStore, clock: Clock, onIdle: () => void, limits = LIMITS) {
    this.#companyId = companyId;
    this.#store = store;
    this.#clock = clock;
    this.#onIdle = onIdle;
    this.#waiting = new WaitingWrites(limits);
  }

  /**
   * What `write` decided, once it is durable.
   *
   * @throws whatever `decide` throws, and whatever the store throws when this write is tried alone
   * @throws StoreBusyError when too many writes wait already, or this one has waited too long; nothing was written
   */
  add<Result>(write: Write<Result>): Promise<Result> {
    const result = this.#waiting.add(write);
    this.#running ??= this.#run();
    return result;
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#commitNext();
      if (this.#waiting.isEmpty) break;
      // A store that answers synchronously would keep timers and sockets waiting for as long as writes come in.
      await nextTurn();
    }
    this.#running = undefined;
    this.#onIdle();
  }

  /** Commits what waits when the lock is held: what arrives while another server holds it joins as well. */
  async #commitNext(): Promise<void> {
    this.#waiting.rejectExpired();
    if (this.#waiting.isEmpty) return;
    let batch: readonly WaitingWrite[] | undefined;
    try {
      await this.#commit(() => {
        batch ??= this.#waiting.takeBatch();
        return batch;
      });
    } catch (error) {
      // Never locked, or nobody else to blame: trying each alone would end the same way.
      if (batch === undefined || batch.length === 1 || !isOfOneWrite(error)) {
        this.#rejectAll(batch ?? this.#waiting.takeBatch(), error);
      } else await this.#commitEach(batch);
    }
  }

  /** The writes of a commit that failed, one by one, so that the one at fault fails alone. */
  async #commitEach(batch: readonly WaitingWrite[]): Promise<void> {
    for (const [place, waiting] of batch.entries()) {
      if (this.#waiting.hasExpired(waiting)) continue;
      try {
        await this.#commit(() => [waiting]);
      } catch (error) {
        if (!isOfOneWrite(error)) {
          this.#rejectAll(batch.slice(place), error);
          return;
        }
        waiting.reject(error);
      }
      await nextTurn();
    }
  }

  async #commit(take: () => readonly WaitingWrite[]): Promise<void> {
    const settle = await this.#store.transaction(this.#companyId, async (transaction) => {
      let batch: readonly WaitingWrite[] = [];
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

  /** The store waited up to its deadline; those behind are told now, rather than after a deadline for each batch. */
  #rejectAll(batch: readonly WaitingWrite[], error: unknown): void {
    const behind = error instanceof StoreBusyError ? this.#waiting.takeAll() : [];
    for (const { reject } of [...batch, ...behind]) reject(error);
  }
}

/** Whether a write of the batch may be what made its commit fail; a lock or a lost answer is nobody's fault. */
function isOfOneWrite(error: unknown): boolean {
  return !(error instanceof StoreBusyError || error instanceof OutcomeUnknownError);
}

/** Decides one write; a refusal is its own and leaves the rest of the batch untouched. Told only after the commit. */
function decideAlone({ write, resolve, reject }: WaitingWrite, books: OpenBooks): () => void {
  try {
    const result = write.decide(books);
    return () => {
      write.committed?.(result);
      resolve(result);
    };
  } catch (error) {
    return () => reject(error);
  }
}

/** Decides and writes one write in a transaction of its own: past the queue, where the host's transaction waits for it. */
export function writeAlone<Result>(
  store: JoinedBooks,
  companyId: string,
  clock: Clock,
  write: Write<Result>,
): Promise<Result> {
  return store.transaction(companyId, async (transaction) => {
    const books = await OpenBooks.lock(companyId, transaction, clock, () => write.needs);
    const result = write.decide(books);
    await books.write();
    return result;
  });
}
