import type { BillingEvent } from "../domain/books/billing-event.ts";

/**
 * The meter for billing, inside one transaction.
 *
 * - **Guarantee**: one event for each issued invoice, committed with it or not at all. Refused and replayed requests and
 *   invoices of the company's web panel have none. A store may derive the event from the invoice instead of storing it.
 * - **Condition**: called in the transaction that inserted the invoices, after inserting them, with their own events.
 * - **Cost**: one round trip per call, however large the batch.
 */
export interface BillingMeter {
  /** Records the events of the invoices that were just issued. */
  record(events: readonly BillingEvent[]): Promise<void>;
}

/** The longest lease, in milliseconds. One that ends later was written by a clock that ran ahead, or by hand. */
export const LONGEST_LEASE_MS = 86_400_000;

/** The right of one worker to deliver a company's events, until it expires or is released. */
export interface BillingLease {
  /** The company whose events are leased. */
  readonly companyId: string;
  /** Grows each time the company is leased, so that a lost lease differs from the one that followed it. */
  readonly token: number;
}

/** A page of the companies that may have events to deliver. */
export interface CompaniesBehind {
  /** The companies whose last invoice is not acknowledged yet, in the order of the pages. */
  readonly companyIds: readonly string[];
  /** The `after` of the next page; `null` if there is none. */
  readonly next: string | null;
}

/** The recorded events, which the host delivers at least once. Outside any transaction. */
export interface BillingFeed {
  /**
   * The oldest events that are not acknowledged yet, at most `limit` (default 100), in the order of their counters.
   *
   * @throws TypeError if `limit` is not a whole number of at least 1
   */
  pending(companyId: string, limit?: number): Promise<readonly BillingEvent[]>;

  /**
   * Marks events as delivered, so that they are no longer pending. Ids that are not pending are ignored. With a lease,
   * it does so only if no other worker has leased the company since. Returns whether it did.
   */
  acknowledge(companyId: string, eventIds: readonly string[], lease?: BillingLease): Promise<boolean>;

  /**
   * Checks the next `limit` companies after `after`; `null` means from the first one.
   *
   * - **Guarantee**: the pages contain every company that has a pending event. They may also contain a company for which
   *   only the panel has issued invoices, until {@link acknowledge} is called for it, even without ids.
   * - **Cost**: a few index look-ups for each company checked, however many invoices it has.
   */
  companiesBehind(after: string | null, limit: number): Promise<CompaniesBehind>;

  /**
   * Leases the company to `worker` (a display name) for `leaseMs`, measured by the store's clock, which all servers share.
   * Returns `undefined` while another lease has neither expired nor been released. If several workers ask at once, one
   * of them gets it. `leaseMs` is at most 86,400,000 (a day). A lease that ends later than that counts as expired.
   */
  lease(companyId: string, worker: string, leaseMs: number): Promise<BillingLease | undefined>;

  /** Extends the lease to `leaseMs` from now. Returns `false` if it was released or taken by another worker. */
  renew(lease: BillingLease, leaseMs: number): Promise<boolean>;

  /** Gives the company back, if the lease is still held. */
  release(lease: BillingLease): Promise<void>;
}
