import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { Batch } from "../engine/batch.ts";
import { booksTransaction } from "../engine/transaction.ts";
import type { MemoryBooks } from "./books.ts";
import { memoryDialect } from "./dialect.ts";
import { Mutex } from "./mutex.ts";

/** The committed data of a memory store. */
export interface Committed {
  /** By company. */
  readonly profiles: Map<string, string>;
  /** The company's books. @throws TypeError if the store is closed */
  readonly booksOf: (companyId: string) => MemoryBooks;
  readonly lockTimeoutMs: number;
}

/** The books of one company, locked by a transaction. */
interface HeldBooks {
  readonly committed: MemoryBooks;
  /** A copy with what the transaction has written. */
  readonly copy: MemoryBooks;
  /** What the transaction has written. */
  readonly batches: Batch[];
  readonly unlock: () => void;
}

/**
 * A transaction of the host. It writes into copies of the books, which nobody else sees. From its first write on a
 * company's books until it ends, it holds their lock.
 */
export class HostTransaction {
  readonly #committed: Committed;
  readonly #locked = new Map<string, HeldBooks>();
  readonly #profiles = new Map<string, string>();
  readonly #writes = new Mutex("an earlier call in this transaction");
  #isOpen = true;

  constructor(committed: Committed) {
    this.#committed = committed;
  }

  /** @throws TypeError if the transaction has ended */
  requireOpen(): void {
    if (this.#isOpen) return;
    throw new TypeError(
      "the transaction in which you made this joined call has ended, and the call has written nothing. Await each " +
        "joined call before the function that you passed to begin() returns",
    );
  }

  /** The company's books, with what this transaction has written. */
  booksOf(companyId: string): MemoryBooks {
    this.requireOpen();
    const committed = this.#committed.booksOf(companyId);
    return this.#locked.get(companyId)?.copy ?? committed;
  }

  /** The company's profile as JSON, as this transaction has saved it, or else as it is committed. */
  profileOf(companyId: string): string | undefined {
    this.requireOpen();
    return this.#profiles.get(companyId) ?? this.#committed.profiles.get(companyId);
  }

  saveProfile(companyId: string, profile: string): Promise<void> {
    return this.#write(companyId, async () => {
      this.requireOpen();
      this.#profiles.set(companyId, profile);
    });
  }

  /** Runs the work on the company's books. If it rejects, or if the transaction ends first, nothing is written. */
  run<Result>(companyId: string, work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#write(companyId, async ({ copy, batches }) => {
      const written: Batch[] = [];
      const transaction = booksTransaction(memoryDialect(copy, written));
      const value = await work(transaction.ports);
      await transaction.books.flush();
      this.requireOpen();
      copy.commit(companyId, written);
      batches.push(...written);
      return value;
    });
  }

  /** Ends the transaction and keeps what it has written. */
  commit(): void {
    for (const [companyId, profile] of this.#profiles) this.#committed.profiles.set(companyId, profile);
    for (const [companyId, { committed, batches }] of this.#locked) committed.commit(companyId, batches);
    this.rollBack();
  }

  /** Ends the transaction. What it has written is gone, unless it is committed. */
  rollBack(): void {
    this.#isOpen = false;
    for (const { unlock } of this.#locked.values()) unlock();
    this.#locked.clear();
  }

  /** Runs a write after all earlier ones in this transaction, so that no two decide on the same state of the books. */
  async #write<Result>(companyId: string, work: (books: HeldBooks) => Promise<Result>): Promise<Result> {
    const unlock = await this.#writes.lock(this.#committed.lockTimeoutMs);
    try {
      return await work(this.#locked.get(companyId) ?? (await this.#lock(companyId)));
    } finally {
      unlock();
    }
  }

  async #lock(companyId: string): Promise<HeldBooks> {
    const committed = this.#committed.booksOf(companyId);
    this.requireOpen();
    const unlock = await committed.mutex.lock(this.#committed.lockTimeoutMs);
    if (!this.#isOpen) unlock();
    this.requireOpen();
    const locked = { committed, copy: committed.copy(), batches: [], unlock };
    this.#locked.set(companyId, locked);
    return locked;
  }
}
