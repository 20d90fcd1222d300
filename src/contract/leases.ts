import assert from "node:assert/strict";
import { type DeliveryLease, type LeasedCompanies, LONGEST_LEASE_MS } from "../ports/leased-companies.ts";
import { ACME, oneTo } from "./samples.ts";

export const MINUTE = 60_000;

/** A lease that must be free. */
export async function takenLease(
  leased: LeasedCompanies,
  worker = "worker",
  leaseMs = MINUTE,
  companyId = ACME,
): Promise<DeliveryLease> {
  const lease = await leased.lease(companyId, worker, leaseMs);
  if (typeof lease === "string") return assert.fail(`the lease is free, but was not given: ${lease}`);
  return lease;
}

/** Of several workers that ask at once, one gets the lease, and another after its release. */
export async function assertOneHolds(leased: LeasedCompanies): Promise<void> {
  const asked = await Promise.all(oneTo(10).map((worker) => leased.lease(ACME, `worker ${worker}`, MINUTE)));
  const [lease, ...others] = asked.filter((given) => given !== "held");
  assert.ok(typeof lease === "object" && lease.companyId === ACME && others.length === 0, JSON.stringify(asked));
  await leased.release(lease);
  await takenLease(leased, "next");
  assert.equal(await leased.lease(ACME, "too late", MINUTE), "held");
}

/** One worker after another takes the lease over, each with a higher token. */
export async function assertTokensRise(leased: LeasedCompanies, lengthsMs: readonly number[]): Promise<void> {
  const tokens: number[] = [];
  for (const leaseMs of lengthsMs) {
    tokens.push((await takenLease(leased, `worker ${tokens.length + 1}`, leaseMs)).token);
  }
  assert.ok(
    tokens.every((token, index) => token > (tokens[index - 1] ?? 0)),
    String(tokens),
  );
}

/** A failure is remembered with the lease, and the company waits, until the failure is forgotten. */
export async function assertWaits(leased: LeasedCompanies, settle: (lease: DeliveryLease) => Promise<boolean>) {
  const lease = await takenLease(leased);
  assert.equal(lease.failures, 0);
  await leased.release(lease, { failures: 3, waitMs: MINUTE });
  assert.equal(await leased.lease(ACME, "too early", MINUTE), "waiting");
  assert.notEqual(await leased.lease("globex", "another company's", MINUTE), "waiting");
  const early = await leased.lease(ACME, "early", MINUTE, true);
  if (typeof early === "string") return assert.fail(`an early worker need not wait: ${early}`);
  assert.equal(early.failures, 3);
  assert.equal(await leased.lease(ACME, "early too", MINUTE, true), "held");
  await leased.release(early); // nothing was delivered, so nothing is forgotten
  assert.equal(await leased.lease(ACME, "too early", MINUTE), "waiting");
  const next = await leased.lease(ACME, "early again", MINUTE, true);
  if (typeof next === "string") return assert.fail(next);
  assert.equal(await settle(next), true);
  await leased.release(next);
  const last = await takenLease(leased);
  assert.equal(last.failures, 0);
  for (const waitMs of [0, 2 * LONGEST_LEASE_MS]) {
    await leased.release(await takenLease(leased, "worker", MINUTE, "initech"), { failures: 1, waitMs });
    assert.equal((await takenLease(leased, "worker", 0, "initech")).failures, 1);
  }
}

/** All companies behind, read two at a time. Sorted, because a store may order ids differently from strings. */
export async function companiesBehind(leased: LeasedCompanies): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null, looks = 0; looks < 20; looks += 1) {
    const page = await leased.companiesBehind(after, 2);
    found.push(...page.companyIds);
    if (page.next === null) break;
    after = page.next;
  }
  return found.sort();
}
