import type { BillingEvent } from "../domain/books/billing-event.ts";
import type { DeliveryLease, LeasedCompanies } from "./leased-companies.ts";

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

/** The right of one worker to deliver a company's billing events, until it expires or is released. */
export type BillingLease = DeliveryLease;

/** The recorded events, which the host delivers at least once. Outside any transaction. */
export interface BillingFeed extends LeasedCompanies {
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
}
