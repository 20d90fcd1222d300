import type { AsyncResource } from "node:async_hooks";
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
