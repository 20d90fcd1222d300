import type { InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { afterEach, describe, expect, test, vi } from "vitest";
import { oneTo } from "../../support/fixtures.ts";
import { heldDelivery, openBilled, withBilling } from "./billed-books.ts";

const LEASE_LOST =
  'the lease of "acme" expired and another worker has taken it, so its last events are delivered again; ' +
  "set leaseMs longer than this process may hang";

afterEach(() => {
  vi.useRealTimers();
});

/** A delivery of acme's two events that is under way, on a store of which parts of the billing are others. */
async function beginDelivery(store: InvoicingStore, change: Parameters<typeof withBilling>[1]) {
  const invoicing = await openBilled(withBilling(store, change), { acme: 2 });
  const { receiver, deliver, begun, end } = heldDelivery();
  const drain = invoicing.drainBilling({ deliver, leaseMs: 1000 });
  return { invoicing, drain, receiver, end, signal: await begun };
}

describe("a lease", () => {
  test("is renewed at half of its time while a delivery takes long, so that no other worker takes it over", async () => {
    vi.useFakeTimers();
    const store = memoryStore();
    const renewed = vi.fn(store.billing.renew);
    const { invoicing, drain, receiver, end } = await beginDelivery(store, () => ({ renew: renewed }));
    for (const half of oneTo(20)) {
      await vi.advanceTimersByTimeAsync(500);
      expect(renewed).toHaveBeenCalledTimes(half);
      expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toMatchObject({
        delivered: 0,
        heldElsewhere: 1,
      });
    }
    end();
    expect(await drain).toMatchObject({ delivered: 2 });
    expect(vi.getTimerCount()).toBe(0);
    expect(await store.billing.lease("acme", "next", 1000)).toBeTypeOf("object");
  });

  test("that cannot be renewed just now is renewed later", async () => {
    vi.useFakeTimers();
    const store = memoryStore();
    const renewed = vi.fn(store.billing.renew).mockRejectedValueOnce(new Error("the database is away"));
    const { drain, end } = await beginDelivery(store, () => ({ renew: renewed }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(renewed).toHaveBeenCalledTimes(2);
    end();
    expect(await drain).toMatchObject({ delivered: 2, failed: [] });
  });

  test("that was found to be lost aborts the delivery's signal", async () => {
    vi.useFakeTimers();
    const store = memoryStore();
    const { drain, signal, end } = await beginDelivery(store, ({ lease }) => ({
      lease: (companyId, worker) => lease(companyId, worker, 0),
    }));
    await store.billing.lease("acme", "another", 10_000);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(signal.aborted).toBe(true);
    end();
    const { failed } = await drain;
    expect(failed).toEqual([{ companyId: "acme", error: signal.reason }]);
    expect((signal.reason as Error).message).toBe(LEASE_LOST);
    expect((await store.billing.pending("acme")).length).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("whose renewal is under way when the delivery ends is not renewed again", async () => {
    vi.useFakeTimers();
    const store = memoryStore();
    let answer = (_: boolean) => {};
    const renewed = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    const { drain, end } = await beginDelivery(store, () => ({ renew: renewed }));
    await vi.advanceTimersByTimeAsync(500);
    end();
    await vi.advanceTimersByTimeAsync(0);
    answer(true);
    expect(await drain).toMatchObject({ delivered: 2 });
    expect([renewed.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
