import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import { type DeliveryLease, LONGEST_LEASE_MS } from "../../ports/leased-companies.ts";
import type { ContractCase } from "../contract-case.ts";
import { issue } from "../issue-invoices.ts";
import { ACME, oneTo, sampleEvent } from "../samples.ts";

const MINUTE = 60_000;
const DAY = LONGEST_LEASE_MS;

/** Leases: which worker may deliver a company's events. */
export const billingLeaseCases: readonly ContractCase[] = [
  {
    title: "if several workers ask for a company's lease at once, one gets it, and another after its release",
    run: async ({ billing }) => {
      const asked = await Promise.all(oneTo(10).map((worker) => billing.lease(ACME, `worker ${worker}`, MINUTE)));
      const [lease, ...others] = asked.filter((given) => given !== undefined);
      assert.deepEqual([lease?.companyId, others], [ACME, []]);
      await billing.release(lease!);
      assert.notEqual(await billing.lease(ACME, "next", MINUTE), undefined);
      assert.equal(await billing.lease(ACME, "too late", MINUTE), undefined);
    },
  },
  {
    title: "an expired lease is taken over with a higher token",
    run: async ({ billing }) => {
      const tokens = [];
      for (const worker of ["first", "second", "third"]) tokens.push((await billing.lease(ACME, worker, 0))?.token);
      const [first = 0, second = 0, third = 0] = tokens;
      assert.ok(first < second && second < third, String(tokens));
    },
  },
  {
    title: "a lease that ends later than the longest lease is taken over, because a wrong clock wrote it",
    run: async ({ billing }) => {
      const lease = await taken(billing.lease(ACME, "a day ahead", 2 * DAY));
      const next = await taken(billing.lease(ACME, "in step", DAY - MINUTE));
      assert.ok(next.token > lease.token, `${next.token} after ${lease.token}`);
      assert.equal(await billing.lease(ACME, "too late", DAY), undefined);
    },
  },
  {
    title: "a lease that is renewed before somebody takes it over stays, even if it had expired",
    run: async ({ billing }) => {
      const lease = await taken(billing.lease(ACME, "first", 0));
      assert.equal(await billing.renew(lease, MINUTE), true);
      assert.equal(await billing.lease(ACME, "second", MINUTE), undefined);
      assert.equal(await billing.renew(lease, 0), true);
      assert.notEqual(await billing.lease(ACME, "second", MINUTE), undefined);
    },
  },
  {
    title: "events are acknowledged under a held lease, expired or not",
    run: async (store) => {
      const ids = await issuedIds(store, 3);
      const lease = await taken(store.billing.lease(ACME, "worker", 0));
      assert.equal(await store.billing.acknowledge(ACME, ids.slice(0, 2), lease), true);
      assert.deepEqual(await pendingIds(store), ids.slice(2));
    },
  },
  {
    title: "a lost lease can be neither renewed nor released, and acknowledges nothing",
    run: async (store) => {
      const { billing } = store;
      const ids = await issuedIds(store, 2);
      const lost = await taken(billing.lease(ACME, "first", 0));
      const lease = await taken(billing.lease(ACME, "second", MINUTE));
      assert.equal(await billing.renew(lost, 0), false);
      await billing.release(lost);
      assert.equal(await billing.acknowledge(ACME, ids, lost), false);
      assert.deepEqual(await pendingIds(store), ids);
      assert.equal(await billing.lease(ACME, "third", MINUTE), undefined);
      assert.equal(await billing.acknowledge(ACME, ids, lease), true);
      assert.deepEqual(await pendingIds(store), []);
    },
  },
  {
    title: "a released lease cannot be renewed, and acknowledges nothing",
    run: async (store) => {
      const ids = await issuedIds(store, 1);
      const lease = await taken(store.billing.lease(ACME, "worker", MINUTE));
      await store.billing.release(lease);
      assert.equal(await store.billing.renew(lease, MINUTE), false);
      assert.equal(await store.billing.acknowledge(ACME, ids, lease), false);
      assert.deepEqual(await pendingIds(store), ids);
    },
  },
  {
    title: "a lease does not affect other companies, issuing, or acknowledging without a lease",
    run: async (store) => {
      await taken(store.billing.lease(ACME, "worker", MINUTE));
      assert.notEqual(await store.billing.lease("globex", "worker", MINUTE), undefined);
      const ids = await issuedIds(store, 2);
      assert.equal(await store.billing.acknowledge(ACME, ids.slice(0, 1)), true);
      assert.deepEqual(await pendingIds(store), ids.slice(1));
    },
  },
  {
    title: "two stores on the same data share their leases",
    needs: "openSecond",
    run: async (store, { openSecond }) => {
      const second = await openSecond(store);
      const lease = await taken(store.billing.lease(ACME, "first", MINUTE));
      assert.equal(await second.billing.lease(ACME, "second", MINUTE), undefined);
      await second.billing.release(lease);
      assert.notEqual(await second.billing.lease(ACME, "second", MINUTE), undefined);
      assert.equal(await store.billing.renew(lease, MINUTE), false);
    },
  },
];

async function taken(asked: Promise<DeliveryLease | undefined>): Promise<DeliveryLease> {
  const lease = await asked;
  assert.ok(lease, "the lease is free, but was not given");
  return lease;
}

async function issuedIds(store: InvoicingStore, count: number): Promise<string[]> {
  return (await issue(store, { count })).map((invoice) => sampleEvent(ACME, invoice).id);
}

async function pendingIds({ billing }: InvoicingStore): Promise<string[]> {
  return (await billing.pending(ACME)).map(({ id }) => id);
}
