import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { issue } from "../issue-invoices.ts";
import { companiesBehind } from "../leases.ts";
import { countersOf } from "../read-books.ts";
import { ACME, oneTo, sampleEvent } from "../samples.ts";

/** Billing events: one for each invoice, delivered at least once; and which companies have any. */
export const billingCases: ContractCases = {
  "a billing event is returned as it was recorded": async (store) => {
    const [issued] = await issue(store);
    assert.deepEqual(await store.billing.pending(ACME), [sampleEvent(ACME, issued!)]);
  },
  "pending billing events come in the order of their counters, up to the limit": async (store) => {
    await issue(store, { count: 11 });
    await issue(store, { count: 2 });
    assert.deepEqual(await pendingCounters(store), oneTo(13));
    assert.deepEqual(await pendingCounters(store, 3), [1, 2, 3]);
  },
  "without a limit, a hundred billing events are returned": async (store) => {
    await issue(store, { count: 101 });
    assert.deepEqual(await pendingCounters(store), oneTo(100));
  },
  "a limit of billing events that is not a whole number of at least 1 is a TypeError": async (store) => {
    await issue(store);
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(async () => store.billing.pending(ACME, limit), TypeError, `of ${limit}`);
    }
  },
  "a billing event stays pending until it is acknowledged, and then the next one follows": async (store) => {
    const [first, second, third] = await issue(store, { count: 3 });
    assert.deepEqual(await pendingCounters(store, 2), [1, 2]);
    assert.deepEqual(await pendingCounters(store, 2), [1, 2]);
    await store.billing.acknowledge(ACME, [sampleEvent(ACME, first!).id]);
    assert.deepEqual(await pendingCounters(store, 2), [2, 3]);
    await store.billing.acknowledge(ACME, [sampleEvent(ACME, third!).id, sampleEvent(ACME, second!).id]);
    assert.deepEqual(await pendingCounters(store), []);
  },
  "events acknowledged out of order are no longer pending, and the others still are": async (store) => {
    const issued = await issue(store, { count: 6 });
    const acknowledge = (...counters: number[]) =>
      store.billing.acknowledge(
        ACME,
        counters.map((counter) => sampleEvent(ACME, issued[counter - 1]!).id),
      );
    await acknowledge(5, 2);
    assert.deepEqual(await pendingCounters(store), [1, 3, 4, 6]);
    await acknowledge(1);
    assert.deepEqual(await pendingCounters(store, 2), [3, 4]);
    await Promise.all([acknowledge(4), acknowledge(6), acknowledge(3)]);
    assert.deepEqual(await pendingCounters(store), []);
    await issue(store, { count: 2 });
    assert.deepEqual(await pendingCounters(store), [7, 8]);
  },
  "an invoice of the company's panel is listed like any other, has no event and delays none": async (store) => {
    await issue(store, { source: "panel" });
    const [metered] = await issue(store);
    await issue(store, { source: "panel" });
    assert.deepEqual(await countersOf(store), oneTo(3));
    assert.deepEqual(await pendingCounters(store), [2]);
    await store.billing.acknowledge(ACME, [sampleEvent(ACME, metered!).id]);
    await issue(store);
    assert.deepEqual(await pendingCounters(store), [4]);
  },
  "acknowledging what is not pending changes nothing": async (store) => {
    const [first] = await issue(store, { count: 2 });
    const { id } = sampleEvent(ACME, first!);
    await store.billing.acknowledge(ACME, [id, "invoice.issued:nobody's", id]);
    await store.billing.acknowledge(ACME, [id]);
    assert.deepEqual(await pendingCounters(store), [2]);
  },
  "each company with events to deliver is listed once, in pages, until all of them are acknowledged": async (store) => {
    const companies = ["acme", "Acme", "globex", "initech", "umbrella"];
    for (const companyId of companies) await issue(store, { companyId, count: 3 });
    assert.deepEqual(await companiesBehind(store.billing), [...companies].sort());
    await acknowledge(store, "globex", [1, 2, 3]);
    await acknowledge(store, "acme", [1, 2]);
    await acknowledge(store, "umbrella", [3, 2]);
    assert.deepEqual(await companiesBehind(store.billing), ["Acme", "acme", "initech", "umbrella"]);
    await issue(store, { companyId: "globex" });
    await acknowledge(store, "umbrella", [1]);
    assert.deepEqual(await companiesBehind(store.billing), ["Acme", "acme", "globex", "initech"]);
  },
  "a company for which only the panel has issued is no longer behind after acknowledging without ids": async (
    store,
  ) => {
    await issue(store, { count: 2, source: "panel" });
    await store.billing.acknowledge(ACME, []);
    assert.deepEqual(await companiesBehind(store.billing), []);
    await issue(store);
    assert.deepEqual(await companiesBehind(store.billing), [ACME]);
  },
};

async function pendingCounters(store: InvoicingStore, limit?: number): Promise<number[]> {
  return (await store.billing.pending(ACME, limit)).map(({ counter }) => counter);
}

async function acknowledge({ billing }: InvoicingStore, companyId: string, counters: readonly number[]): Promise<void> {
  const events = await billing.pending(companyId);
  const ids = counters.map((counter) => events.find((event) => event.counter === counter)!.id);
  await billing.acknowledge(companyId, ids);
}
