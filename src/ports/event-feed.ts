import type { EventEntry } from "../domain/books/journal-event.ts";
import type { DeliveryLease, LeasedCompanies } from "./leased-companies.ts";

/** A position in a company's journal up to which a consumer has got everything. */
export interface EventPosition {
  /** The position of the last entry that it has got. */
  readonly position: number;
  /** The counter of the last invoice among the entries up to there; 0 if there is none. */
  readonly counter: number;
  /** The digest of the entry at `position`. */
  readonly digest: string;
}

/** The next entries of a company's journal, read at one moment. */
export interface PendingEntries {
  /** In the order of their positions. None is left out between them. */
  readonly entries: readonly EventEntry[];
  /** The position of the last of them; `null` if there are none. */
  readonly end: EventPosition | null;
}

/** The place of an event among those that were put aside. */
export interface PutAsidePlace {
  /** The company whose event it is. */
  readonly companyId: string;
  /** The position of its entry in the company's journal. */
  readonly position: number;
}

/** Why an event was put aside. */
export interface PutAsideReason {
  /** How many deliveries of it had failed when it was put aside. */
  readonly attempts: number;
  /** The last error, as text. */
  readonly error: string;
  /** When it was put aside: ISO 8601 in UTC. */
  readonly at: string;
}

/** An entry whose event was put aside. */
export interface PutAsideEntry extends PutAsideReason {
  /** The company whose journal has it. */
  readonly companyId: string;
  /** As {@link EventFeed.pending} returned it. */
  readonly entry: EventEntry;
}

/**
 * The entries of the journal that one consumer has not got yet, which the host delivers at least once. Outside any
 * transaction. Consumers share neither cursors nor leases.
 *
 * - **Guarantee**: the entries come in the order of the journal, and none is left out. They are everything that was
 *   committed, by the library and by other writers.
 * - **Cost**: a store derives them from the journal. Issuing writes nothing for them.
 */
export interface EventFeed extends LeasedCompanies {
  /**
   * The oldest entries that are not acknowledged yet, at most `limit`. Invoices that another writer has inserted first
   * get their positions in the journal, under the company's lock.
   *
   * @throws TypeError if `limit` is not a whole number of at least 1
   * @throws StoreBusyError if such invoices exist and the company's lock was not free in time
   */
  pending(companyId: string, limit: number): Promise<PendingEntries>;

  /**
   * Marks everything up to `end` of {@link PendingEntries} as delivered, if no other worker has leased the company
   * since. Returns whether the lease was held. A position that was acknowledged already changes nothing. With a reason, the
   * entry at `end` is put aside in the same commit.
   */
  acknowledge(end: EventPosition, lease: DeliveryLease, putAside?: PutAsideReason): Promise<boolean>;

  /**
   * Lets a new consumer begin after what the journals have now. One that has begun, or has acknowledged anything, stays
   * where it is.
   *
   * - **Guarantee**: no entry that was committed before the call is pending afterwards, and every one that is committed
   *   after it is. If several servers call it at once, all get one beginning. It is one commit: after a crash before it,
   *   the consumer has not begun.
   * - **Cost**: a row for each company, once.
   */
  beginNow(): Promise<void>;

  /**
   * The entries that were put aside, at most `limit` after the place `after`, by company and position; `null` is the
   * beginning. With `companyId`, the caller only needs those of this company, and others may be left out.
   */
  putAsideAfter(after: PutAsidePlace | null, limit: number, companyId?: string): Promise<readonly PutAsideEntry[]>;

  /** Forgets an entry that was put aside, because it is delivered now. One that is not put aside changes nothing. */
  settlePutAside(companyId: string, position: number): Promise<void>;
}
