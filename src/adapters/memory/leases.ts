import { type DeliveryLease, type LeasedCompanies, LONGEST_LEASE_MS } from "../../ports/leased-companies.ts";
import type { MemoryBooks, MemoryLease } from "./books.ts";

/** Where the leases of one kind are kept: `held` returns the company's, which may be changed. */
export type LeaseOf = (books: MemoryBooks) => MemoryLease;

/** The leases of a memory store, for one kind of events. */
export function memoryLeases(
  booksOf: (companyId: string) => MemoryBooks,
  leaseOf: LeaseOf,
): Pick<LeasedCompanies, "lease" | "renew" | "release"> {
  return {
    lease: async (companyId, _worker, leaseMs, isEarly = false) => {
      const lease = leaseOf(booksOf(companyId));
      const now = Date.now();
      const isAhead = (until: number | null) => until !== null && until > now && until <= now + LONGEST_LEASE_MS;
      if (isAhead(lease.until)) return "held";
      if (!isEarly && isAhead(lease.waitsUntil)) return "waiting";
      lease.token += 1;
      lease.until = now + leaseMs;
      return { companyId, token: lease.token, failures: lease.failures };
    },
    renew: async (lease, leaseMs) => {
      const held = leaseOf(booksOf(lease.companyId));
      const isRenewed = isHeld(held, lease);
      if (isRenewed) held.until = Date.now() + leaseMs;
      return isRenewed;
    },
    release: async (lease, failure) => {
      const held = leaseOf(booksOf(lease.companyId));
      if (!isHeld(held, lease)) return;
      held.until = null;
      if (failure === undefined) return;
      held.failures = failure.failures;
      held.waitsUntil = Date.now() + failure.waitMs;
    },
  };
}

/** Forgets that deliveries have failed. */
export function forgetFailures(held: MemoryLease): void {
  held.failures = 0;
  held.waitsUntil = 0;
}

/** Whether the lease is neither released nor taken over. */
export function isHeld(held: MemoryLease, { token }: Pick<DeliveryLease, "token">): boolean {
  return held.token === token && held.until !== null;
}

/** The next page of companies. `isBehind` says which of them may have events. */
export function memoryCompaniesBehind(
  companyIds: () => readonly string[],
  isBehind: (companyId: string) => boolean,
): LeasedCompanies["companiesBehind"] {
  return async (after, limit) => {
    const following = companyIds().filter((id) => after === null || id > after);
    const page = following.sort().slice(0, limit);
    return { companyIds: page.filter(isBehind), next: page.length < limit ? null : page.at(-1)! };
  };
}
