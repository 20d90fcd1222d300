import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import { LONGEST_LEASE_MS } from "../../ports/leased-companies.ts";
import { type ContractCases, needing } from "../contract-case.ts";
import { issue } from "../issue-invoices.ts";
import { assertOneHolds, assertTokensRise, assertWaits, MINUTE, takenLease } from "../leases.ts";
import { ACME, sampleEvent } from "../samples.ts";

const DAY = LONGEST_LEASE_MS;

/** Leases: which worker may deliver a company's events. */
export const billingLeaseCases: ContractCases = {
  "if several workers ask for a company's lease at once, one gets it, and another after its release": async ({
    billing,
  }) => {
    await assertOneHolds(billing);
  },
  "an expired lease is taken over with a higher token": async ({ billing }) => {
    await assertTokensRise(billing, [0, 0, 0]);
  },
  "a lease that ends later than the longest lease is taken over, because a wrong clock wrote it": async ({
    billing,
  }) => {
    const lease = await takenLease(billing, "a day ahead", 2 * DAY);
    const next = await takenLease(billing, "in step", DAY - MINUTE);
    assert.ok(next.token > lease.token, `${next.token} after ${lease.token}`);
    assert.equal(await billing.lease(ACME, "too late", DAY), "held");
  },
  "a lease that is renewed before somebody takes it over stays, even if it had expired": async ({ billing }) => {
    const lease = await takenLease(billing, "first", 0);
    assert.equal(await billing.renew(lease, MINUTE), true);
    assert.equal(await billing.lease(ACME, "second", MINUTE), "held");
    assert.equal(await billing.renew(lease, 0), true);
    await takenLease(billing, "second");
  },
  "events are acknowledged under a held lease, expired or not": async (store) => {
    const ids = await issuedIds(store, 3);
    const lease = await takenLease(store.billing, "worker", 0);
    assert.equal(await store.billing.acknowledge(ACME, ids.slice(0, 2), lease), true);
    assert.deepEqual(await pendingIds(store), ids.slice(2));
  },
  "a lost lease can be neither renewed nor released, and acknowledges nothing": async (store) => {
    const { billing } = store;
    const ids = await issuedIds(store, 2);
    const lost = await takenLease(billing, "first", 0);
    const lease = await takenLease(billing, "second", MINUTE);
    assert.equal(await billing.renew(lost, 0), false);
    await billing.release(lost);
    assert.equal(await billing.acknowledge(ACME, ids, lost), false);
    assert.deepEqual(await pendingIds(store), ids);
    assert.equal(await billing.lease(ACME, "third", MINUTE), "held");
    assert.equal(await billing.acknowledge(ACME, ids, lease), true);
    assert.deepEqual(await pendingIds(store), []);
  },
  "a released lease cannot be renewed, and acknowledges nothing": async (store) => {
    const ids = await issuedIds(store, 1);
    const lease = await takenLease(store.billing, "worker", MINUTE);
    await store.billing.release(lease);
    assert.equal(await store.billing.renew(lease, MINUTE), false);
    assert.equal(await store.billing.acknowledge(ACME, ids, lease), false);
    assert.deepEqual(await pendingIds(store), ids);
  },
  "a lease does not affect other companies, issuing, or acknowledging without a lease": async (store) => {
    await takenLease(store.billing, "worker", MINUTE);
    await takenLease(store.billing, "worker", MINUTE, "globex");
    const ids = await issuedIds(store, 2);
    assert.equal(await store.billing.acknowledge(ACME, ids.slice(0, 1)), true);
    assert.deepEqual(await pendingIds(store), ids.slice(1));
  },
  "after a failure the company waits, and acknowledging forgets it": async (store) => {
    const [id] = await issuedIds(store, 2);
    await assertWaits(store.billing, (lease) => store.billing.acknowledge(ACME, [id!], lease));
  },
  "two stores on the same data share their leases": needing("openSecond", async (store, { openSecond }) => {
    const second = await openSecond(store);
    const lease = await takenLease(store.billing, "first", MINUTE);
    assert.equal(await second.billing.lease(ACME, "second", MINUTE), "held");
    await second.billing.release(lease);
    await takenLease(second.billing, "second");
    assert.equal(await store.billing.renew(lease, MINUTE), false);
  }),
};

async function issuedIds(store: InvoicingStore, count: number): Promise<string[]> {
  return (await issue(store, { count })).map((invoice) => sampleEvent(ACME, invoice).id);
}

async function pendingIds({ billing }: InvoicingStore): Promise<string[]> {
  return (await billing.pending(ACME)).map(({ id }) => id);
}
