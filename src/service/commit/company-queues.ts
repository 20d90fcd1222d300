import type { Clock } from "../../ports/clock.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import { CompanyQueue, type QueueOptions } from "./company-queue.ts";
import type { Write } from "./waiting-writes.ts";

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
  add<Result>(companyId: string, write: Write<Result>): Promise<Result> {
    const reading = this.#reading.get(companyId);
    return reading === undefined ? this.#add(companyId, write) : reading.then(() => this.#add(companyId, write));
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

  #add<Result>(companyId: string, write: Write<Result>): Promise<Result> {
    let queue = this.#queues.get(companyId);
    if (queue === undefined) {
      const forget = () => this.#queues.delete(companyId);
      queue = new CompanyQueue(companyId, this.#store, this.#clock, forget, this.#options);
      this.#queues.set(companyId, queue);
    }
    return queue.add(write);
  }
}
