import { once } from "node:events";
import type { DrainBillingOptions } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test, vi } from "vitest";
import { oneTo } from "../../support/fixtures.ts";
import { heldDelivery, openBilled, Receiver, withBilling } from "./billed-books.ts";

describe("the host's signal", () => {
  test("ends a drain after the deliveries that are under way, with what they delivered", async () => {
    const invoicing = await openBilled(memoryStore(), { acme: 5, globex: 5 });
    const stop = new AbortController();
    const { receiver, deliver, begun, end } = heldDelivery();
    const drain = invoicing.drainBilling({ deliver, batchSize: 2, concurrency: 1, signal: stop.signal });
    const signal = await begun;
    stop.abort();
    expect(signal.aborted).toBe(true);
    end();
    expect(await drain).toEqual({ delivered: 2, companies: 1, heldElsewhere: 0, waiting: 0, putAside: 0, failed: [] });
    expect(await invoicing.drainBilling({ deliver: receiver.deliver })).toMatchObject({ delivered: 8 });
  });

  test("is no failure where a delivery rejects because of it, and nothing is begun once it is aborted", async () => {
    const invoicing = await openBilled(memoryStore(), { acme: 2 });
    const stop = new AbortController();
    const deliver: DrainBillingOptions["deliver"] = async (_, { signal }) => {
      stop.abort();
      signal.throwIfAborted();
    };
    const nothing = { delivered: 0, companies: 0, heldElsewhere: 0, waiting: 0, putAside: 0, failed: [] };
    expect(await invoicing.drainBilling({ deliver, signal: stop.signal })).toEqual(nothing);
    const never = () => expect.fail("nothing may be delivered");
    expect(await invoicing.drainBilling({ deliver: never, signal: stop.signal })).toEqual(nothing);
    expect(await invoicing.drainBilling({ deliver: new Receiver().deliver })).toMatchObject({ delivered: 2 });
  });
});

test.each(["the host's signal", "closing"])(
  "%s while events are read keeps them from being delivered",
  async (what) => {
    const store = memoryStore();
    const stop = new AbortController();
    let closing: Promise<void> | undefined;
    const invoicing = await openBilled(
      withBilling(store, ({ pending }) => ({
        pending: async (companyId, limit) => {
          const events = await pending(companyId, limit);
          if (what === "closing") closing = invoicing.close();
          else stop.abort();
          return events;
        },
      })),
      { acme: 2 },
    );
    const deliver = vi.fn(async () => undefined);
    expect(await invoicing.drainBilling({ deliver, signal: stop.signal })).toMatchObject({ delivered: 0, failed: [] });
    expect(deliver).not.toHaveBeenCalled();
    await closing;
  },
);

test("closing ends a drain after the deliveries that are under way, and cuts none short", async () => {
  const store = memoryStore();
  const invoicing = await openBilled(store, { acme: 5 });
  const stillOpen = withBilling(store, () => ({}));
  const { deliver, begun, end } = heldDelivery();
  const drain = invoicing.drainBilling({ deliver, batchSize: 2 });
  const signal = await begun;
  const closing = invoicing.close();
  expect(signal.aborted).toBe(false);
  end();
  expect(await drain).toMatchObject({ delivered: 2, failed: [] });
  await closing;
  await expect(stillOpen.billing.pending("acme")).rejects.toThrow("closed");
  await expect(invoicing.drainBilling({ deliver })).rejects.toThrow(TypeError);
});

test("a company that the store fails at is that company's failure; companies that cannot be read are the call's", async () => {
  const store = memoryStore();
  const busy = new Error("the database is away");
  const invoicing = await openBilled(
    withBilling(store, ({ acknowledge }) => ({
      acknowledge: async (companyId, ...rest) => {
        if (companyId === "acme") throw busy;
        return acknowledge(companyId, ...rest);
      },
      release: async () => {
        throw busy;
      },
    })),
    { acme: 1, globex: 1 },
  );
  const receiver = new Receiver();
  const result = await invoicing.drainBilling({ deliver: receiver.deliver });
  expect(result).toMatchObject({ delivered: 1, failed: [{ companyId: "acme", error: busy }] });
  const blind = withBilling(store, () => ({ companiesBehind: () => Promise.reject(busy) }));
  await expect((await openBilled(blind, {})).drainBilling({ deliver: receiver.deliver })).rejects.toBe(busy);
});

test("no more companies are delivered for at once than concurrency says", async () => {
  const companies = Object.fromEntries(oneTo(9).map((number) => [`company-${number}`, 1]));
  const invoicing = await openBilled(memoryStore(), companies);
  let [running, most] = [0, 0];
  const deliver = async () => {
    running += 1;
    most = Math.max(most, running);
    await once(AbortSignal.timeout(1), "abort");
    running -= 1;
  };
  expect(await invoicing.drainBilling({ deliver, concurrency: 3 })).toMatchObject({ delivered: 9, companies: 9 });
  expect(most).toBe(3);
});
