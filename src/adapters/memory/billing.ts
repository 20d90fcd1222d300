import type { BillingFeed, BillingLease } from "../../ports/billing-meter.ts";
import { LONGEST_LEASE_MS } from "../../ports/leased-companies.ts";
import { requireEventLimit } from "../common/billing-limits.ts";
import { copied, type MemoryBooks } from "./books.ts";

/** The billing events of a memory store, and the leases of the workers that deliver them. */
export function memoryBilling(
  booksOf: (companyId: string) => MemoryBooks,
  companyIds: () => readonly string[],
): BillingFeed {
  const isHeld = ({ companyId, token }: BillingLease) => {
    const { lease } = booksOf(companyId);
    return lease.token === token && lease.until !== null;
  };
  return {
    pending: async (companyId, limit = 100) => {
      requireEventLimit(limit);
      return copied(firstOf(booksOf(companyId).events.values(), limit));
    },
    acknowledge: async (companyId, eventIds, lease) => {
      const { events } = booksOf(companyId);
      if (lease !== undefined && !isHeld({ companyId, token: lease.token })) return false;
      for (const id of eventIds) events.delete(id);
      return true;
    },
    companiesBehind: async (after, limit) => {
      const following = companyIds().filter((id) => after === null || id > after);
      const page = following.sort().slice(0, limit);
      return {
        companyIds: page.filter((id) => booksOf(id).events.size > 0),
        next: page.length < limit ? null : page.at(-1)!,
      };
    },
    lease: async (companyId, _worker, leaseMs) => {
      const { lease } = booksOf(companyId);
      const now = Date.now();
      if (lease.until !== null && lease.until > now && lease.until <= now + LONGEST_LEASE_MS) return undefined;
      booksOf(companyId).lease = { token: lease.token + 1, until: now + leaseMs };
      return { companyId, token: lease.token + 1 };
    },
    renew: async (lease, leaseMs) => {
      const isRenewed = isHeld(lease);
      if (isRenewed) booksOf(lease.companyId).lease.until = Date.now() + leaseMs;
      return isRenewed;
    },
    release: async (lease) => {
      if (isHeld(lease)) booksOf(lease.companyId).lease.until = null;
    },
  };
}

/** The first `limit` values, without iterating over the rest. */
function firstOf<Value>(values: Iterable<Value>, limit: number): Value[] {
  const first: Value[] = [];
  for (const value of values) {
    if (first.length >= limit) break;
    first.push(value);
  }
  return first;
}
