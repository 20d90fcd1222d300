import type { BillingEvent } from "../domain/billing-event.ts";

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

/** The recorded events, for the host to deliver at least once. Outside any transaction. */
export interface BillingFeed {
  /**
   * The oldest events that are not acknowledged yet, at most `limit` (default 100), in the order of their counters.
   *
   * @throws TypeError when `limit` is no whole number of 1 or more
   */
  pending(companyId: string, limit?: number): Promise<readonly BillingEvent[]>;
  /** Marks events as delivered, after which they are pending no more. Ids that are not pending are passed over. */
  acknowledge(companyId: string, eventIds: readonly string[]): Promise<void>;
}
