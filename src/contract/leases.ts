import assert from "node:assert/strict";
import type { DeliveryLease, LeasedCompanies } from "../ports/leased-companies.ts";
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
  assert.ok(lease, "the lease is free, but was not given");
  return lease;
}

/** Of several workers that ask at once, one gets the lease, and another after its release. */
export async function assertOneHolds(leased: LeasedCompanies): Promise<void> {
  const asked = await Promise.all(oneTo(10).map((worker) => leased.lease(ACME, `worker ${worker}`, MINUTE)));
  const [lease, ...others] = asked.filter((given) => given !== undefined);
  assert.deepEqual([lease?.companyId, others], [ACME, []]);
  await leased.release(lease!);
  assert.notEqual(await leased.lease(ACME, "next", MINUTE), undefined);
  assert.equal(await leased.lease(ACME, "too late", MINUTE), undefined);
}

/** One worker after another takes the lease over, each with a higher token. */
export async function assertTokensRise(leased: LeasedCompanies, lengthsMs: readonly number[]): Promise<void> {
  const tokens: number[] = [];
  for (const leaseMs of lengthsMs) {
    const lease = await leased.lease(ACME, `worker ${tokens.length + 1}`, leaseMs);
    tokens.push(lease?.token ?? 0);
  }
  assert.ok(
    tokens.every((token, index) => token > (tokens[index - 1] ?? 0)),
    String(tokens),
  );
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
