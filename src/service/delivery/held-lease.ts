import type { DeliveryFailure, DeliveryLease, LeasedCompanies } from "../../ports/leased-companies.ts";
import { quietTimer } from "../../ports/quiet-timer.ts";

/** A lease that is renewed until it is released. */
export interface HeldLease {
  readonly lease: DeliveryLease;
  /** Aborted when the lease turns out to be lost. */
  readonly lost: AbortSignal;
  /**
   * Stops renewing and gives the company back, after this failure if there was one. Never rejects: a lease that cannot be
   * given back expires.
   */
  release(failure: DeliveryFailure | undefined): Promise<void>;
}

/** Renews the lease at half of its time, however long a delivery takes. The timers do not keep the process alive. */
export function holdLease(feed: LeasedCompanies, lease: DeliveryLease, leaseMs: number): HeldLease {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();
  let isOver = false;

  function renewLater(): void {
    timer = quietTimer(() => {
      renewing = renew();
    }, leaseMs / 2);
  }

  async function renew(): Promise<void> {
    // A failed renewal is tried again. If the lease was lost anyway, acknowledging notices it.
    const isHeld = await feed.renew(lease, leaseMs).catch(() => true);
    if (!isHeld) lost.abort(leaseLost(lease.companyId));
    else if (!isOver) renewLater();
  }

  renewLater();
  return {
    lease,
    lost: lost.signal,
    async release(failure) {
      isOver = true;
      clearTimeout(timer);
      await renewing;
      await feed.release(lease, failure).catch(() => undefined);
    },
  };
}

/** The error of a worker that hung for longer than its lease. */
export function leaseLost(companyId: string): Error {
  return new Error(
    `the lease of ${JSON.stringify(companyId)} expired and another worker has taken it, so its last events are ` +
      "delivered again; set leaseMs longer than this process may hang",
  );
}
