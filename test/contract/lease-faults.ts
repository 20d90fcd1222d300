import { inBilling, remembering } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";

/** Faults of leases: each case, and a store that fails it. */
export const LEASE_FAULTS: Readonly<Record<string, Fault>> = {
  "if several workers ask for a company's lease at once, one gets it, and another after its release": inBilling(
    ({ lease }) => ({ lease: (companyId, worker) => lease(companyId, worker, 0) }),
  ),
  "an expired lease is taken over with a higher token": inBilling(({ lease }) => ({
    lease: async (...asked) => {
      const given = await lease(...asked);
      return typeof given === "string" ? given : { ...given, token: 1 };
    },
  })),
  "a lease that ends later than the longest lease is taken over, because a wrong clock wrote it": remembering(
    () => new Set<string>(),
    (held) =>
      inBilling(({ lease }) => ({
        // Only knows leases that expire.
        lease: async (companyId, worker, leaseMs) => {
          if (held.has(companyId)) return "held";
          if (leaseMs > 0) held.add(companyId);
          return lease(companyId, worker, leaseMs);
        },
      })),
  ),
  "a lease that is renewed before somebody takes it over stays, even if it had expired": inBilling(({ renew }) => ({
    renew: (lease) => renew(lease, 0),
  })),
  "events are acknowledged under a held lease, expired or not": inBilling(({ acknowledge }) => ({
    acknowledge: async (companyId, ids, lease) => lease === undefined && acknowledge(companyId, ids),
  })),
  "a lost lease can be neither renewed nor released, and acknowledges nothing": inBilling(({ acknowledge, renew }) => ({
    // Checks whether the lease is held, but then acknowledges in any case.
    acknowledge: async (companyId, ids, lease) => {
      const isHeld = lease === undefined || (await renew(lease, 60_000));
      await acknowledge(companyId, ids);
      return isHeld;
    },
  })),
  "a released lease cannot be renewed, and acknowledges nothing": inBilling(() => ({
    release: async () => undefined,
  })),
  "a lease does not affect other companies, issuing, or acknowledging without a lease": inBilling(({ lease }) => ({
    lease: (_, worker, leaseMs) => lease("acme", worker, leaseMs),
  })),
  "after a failure the company waits, and acknowledging forgets it": inBilling(({ release }) => ({
    // Gives the company back, whatever failed.
    release: (lease) => release(lease),
  })),
  "each company with events to deliver is listed once, in pages, until all of them are acknowledged": inBilling(
    ({ companiesBehind }) => ({
      // Forgets that the last company of a full page need not be the last of all.
      companiesBehind: async (after, limit) => ({ ...(await companiesBehind(after, limit)), next: null }),
    }),
  ),
  "a company for which only the panel has issued is no longer behind after acknowledging without ids": remembering(
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
