import type { DeliveryLease } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { issueSome, openBilled, Receiver, withBilling } from "./billed-books.ts";

const DRAINED = { heldElsewhere: 0, waiting: 0, putAside: 0, failed: [] };

describe.each(STORES)("$name", ({ open }) => {
  test("every event of every company is delivered, in order and in batches, and then none is left", async () => {
    const store = await open();
    const invoicing = await openBilled(store, { acme: 7, globex: 2, initech: 0, umbrella: 3 });
    const receiver = new Receiver();
    const result = await invoicing.drainBilling({ deliver: receiver.deliver, batchSize: 3 });
    expect(result).toEqual({ delivered: 12, companies: 3, ...DRAINED });
    const batchesOf = (id: string) => receiver.batches.filter(({ companyId }) => companyId === id);
    expect(batchesOf("acme").map(({ counters }) => counters)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(batchesOf("umbrella").map(({ counters }) => counters)).toEqual([[1, 2, 3]]);
    expect(receiver.countersOf("globex")).toEqual([1, 2]);
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toEqual({
      delivered: 0,
      companies: 0,
      ...DRAINED,
    });
    await issueSome(invoicing, "globex", 1);
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toEqual({
      delivered: 1,
      companies: 1,
      ...DRAINED,
    });
    await invoicing.close();
  });

  test("a company whose delivery fails keeps its events and does not delay others; the next call delivers them", async () => {
    const invoicing = await openBilled(await open(), { acme: 2, globex: 4, initech: 2 });
    const receiver = new Receiver();
    receiver.refuses.add("globex");
    const told: unknown[] = [];
    const onError = (error: unknown, companyId: string) => {
      told.push([companyId, error]);
      throw new Error("a listener that fails too");
    };
    const result = await invoicing.drainBilling({ deliver: receiver.deliver, onError });
    const error = new Error("no events of globex today");
    expect(result).toEqual({ ...DRAINED, delivered: 4, companies: 2, failed: [{ companyId: "globex", error }] });
    expect(told).toEqual([["globex", error]]);
    receiver.refuses.clear();
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toMatchObject({ delivered: 0, waiting: 1 });
    const atOnce = { deliver: receiver.deliver, retryAfterMs: 0 };
    expect(await invoicing.drainBilling(atOnce)).toMatchObject({ delivered: 4, waiting: 0, failed: [] });
    expect(receiver.countersOf("globex")).toEqual(oneTo(4));
    await invoicing.close();
  });

  test("after a failure in the midst of it, only what was not acknowledged comes again", async () => {
    const invoicing = await openBilled(await open(), { acme: 6 });
    const receiver = new Receiver();
    const failing = async (...delivery: Parameters<typeof receiver.deliver>) => {
      await receiver.deliver(...delivery);
      if (receiver.batches.length === 2) throw new Error("the answer was lost");
    };
    expect(await invoicing.drainBilling({ deliver: failing, batchSize: 2 })).toMatchObject({ delivered: 2 });
    const again = { deliver: receiver.deliver, batchSize: 4, retryAfterMs: 0 };
    expect(await invoicing.drainBilling(again)).toMatchObject({ delivered: 4 });
    expect(receiver.countersOf("acme")).toEqual([1, 2, 3, 4, 3, 4, 5, 6]);
    const [third, repeated] = receiver.events.filter(({ data }) => data.counter === 3);
    expect(repeated).toEqual(third);
    await invoicing.close();
  });

  test("concurrent workers deliver each event once, and skip a company that another worker has leased", async () => {
    const store = await open();
    const invoicing = await openBilled(store, { acme: 9, globex: 9, initech: 9, umbrella: 9 });
    const receiver = new Receiver();
    const drain = () => invoicing.drainBilling({ deliver: receiver.deliver, batchSize: 2, concurrency: 2 });
    const results = await Promise.all([drain(), drain(), drain()]);
    expect(results.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(36);
    for (const company of ["acme", "globex", "initech", "umbrella"]) {
      expect(receiver.countersOf(company), company).toEqual(oneTo(9));
    }
    await issueSome(invoicing, "acme", 1);
    const lease = (await store.billing.lease("acme", "another", 60_000)) as DeliveryLease;
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toEqual({
      ...DRAINED,
      delivered: 0,
      companies: 0,
      heldElsewhere: 1,
    });
    await store.billing.release(lease);
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toEqual({
      ...DRAINED,
      delivered: 1,
      companies: 1,
    });
    await invoicing.close();
  });

  test("the company of a worker that has died is taken over when its lease has run out", async () => {
    const store = await open();
    const invoicing = await openBilled(store, { acme: 2 });
    await store.billing.lease("acme", "died", 0);
    const receiver = new Receiver();
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toMatchObject({
      delivered: 2,
      heldElsewhere: 0,
    });
    await invoicing.close();
  });

  test("a worker that hung for longer than its lease acknowledges nothing, and its drain reports that", async () => {
    const store = await open();
    const forgetful = withBilling(store, ({ lease }) => ({
      lease: (companyId, worker) => lease(companyId, worker, 0),
    }));
    const slow = await openBilled(forgetful, { acme: 4 });
    const quick = await openBilled(store, {});
    const receiver = new Receiver();
    const result = await slow.drainBilling({
      batchSize: 2,
      deliver: async (...delivery) => {
        await receiver.deliver(...delivery);
        expect(await quick.drainBilling({ deliver: receiver.deliver, batchSize: 3 })).toMatchObject({ delivered: 4 });
        await issueSome(quick, "acme", 1);
      },
    });
    expect(result).toMatchObject({ delivered: 0, failed: [{ companyId: "acme" }] });
    expect(String(result.failed[0]?.error)).toMatch(/the lease of "acme" expired/);
    expect(receiver.countersOf("acme")).toEqual([1, 2, 1, 2, 3, 4]);
    expect((await store.billing.pending("acme")).map(({ counter }) => counter)).toEqual([5]);
    await quick.close();
  });

  test("the panel's invoices are never delivered, and looked at once", async () => {
    const store = await open();
    const invoicing = await openBilled(store, { acme: 1, globex: 0 });
    for (const company of ["acme", "globex"]) {
      await invoicing.company(company, { source: "panel" }).issueMany([order(), order()]);
    }
    await issueSome(invoicing, "acme", 1);
    await invoicing.company("acme", { source: "panel" }).issue(order());
    const receiver = new Receiver();
    expect(await invoicing.drainBilling({ deliver: receiver.deliver, batchSize: 1 })).toMatchObject({
      delivered: 2,
      companies: 1,
    });
    expect(receiver.countersOf("acme")).toEqual([1, 4]);
    expect(receiver.batches.every(({ counters }) => counters.length === 1)).toBe(true);
    expect((await store.billing.companiesBehind(null, 10)).companyIds).toEqual([]);
    await invoicing.close();
  });

  test("what was acknowledged by hand, in whatever order, is not delivered", async () => {
    const store = await open();
    const invoicing = await openBilled(store, { acme: 6 });
    const ids = (await store.billing.pending("acme")).map(({ id }) => id);
    await store.billing.acknowledge("acme", [ids[4]!, ids[1]!]);
    const receiver = new Receiver();
    await invoicing.drainBilling({ deliver: receiver.deliver, batchSize: 2 });
    expect(receiver.countersOf("acme")).toEqual([1, 3, 4, 6]);
    await invoicing.close();
  });

  test("nothing is locked while events are delivered: invoices are issued meanwhile, and delivered next time", async () => {
    const invoicing = await openBilled(await open(), { acme: 3 });
    const receiver = new Receiver();
    const deliver: typeof receiver.deliver = async (...delivery) => {
      await issueSome(invoicing, "acme", 1);
      await receiver.deliver(...delivery);
    };
    expect(await invoicing.drainBilling({ deliver, batchSize: 3 })).toMatchObject({ delivered: 4 });
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toMatchObject({ delivered: 1 });
    expect(receiver.countersOf("acme")).toEqual(oneTo(5));
    await invoicing.close();
  });
});

test("companies beyond the first page of them are delivered for too", async () => {
  const names = oneTo(501).map((place) => [`company-${place}`, 1]);
  const invoicing = await openBilled(memoryStore(), Object.fromEntries(names));
  const { deliver } = new Receiver();
  expect(await invoicing.drainBilling({ deliver })).toEqual({ delivered: 501, companies: 501, ...DRAINED });
});
