import { createInvoicing, type DrainBillingOptions } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { openBilled, Receiver } from "./billed-books.ts";

const WRONG: [string, unknown][] = [
  ...[undefined, null, "deliver", {}].map((deliver): [string, unknown] => ["deliver", deliver]),
  ...[0, 1001, 1.5, "10", null, Number.NaN].map((size): [string, unknown] => ["batchSize", size]),
  ...[0, 101, Number.POSITIVE_INFINITY].map((count): [string, unknown] => ["concurrency", count]),
  ...[99, 86_400_001, "1000"].map((time): [string, unknown] => ["leaseMs", time]),
  ...[-1, 3_600_001, "1000", 1.5].map((time): [string, unknown] => ["retryAfterMs", time]),
  ...[1].map((attempts): [string, unknown] => ["attempts", attempts]), // nothing of billing is put aside
  ...["a b", "https://shop.example/", "/a?b", "#a", "ü", "%zz", "%a", null, 1].map((it): [string, unknown] => [
    "source",
    it,
  ]),
  ...["", "a b", "ü", "x".repeat(256), null].map((type): [string, unknown] => ["type", type]),
  ...[{}, null, new AbortController()].map((signal): [string, unknown] => ["signal", signal]),
  ...["log", null, {}].map((onError): [string, unknown] => ["onError", onError]),
];

test.each(WRONG)(
  "the option %s is not %o: a TypeError that names it, and nothing is delivered",
  async (name, value) => {
    const invoicing = createInvoicing({ store: memoryStore() });
    const options = { deliver: () => expect.fail("nothing may be delivered"), [name]: value };
    const refused = expect(invoicing.drainBilling(options as unknown as DrainBillingOptions)).rejects;
    await refused.toThrow(TypeError);
    await expect(invoicing.drainBilling(options as unknown as DrainBillingOptions)).rejects.toThrow(name);
  },
);

test("the least and the most that options may be are taken, and so are options that are undefined", async () => {
  const invoicing = await openBilled(memoryStore(), { acme: 1 });
  const { deliver } = new Receiver();
  const { signal } = new AbortController();
  const onError = () => undefined;
  const least = {
    deliver,
    batchSize: 1,
    concurrency: 1,
    leaseMs: 100,
    retryAfterMs: 0,
    source: "",
    type: "a",
    signal,
    onError,
  };
  const most = {
    deliver,
    batchSize: 1000,
    concurrency: 100,
    leaseMs: 86_400_000,
    retryAfterMs: 3_600_000,
    source: "urn:a%20",
    type: "~".repeat(255),
  };
  const absent = { batchSize: undefined, concurrency: undefined, leaseMs: undefined, signal: undefined };
  for (const options of [least, most, { deliver, ...absent, source: undefined, type: undefined, onError: undefined }]) {
    expect(await invoicing.drainBilling(options)).toMatchObject({ failed: [], heldElsewhere: 0 });
  }
});

test("a delivery that returns no promise is that company's failure, because its end is unknown", async () => {
  const invoicing = await openBilled(memoryStore(), { acme: 1 });
  const deliver = (() => undefined) as unknown as DrainBillingOptions["deliver"];
  const { delivered, failed } = await invoicing.drainBilling({ deliver });
  expect([delivered, String(failed[0]?.error)]).toEqual([
    0,
    expect.stringMatching(/^TypeError: .* must return a promise/),
  ]);
  expect((await invoicing.drainBilling({ deliver: async () => {}, retryAfterMs: 0 })).delivered).toBe(1);
});

test("a delivery that throws at once is like one that rejects", async () => {
  const invoicing = await openBilled(memoryStore(), { acme: 1 });
  const error = new Error("no network");
  const deliver = () => {
    throw error;
  };
  expect(await invoicing.drainBilling({ deliver })).toMatchObject({
    delivered: 0,
    failed: [{ companyId: "acme", error }],
  });
});

test("the events are named as the host says", async () => {
  const invoicing = await openBilled(memoryStore(), { "a/b c": 1 });
  const { deliver, events } = new Receiver();
  await invoicing.drainBilling({ deliver, source: "https://shop.example", type: "com.example.invoice.issued" });
  expect(events).toMatchObject([
    { source: "https://shop.example/companies/a%2Fb%20c", type: "com.example.invoice.issued", subject: "a/b c" },
  ]);
});
