import { type CompanyProfile, createInvoicing, isRefusal, StoreBusyError } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { billedCounters, countersOf, HeldStore, openBooks, traceOf } from "../books.ts";

const KEY = { idempotencyKey: "order-17" };
const reused = (error: unknown) => isRefusal(error, "idempotency_key_reused");

test.each(EVERY_STORE)("$name: a repeat gives the same invoice, issues nothing and bills nothing", async ({ open }) => {
  const { store, acme, clock, events } = await openBooks(await open());
  const first = await acme.issueOrReplay(order(), KEY);
  expect(first.replayed).toBe(false);
  const before = await traceOf(store);
  clock.set("2027-03-01T12:00:00.000Z");
  expect(await acme.issueOrReplay(order(), KEY)).toEqual({ invoice: first.invoice, replayed: true });
  expect(await acme.issue(order(), KEY)).toEqual(first.invoice);
  expect(await traceOf(store)).toEqual(before);
  expect(events).toHaveLength(1);
  await store.close();
});

test.each(EVERY_STORE)("$name: the key is refused for another order, and keeps its first", async ({ open }) => {
  const { store, acme } = await openBooks(await open());
  const first = await acme.issue(order(), KEY);
  for (const other of [order({ note: "more" }), order({ taxRate: 19 }), order({ clientCountry: "FR" })]) {
    await expect(acme.issue(other, KEY)).rejects.toSatisfy(reused);
  }
  expect(await acme.issue(order(), KEY)).toEqual(first);
  expect(await countersOf(store)).toEqual([1]);
  await store.close();
});

test("the order of an order's fields does not matter, and absent is absent", async () => {
  const { acme } = await openBooks();
  const { clientName, items, ...rest } = order();
  const first = await acme.issue(order(), KEY);
  expect(await acme.issue({ items, note: undefined, ...rest, clientName }, KEY)).toEqual(first);
});

test.each(EVERY_STORE)(
  "$name: of many that race under one key, one issues and all get its invoice",
  async ({ open }) => {
    const { store, acme } = await openBooks(await open());
    const results = await Promise.all(oneTo(50).map(() => acme.issueOrReplay(order(), KEY)));
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(results.map(({ invoice }) => invoice.id)).size).toBe(1);
    expect([await countersOf(store), await billedCounters(store)]).toEqual([[1], [1]]);
    await store.close();
  },
);

test("two orders that race under one key: one is issued, the other is refused", async () => {
  const { store, acme } = await openBooks();
  const [one, other] = await Promise.allSettled([acme.issue(order(), KEY), acme.issue(order({ note: "x" }), KEY)]);
  expect([one.status, other.status]).toEqual(["fulfilled", "rejected"]);
  expect(reused((other as PromiseRejectedResult).reason)).toBe(true);
  expect(await countersOf(store)).toEqual([1]);
});

test("the second waits for the first, and takes its place when the first fails", async () => {
  const store = new HeldStore();
  const { acme, clock } = await openBooks(store);
  const release = store.hold();
  store.fault = new Error("the disk is full");
  const first = acme.issueOrReplay(order(), KEY);
  const failed = expect(first).rejects.toThrow("the disk is full");
  await store.asked(1, failed);
  clock.set("2026-11-21T12:00:00.000Z");
  const second = acme.issueOrReplay(order(), KEY);
  void failed.then(() => {
    store.fault = undefined;
  });
  release();
  await failed;
  expect(await second).toMatchObject({ replayed: false, invoice: { issueDate: "2026-11-21" } });
  expect(await countersOf(store)).toEqual([1]);
});

test("a key under which the order was refused is still free", async () => {
  const { acme, clock } = await openBooks();
  await acme.issue(order());
  clock.set("2026-11-01T12:00:00.000Z");
  const both = await Promise.allSettled([acme.issue(order(), KEY), acme.issue(order(), KEY)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  clock.set("2026-11-20T12:00:00.000Z");
  expect(await acme.issueOrReplay(order({ note: "changed since" }), KEY)).toMatchObject({ replayed: false });
});

test.each(EVERY_STORE)(
  "$name: a replay answers as issued, after payment, cancel and a new profile",
  async ({ open }) => {
    const { store, acme } = await openBooks(await open());
    const first = await acme.issue(order(), KEY);
    await acme.recordPayment(first.id, { amount: 10 });
    expect(await acme.issue(order(), KEY)).toEqual(first);
    await acme.cancel(first.id, { reason: "mistake" });
    expect(await acme.issue(order(), KEY)).toEqual(first);
    await acme.saveProfile(
      germanProfile({ name: "Neu GmbH", country: "AT", vatRegistered: false, invoicePrefix: "N" }),
    );
    expect(await acme.issue(order(), KEY)).toEqual(first);
    expect((await acme.get(first.id)).status).toBe("CANCELLED");
    await store.close();
  },
);

test("a replay is answered when the host no longer has the company, and when the clock is out of step", async () => {
  let profile: CompanyProfile | undefined = germanProfile();
  const { acme, clock } = await openBooks(undefined, {}, { companies: { profile: () => profile } });
  const invoice = await acme.issue(order(), KEY);
  const paid = await acme.recordPayment(invoice.id, { amount: 238 }, { idempotencyKey: "payment" });
  profile = undefined;
  clock.set("2020-01-01T00:00:00.000Z");
  expect(await acme.issue(order(), KEY)).toEqual(invoice);
  expect(await acme.recordPayment(invoice.id, { amount: 238 }, { idempotencyKey: "payment" })).toEqual(paid);
});

test("a repeat is answered while the store is busy, and a new order is refused as busy", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const invoice = await acme.issue(order(), KEY);
  store.fault = new StoreBusyError("locked");
  expect(await acme.issueOrReplay(order(), KEY)).toEqual({ invoice, replayed: true });
  await expect(acme.issue(order(), { idempotencyKey: "new" })).rejects.toBe(store.fault);
  await expect(acme.issue(order({ note: "x" }), KEY)).rejects.toSatisfy(reused);
});

test.each(EVERY_STORE)("$name: a repeated payment counts once, also when repeats race", async ({ open }) => {
  const { store, acme, events } = await openBooks(await open());
  const { id } = await acme.issue(order());
  const pay = () => acme.recordPayment(id, { amount: 100 }, KEY);
  const raced = await Promise.all([pay(), pay(), pay()]);
  expect(raced.map(({ amountPaid, payments }) => [amountPaid, payments.length])).toEqual(Array(3).fill([100, 1]));
  expect(await pay()).toEqual(raced[0]);
  expect(events.map(({ type }) => type)).toEqual(["invoice.issued", "payment.recorded"]);
  await store.close();
});

test.each(EVERY_STORE)(
  "$name: a payment that two servers are given at once under one key counts once",
  async ({ open }) => {
    const store = await open();
    const { acme, clock } = await openBooks(store);
    const other = createInvoicing({ store, clock }).company("acme");
    const { id } = await acme.issue(order());
    const raced = await Promise.all([acme, other].map((server) => server.recordPayment(id, { amount: 100 }, KEY)));
    expect(raced.map(({ amountPaid, payments }) => [amountPaid, payments.length])).toEqual(Array(2).fill([100, 1]));
    await store.close();
  },
);

test("a key is one across issues and payments, and across invoices", async () => {
  const { acme } = await openBooks();
  const { id } = await acme.issue(order(), KEY);
  const other = await acme.issue(order());
  await expect(acme.recordPayment(id, { amount: 1 }, KEY)).rejects.toSatisfy(reused);
  await acme.recordPayment(id, { amount: 1 }, { idempotencyKey: "p" });
  await expect(acme.issue(order(), { idempotencyKey: "p" })).rejects.toSatisfy(reused);
  await expect(acme.recordPayment(id, { amount: 2 }, { idempotencyKey: "p" })).rejects.toSatisfy(reused);
  await expect(acme.recordPayment(other.id, { amount: 1 }, { idempotencyKey: "p" })).rejects.toSatisfy(reused);
  const [payment, issue] = await Promise.allSettled([
    acme.recordPayment(id, { amount: 1 }, { idempotencyKey: "raced" }),
    acme.issue(order(), { idempotencyKey: "raced" }),
  ]);
  expect([payment.status, issue.status].sort()).toEqual(["fulfilled", "rejected"]);
});

test.each(["", " ", "a b", "ä", "a\n", "\0", "x".repeat(256), 7 as unknown as string, null as unknown as string])(
  "%j is no key",
  async (idempotencyKey) => {
    const { acme, store } = await openBooks();
    await expect(acme.issue(order(), { idempotencyKey })).rejects.toMatchObject({
      code: "request_invalid",
      errors: [{ parameter: "idempotencyKey", detail: expect.any(String) }],
    });
    expect(await countersOf(store)).toEqual([]);
  },
);

test("255 visible characters are a key, and every two keys differ", async () => {
  const { acme, store } = await openBooks();
  for (const idempotencyKey of ["x".repeat(255), "x".repeat(254), "!~", "!", "A", "a", "__proto__", "constructor"]) {
    expect(await acme.issueOrReplay(order(), { idempotencyKey })).toMatchObject({ replayed: false });
  }
  expect(await countersOf(store)).toEqual(oneTo(8));
});

/** Keys are kept for ever, so a repeat must find what an older build wrote under each kind of call. */
test("the fingerprints of a single order, a batch and a stream are those of the first build", async () => {
  const { store, acme } = await openBooks();
  const of = (quantity: number) => ({
    clientName: `Client ${quantity}`,
    clientCountry: "DE",
    items: [{ description: "Consulting", quantity, unitPrice: 100 }],
  });
  await acme.issue(of(1), { idempotencyKey: "one" });
  await acme.issueMany([of(2), of(3)], { idempotencyKey: "two" });
  for await (const _ of acme.issueAll([of(4), of(5)], { idempotencyKey: "all" }));
  for await (const _ of acme.issueAll([of(6), of(7)], { idempotencyKey: "each", onRefusal() {} }));
  const written = {
    one: "c55ff61fc558642fdc700aff36a9bcce2458e289ea3cb79cadceffbee4490a11",
    two: "705d21b16650ac9e0df186ec27ec11a836ce415505cc19efb46d6c06b95428a2",
    "two#2": "705d21b16650ac9e0df186ec27ec11a836ce415505cc19efb46d6c06b95428a2",
    "all/1": "6d0dd20ede6d6b1e5818dc04c2578f4a7f7c20923b4b87504dccf0b72e6107c2",
    "all/1#2": "6d0dd20ede6d6b1e5818dc04c2578f4a7f7c20923b4b87504dccf0b72e6107c2",
    "each/1": "345a68ef860d1afe37237225bce02992af783108668d38eeb2042914389a6341",
    "each/2": "95ee7e5feeb64760116b6d8f5439128bd1d6a7b7eb90e8bec7dc6dd6779ac6ea",
    "each/1#2": "e46b198dc7eeaae738addc36845c494ac0c54de173a591e29df35dd4c5a53a4c",
  };
  for (const [key, fingerprint] of Object.entries(written))
    expect(await store.reader.findKey("acme", key), key).toMatchObject({ fingerprint });
  await store.close();
});

test("a repeat of several orders is answered although the store is busy", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const first = await acme.issueMany([order(), order()], KEY);
  store.transaction = () => Promise.reject(new StoreBusyError("the store is busy"));
  expect(await acme.issueMany([order(), order()], KEY)).toEqual(first);
  await expect(acme.issueMany([order(), order(), order()], KEY)).rejects.toSatisfy(reused);
  await expect(acme.issueMany([order()], { idempotencyKey: "new" })).rejects.toThrow(StoreBusyError);
});
