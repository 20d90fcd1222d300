import type { BillingEvent } from "../domain/books/billing-event.ts";

/**
 * The meter behind billing, inside one transaction.
 *
 * - **Guarantee**: one event for each issued invoice, committed with it or not at all. What was refused or replayed,
 *   and what the company's web panel issued, records none. A store may take the invoice itself for the record of its event.
 * - **Condition**: called in the transaction that inserted the invoices, after it has, with their own events.
 * - **Cost**: one round trip a call, however long the batch.
 */
export interface BillingMeter {
  /** Records the event of each invoice just issued. */
  record(events: readonly BillingEvent[]): Promise<void>;
}

/** No lease is longer, in milliseconds: one that ends later was written by a clock that ran ahead, or by hand. */
export const LONGEST_LEASE_MS = 86_400_000;

/** The right of one worker to deliver a company's events, until it runs out or is released. */
export interface BillingLease {
  readonly companyId: string;
  /** Grows each time that the company is leased, so that it tells a lease that was lost from the one that followed. */
  readonly token: number;
}

/** Some of the companies, looked at for events to deliver. */
export interface CompaniesBehind {
  /** Those whose last invoice lies beyond what is acknowledged, in the order in which they are gone through. */
  readonly companyIds: readonly string[];
  /** Where the next look goes on; `null` when there is no company after these. */
  readonly next: string | null;
}

/** The recorded events, for the host to deliver at least once. Outside any transaction. */
export interface BillingFeed {
  /**
   * The oldest events that are not acknowledged yet, at most `limit` (default 100), in the order of their counters.
   *
   * @throws TypeError when `limit` is no whole number of 1 or more
   */
  pending(companyId: string, limit?: number): Promise<readonly BillingEvent[]>;

  /**
   * Marks events as delivered, after which they are pending no more. Ids that are not pending are passed over. Under a
   * lease it does so only while nobody else has leased the company: whether it did is what it gives.
   */
  acknowledge(companyId: string, eventIds: readonly string[], lease?: BillingLease): Promise<boolean>;

  /**
   * Looks at the next `limit` companies after `after`, `null` being before the first.
   *
   * - **Guarantee**: every company that has a pending event is among those behind; one may be of which the panel alone
   *   has issued since, until something, if only no event at all, is acknowledged of it.
   * - **Cost**: a few look-ups in an index for each company looked at, however many invoices it has.
   */
  companiesBehind(after: string | null, limit: number): Promise<CompaniesBehind>;

  /**
   * Leases the company to `worker`, a name for people to read, for `leaseMs` by the store's own clock, which all servers
   * share. `undefined` while another lease has neither run out nor been released: of all that ask at once, one gets it.
   * One that ends later than 86,400,000 ms (a day) from now is taken over like one that has run out; `leaseMs` is no more.
   */
  lease(companyId: string, worker: string, leaseMs: number): Promise<BillingLease | undefined>;

  /** Lets the lease last `leaseMs` from now. Gives whether it could: `false` once released, or leased by another. */
  renew(lease: BillingLease, leaseMs: number): Promise<boolean>;

  /** Gives the company back, if the lease is still held. */
  release(lease: BillingLease): Promise<void>;
}
