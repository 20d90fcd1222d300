import type { DeliveryLease, LeasedCompanies } from "../../ports/leased-companies.ts";

/** The next events of one company, read at one moment. */
export interface EventBatch<Event> {
  /** In the order in which they must be delivered. May be empty although it is not the last batch. */
  readonly events: readonly Event[];
  /** Whether everything that was pending is in it. */
  readonly isLast: boolean;
  /** Marks everything in it as delivered, if the lease is still held. Returns whether it did. */
  acknowledge(lease: DeliveryLease): Promise<boolean>;
}

/** Events that are delivered company by company, at least once, by workers that lease one company at a time. */
export interface DeliveryFeed<Event> {
  readonly companies: LeasedCompanies;
  /** The company's oldest events that are not acknowledged yet, at most `limit`. */
  next(companyId: string, limit: number): Promise<EventBatch<Event>>;
}
