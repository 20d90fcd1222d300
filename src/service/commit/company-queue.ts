import { AsyncResource } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { OutcomeUnknownError, StoreBusyError, StoreUnavailableError } from "../../domain/store-errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { InvoicingStore, JoinedBooks, StoreTransaction } from "../../ports/invoicing-store.ts";
import { ownContext } from "../../ports/own-context.ts";
import { COMMITS } from "../trace.ts";
import { CommitTrace } from "./commit-trace.ts";
import { LockedBooks, type Needs } from "./locked-books.ts";
import type { QueueLimits, WaitingWrite, Write } from "./waiting-writes.ts";

/** Options of a queue. */
export interface QueueOptions {
  /** Whether transactions read the company's profile together with the lock. Absent: `false`. */
  readonly withProfile?: boolean;
  readonly limits: QueueLimits;
}

/**
 * All writes of one company in this process, first come, first served. While one transaction is in progress, further
 * writes gather and go into the next one together: one lock, one block of numbers, one commit. A write that finds no
 * transaction in progress starts at once, and shares its commit with the writes that arrive before its lock is held.
 */
export class CompanyQueue {
  readonly #companyId: string;
  readonly #store: InvoicingStore;
  readonly #clock: Clock;
  readonly #onIdle: () => void;
  readonly #withProfile: boolean;
  readonly #limits: QueueLimits;
  /** In the order of their arrival. */
  readonly #waiting: WaitingWrite[] = [];
  #running: Promise<void> | undefined;

  /**
   * `onIdle` is called when nothing is left to do, so that an idle company's queue can be dropped.
   */
  constructor(
    companyId: string,
    store: InvoicingStore,
    clock: Clock,
    onIdle: () => void,
    { withProfile = false, limits }: QueueOptions,
  ) {
    this.#companyId = companyId;
    this.#store = store;
    this.#clock = clock;
    this.#onIdle = onIdle;
    this.#withProfile = withProfile;
    this.#limits = limits;
  }

  /**
   * The result of `write.decide`, once it is durable.
   *
   * @throws the error of `decide`, or of the store if this write fails on its own
   * @throws StoreBusyError if too many writes are waiting, or if this one has waited too long; nothing was written
   */
  add<Result>(write: Write<Result>): Promise<Result> {
    const { maxWaitingWrites } = this.#limits;
    if (this.#waiting.length >= maxWaitingWrites) {
      const message = `${maxWaitingWrites} writes of this company are already waiting; repeat the call later`;
      return Promise.reject(new StoreBusyError(message));
    }
    const result = new Promise<Result>((resolve, reject) => {
      const context = new AsyncResource("faktura.write");
      const since = performance.now();
      this.#waiting.push({ write, context, since, resolve: resolve as (result: unknown) => void, reject });
    });
    // It serves many callers, and under load it never ends.
    this.#running ??= ownContext.runInAsyncScope(this.#run, this);
    return result;
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#commitNext();
      if (this.#waiting.length === 0) break;
      // A synchronous store would otherwise block timers and sockets for as long as writes come in.
      await nextTurn();
    }
    this.#running = undefined;
    this.#onIdle();
  }

  /**
   * Commits the writes that are waiting once the lock is held, including those that arrived while another server held
   * it.
   */
  async #commitNext(): Promise<void> {
    // The oldest come first, so those that have waited too long do.
    while (this.#waiting.length > 0 && this.#hasExpired(this.#waiting[0]!)) this.#waiting.shift();
    if (this.#waiting.length === 0) return;
    let batch: readonly WaitingWrite[] | undefined;
    const take = () => {
      batch ??= this.#waiting.splice(0, this.#nextBatch().length);
      return batch;
    };
    try {
      await this.#commit(take, () => batch ?? this.#nextBatch());
    } catch (error) {
      // If it never got the lock, or no single write can be the cause, retrying them one by one would fail too.
      if (batch === undefined || batch.length === 1 || !mayBeOneWritesFault(error)) this.#rejectAll(take(), error);
      else await this.#commitEach(batch);
    }
  }

  /** The oldest writes that fit into one commit, and at least one if any is waiting. They go on waiting. */
  #nextBatch(): WaitingWrite[] {
    const { maxWritesPerCommit, maxCharactersPerCommit } = this.#limits;
    let [taken, length] = [0, 0];
    while (taken < this.#waiting.length && taken < maxWritesPerCommit) {
      length += this.#waiting[taken]!.write.length ?? 0;
      if (taken > 0 && length > maxCharactersPerCommit) break;
      taken += 1;
    }
    return this.#waiting.slice(0, taken);
  }

  /** Whether a write has waited too long. If so, it is rejected. */
  #hasExpired({ since, reject }: WaitingWrite): boolean {
    const { queueTimeoutMs } = this.#limits;
    if (performance.now() - since <= queueTimeoutMs) return false;
    const message = `the writes before this one took more than ${queueTimeoutMs} ms; repeat the call later`;
    reject(new StoreBusyError(message));
    return true;
  }

  /** Commits the writes of a failed batch one by one, so that only the faulty write fails. */
  async #commitEach(batch: readonly WaitingWrite[]): Promise<void> {
    for (const [index, waiting] of batch.entries()) {
      if (this.#hasExpired(waiting)) continue;
      try {
        await this.#commit(() => [waiting]);
      } catch (error) {
        if (!mayBeOneWritesFault(error)) {
          this.#rejectAll(batch.slice(index), error);
          return;
        }
        waiting.reject(error);
      }
      await nextTurn();
    }
  }

  /** Commits what `take` returns once the lock is held. `next` returns the same before, and takes nothing. */
  async #commit(take: () => readonly WaitingWrite[], next = take): Promise<void> {
    const trace = COMMITS.hasSubscribers
      ? new CommitTrace(this.#companyId, this.#store.database ?? "other")
      : undefined;
    const work = async (transaction: StoreTransaction) => {
      let batch: readonly WaitingWrite[] = [];
      trace?.waiting();
      const books = await LockedBooks.lock(this.#companyId, transaction, this.#clock, () => {
        batch = take();
        trace?.locked(batch);
        return needsOf(batch);
      });
      const decisions = batch.map((waiting) => decideAlone(waiting, books));
      trace?.decided(books);
      await books.write(transaction);
      return decisions;
    };
    const options = { withProfile: this.#withProfile, onRepeat: trace && (() => trace.repeated()) };
    const decisions =
      trace === undefined
        ? await this.#store.transaction(this.#companyId, work, options)
        : await trace.run(() => this.#store.transaction(this.#companyId, work, options), next);
    for (const { waiting, isRefused, outcome } of decisions) {
      const { write, context, resolve, reject } = waiting;
      if (isRefused) {
        reject(outcome);
        continue;
      }
      if (write.committed !== undefined) context.runInAsyncScope(write.committed, write, outcome);
      resolve(outcome);
    }
  }

  /**
   * If the store waited up to its deadline, or cannot be reached, all waiting writes fail now, rather than after one
   * attempt per batch.
   */
  #rejectAll(batch: readonly WaitingWrite[], error: unknown): void {
    const behind =
      error instanceof StoreBusyError || error instanceof StoreUnavailableError ? this.#waiting.splice(0) : [];
    for (const { reject } of [...batch, ...behind]) reject(error);
  }
}

/** The queues of all companies that have writes in progress. */
export class CompanyQueues {
  readonly #queues = new Map<string, CompanyQueue>();
  /** By company: settles when the reads of {@link CompanyQueues.readFirst} have ended. */
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #store: InvoicingStore;
  readonly #clock: Clock;
  readonly #options: QueueOptions;

  constructor(store: InvoicingStore, clock: Clock, options: QueueOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#options = options;
  }

  /** Adds a write to the company's queue, and returns its result; see {@link CompanyQueue.add}. */
  async add<Result>(companyId: string, write: Write<Result>): Promise<Result> {
    const reading = this.#reading.get(companyId);
    if (reading !== undefined) await reading;
    let queue = this.#queues.get(companyId);
    if (queue === undefined) {
      const forget = () => this.#queues.delete(companyId);
      queue = new CompanyQueue(companyId, this.#store, this.#clock, forget, this.#options);
      this.#queues.set(companyId, queue);
    }
    return queue.add(write);
  }

  /** The result of a short read that sees no write that is added to the company's queue later: those wait for its end. */
  readFirst<Result>(companyId: string, read: () => Promise<Result>): Promise<Result> {
    const result = read();
    const reading = Promise.allSettled([this.#reading.get(companyId), result]).then(() => {
      if (this.#reading.get(companyId) === reading) this.#reading.delete(companyId);
    });
    this.#reading.set(companyId, reading);
    return result;
  }
}

/** Everything that the writes of a batch need. */
function needsOf(batch: readonly WaitingWrite[]): Needs {
  const keys: string[] = [];
  const invoiceIds: string[] = [];
  const series: string[] = [];
  let creditNotes = false;
  for (const { write } of batch) {
    keys.push(...write.needs.keys);
    invoiceIds.push(...write.needs.invoiceIds);
    creditNotes ||= write.needs.creditNotes === true;
    if (write.needs.series !== undefined) series.push(...write.needs.series);
  }
  return { keys, invoiceIds, creditNotes, series: series.length > 0 ? series : undefined };
}

/**
 * Whether one write of the batch may have made its commit fail. A busy lock, a store that cannot be reached or a lost
 * answer is not the fault of any single write.
 */
function mayBeOneWritesFault(error: unknown): boolean {
  const notTheirs = [StoreBusyError, StoreUnavailableError, OutcomeUnknownError];
  return !notTheirs.some((kind) => error instanceof kind);
}

/** A write that is settled after the commit. */
interface Decision {
  readonly waiting: WaitingWrite;
  readonly isRefused: boolean;
  /** The result, or the error if it was refused. */
  readonly outcome: unknown;
}

/** Decides one write. A refusal does not affect the others. */
function decideAlone(waiting: WaitingWrite, books: LockedBooks): Decision {
  try {
    return { waiting, isRefused: false, outcome: waiting.write.decide(books) };
  } catch (error) {
    return { waiting, isRefused: true, outcome: error };
  }
}

/** Decides and commits one write on its own, without the queue, because the host's transaction waits for it. */
export function writeAlone<Result>(
  store: JoinedBooks,
  companyId: string,
  clock: Clock,
  write: Write<Result>,
): Promise<Result> {
  return store.transaction(companyId, async (transaction) => {
    const books = await LockedBooks.lock(companyId, transaction, clock, () => write.needs);
    const result = write.decide(books);
    await books.write(transaction);
    return result;
  });
}
