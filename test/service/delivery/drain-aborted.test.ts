import { setTimeout as wait } from "node:timers/promises";
import type { DrainBillingOptions } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test, vi } from "vitest";
import { openBilled, withBilling } from "./billed-books.ts";

const down = new Error("the receiver is down");

test.each<[string, DrainBillingOptions["deliver"]]>([
  ["the signal's reason", async (_, { signal }) => signal.throwIfAborted()],
  ["what Node makes of it", (_, { signal }) => wait(60_000, undefined, { signal })],
])("a delivery that rejects with %s after an abort is no failure", async (_, deliver) => {
  const store = memoryStore();
  const invoicing = await openBilled(store, { acme: 2 });
  for (const reason of [undefined, "for the night"]) {
    const stop = new AbortController();
    const stopping: typeof deliver = (...given) => {
      stop.abort(reason);
      return deliver(...given);
    };
    const onError = vi.fn();
    const drain = await invoicing.drainBilling({ deliver: stopping, signal: stop.signal, onError });
    expect(drain).toMatchObject({ delivered: 0, failed: [] });
    expect(onError).not.toHaveBeenCalled();
  }
  expect((await store.billing.pending("acme")).length).toBe(2);
});

test("a delivery that rejects with anything else after an abort is a failure all the same", async () => {
  const invoicing = await openBilled(memoryStore(), { acme: 2 });
  const other = new DOMException("another request's", "AbortError");
  for (const error of [down, other, undefined]) {
    const stop = new AbortController();
    const deliver = async () => {
      stop.abort();
      throw error;
    };
    const { failed } = await invoicing.drainBilling({ deliver, signal: stop.signal, retryAfterMs: 0 });
    expect(failed).toEqual([{ companyId: "acme", error }]);
  }
});

test("an onError that ends the drain hides no failure of the companies that are under way", async () => {
  const invoicing = await openBilled(memoryStore(), { acme: 1, globex: 1 });
  const stop = new AbortController();
  let begin = () => {};
  const bothUnderWay = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const deliver: DrainBillingOptions["deliver"] = async (_, { companyId, signal }) => {
    if (companyId === "acme") await bothUnderWay;
    else {
      begin();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    }
    throw down;
  };
  const onError = vi.fn(() => stop.abort());
  const { failed } = await invoicing.drainBilling({ deliver, onError, signal: stop.signal });
  expect(failed.map(({ companyId }) => companyId)).toEqual(["acme", "globex"]);
  expect(onError).toHaveBeenCalledTimes(2);
});

test("events that were delivered, but could not be acknowledged after an abort, are a failure", async () => {
  const stop = new AbortController();
  const away = new Error("the database is away");
  const store = withBilling(memoryStore(), () => ({ acknowledge: () => Promise.reject(away) }));
  const invoicing = await openBilled(store, { acme: 1 });
  const drain = invoicing.drainBilling({ deliver: async () => stop.abort(), signal: stop.signal });
  expect((await drain).failed).toEqual([{ companyId: "acme", error: away }]);
});
