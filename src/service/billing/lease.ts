import type { BillingFeed, BillingLease } from "../../ports/billing-meter.ts";

/** A lease that is renewed until it is let go. */
export interface HeldLease {
  readonly lease: BillingLease;
  /** Aborted when it was found to be lost. */
  readonly lost: AbortSignal;
  /** Stops renewing and gives the company back. Never rejects: what is not given back runs out. */
  letGo(): Promise<void>;
}

/** Renews the lease at half of its time, whatever takes long meanwhile. The timers keep no process alive. */
export function holdLease(feed: BillingFeed, lease: BillingLease, leaseMs: number): HeldLease {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();
  let isOver = false;

  function renewLater(): void {
    timer = setTimeout(() => {
      renewing = renew();
    }, leaseMs / 2);
    timer.unref();
  }

  async function renew(): Promise<void> {
    // A renewal that fails is tried again; whether the lease held all the same, acknowledging finds out.
    const isHeld = await feed.renew(lease, leaseMs).catch(() => true);
    if (!isHeld) lost.abort(leaseLost(lease.companyId));
    else if (!isOver) renewLater();
  }

  renewLater();
  return {
    lease,
    lost: lost.signal,
    async letGo() {
      isOver = true;
      clearTimeout(timer);
      await renewing;
      await feed.release(lease).catch(() => undefined);
    },
  };
}

/** What a worker is told that stood still for longer than its lease. */
export function leaseLost(companyId: string): Error {
  return new Error(
    `the lease of ${JSON.stringify(companyId)} ran out and another worker has taken it: its last events are delivered ` +
      "again; leaseMs must be longer than anything that keeps this process from renewing",
  );
}
