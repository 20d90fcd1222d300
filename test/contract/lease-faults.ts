import { inBilling, remembering } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";

/** Faults of leases: the case, and a store that cannot keep its promise. */
export const LEASE_FAULTS: Readonly<Record<string, Fault>> = {
  "of all that ask for a company's lease at once one gets it, and the next one when it is released": inBilling(
    ({ lease }) => ({ lease: (companyId, worker) => lease(companyId, worker, 0) }),
  ),
  "a lease that has run out is taken over, under a higher token": inBilling(({ lease }) => ({
    lease: async (...asked) => {
      const given = await lease(...asked);
      return given && { ...given, token: 1 };
    },
  })),
  "a lease that ends later than the longest one can is taken over: whoever wrote it had another clock": remembering(
    () => new Set<string>(),
    (held) =>
      inBilling(({ lease }) => ({
        // Knows only leases that run out.
        lease: async (companyId, worker, leaseMs) => {
          if (held.has(companyId)) return undefined;
          if (leaseMs > 0) held.add(companyId);
          return lease(companyId, worker, leaseMs);
        },
      })),
  ),
  "a lease that is renewed in time is not taken over, even where it had run out": inBilling(({ renew }) => ({
    renew: (lease) => renew(lease, 0),
  })),
  "events are acknowledged under a lease that is held, run out or not": inBilling(({ acknowledge }) => ({
    acknowledge: async (companyId, ids, lease) => lease === undefined && acknowledge(companyId, ids),
  })),
  "a lease that was lost can neither be renewed nor released, and acknowledges nothing": inBilling(
    ({ acknowledge, renew }) => ({
      // Looks whether the lease is held, and then acknowledges whatever it found.
      acknowledge: async (companyId, ids, lease) => {
        const isHeld = lease === undefined || (await renew(lease, 60_000));
        await acknowledge(companyId, ids);
        return isHeld;
      },
    }),
  ),
  "a lease that was released can neither be renewed nor acknowledge anything": inBilling(() => ({
    release: async () => undefined,
  })),
  "one company's lease is no other's, and keeps nobody from issuing or acknowledging by hand": inBilling(
    ({ lease }) => ({ lease: (_, worker, leaseMs) => lease("acme", worker, leaseMs) }),
  ),
  "the companies that have events to deliver are told once each, in pages, until all are acknowledged": inBilling(
    ({ companiesBehind }) => ({
      // Forgets that the last company of a full page need not be the last of all.
      companiesBehind: async (after, limit) => ({ ...(await companiesBehind(after, limit)), next: null }),
    }),
  ),
  "a company of which only its panel has issued is behind no more once no event at all is acknowledged": remembering(
    () => new Set<string>(),
    (seen) =>
      inBilling(({ acknowledge, companiesBehind }) => ({
        acknowledge: async (companyId, ids, lease) => {
          seen.add(companyId);
          return acknowledge(companyId, ids, lease);
        },
        companiesBehind: async (...asked) => ({ ...(await companiesBehind(...asked)), companyIds: [...seen] }),
      })),
  ),
};
