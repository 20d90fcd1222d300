/** The longest lease, in milliseconds. One that ends later was written by a clock that ran ahead, or by hand. */
export const LONGEST_LEASE_MS = 86_400_000;

/** The right of one worker to deliver a company's events, until it expires or is released. */
export interface DeliveryLease {
  /** The company whose events are leased. */
  readonly companyId: string;
  /** Grows each time the company is leased, so that a lost lease differs from the one that followed it. */
  readonly token: number;
  /** How many deliveries in a row had failed when it was leased, since the last one that was acknowledged. */
  readonly failures: number;
}

/** Why a company is not leased: another worker has it, or it waits after a failed delivery. */
export type LeaseRefusal = "held" | "waiting";

/** A failed delivery, as a lease ends with it. */
export interface DeliveryFailure {
  /** How many deliveries in a row have failed now. */
  readonly failures: number;
  /** How long nobody shall lease the company, in milliseconds by the store's clock: at most 86,400,000 (a day). */
  readonly waitMs: number;
}

/** A page of the companies that may have events to deliver. */
export interface CompaniesBehind {
  /** The companies whose last event is not acknowledged yet, in the order of the pages. */
  readonly companyIds: readonly string[];
  /** The `after` of the next page; `null` if there is none. */
  readonly next: string | null;
}

/** The companies that have events to deliver, and which worker may deliver them. Outside any transaction. */
export interface LeasedCompanies {
  /**
   * Checks the next `limit` companies after `after`; `null` means from the first one.
   *
   * - **Guarantee**: the pages contain every company that has a pending event. They may also contain a company whose last
   *   changes have no event, until `acknowledge` is called for it, even without events.
   * - **Cost**: a few index look-ups for each company checked, however many invoices it has.
   */
  companiesBehind(after: string | null, limit: number): Promise<CompaniesBehind>;

  /**
   * Leases the company to `worker` (a display name) for `leaseMs`, measured by the store's clock, which all servers share.
   * Returns `held` while another lease has neither expired nor been released, and otherwise `waiting` while the company
   * waits after a failure, unless `isEarly`. If several workers ask at once, one of them gets it. `leaseMs` is at most
   * 86,400,000 (a day). A lease or a wait that ends later than that counts as over.
   */
  lease(companyId: string, worker: string, leaseMs: number, isEarly?: boolean): Promise<DeliveryLease | LeaseRefusal>;

  /** Extends the lease to `leaseMs` from now. Returns `false` if it was released or taken by another worker. */
  renew(lease: DeliveryLease, leaseMs: number): Promise<boolean>;

  /**
   * Gives the company back, if the lease is still held, and remembers the failure. Without one, what is remembered stays.
   * Acknowledging under a lease whose `failures` are not 0 forgets it.
   */
  release(lease: DeliveryLease, failure?: DeliveryFailure): Promise<void>;
}
