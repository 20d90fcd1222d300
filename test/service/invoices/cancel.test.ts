import { setImmediate as nextTurn } from "node:timers/promises";
import { isRefusal } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { billedCounters, countersOf, HeldStore, openBooks, traceOf } from "../books.ts";

describe.each(STORES)("$name", ({ open }) => {
  test("a cancelled invoice keeps its number, its text and its bill", async () => {
    const { acme, store, clock, events } = await openBooks(await open());
    const issued = await acme.issue(order());
    clock.set("2026-11-21T08:00:00.000Z");
    const cancelled = await acme.cancel(issued.id, { reason: "ordered twice" });
    expect(cancelled).toEqual({
      ...issued,
      status: "CANCELLED",
      amountDue: 0,
      cancelledAt: "2026-11-21T08:00:00.000Z",
      cancellationReason: "ordered twice",
    });
    expect(await acme.get(issued.id)).toEqual({ ...cancelled, payments: [], creditNotes: [] });
    expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0002" });
    expect([await countersOf(store), await billedCounters(store)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(events.map(({ type }) => type)).toEqual(["invoice.issued", "invoice.cancelled", "invoice.issued"]);
    await store.close();
  });

  test("cancelling again changes nothing, not even the reason or the time", async () => {
    const { acme, store, clock, events } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const first = await acme.cancel(id);
    expect(first).not.toHaveProperty("cancellationReason");
    const before = await traceOf(store);
    clock.set("2026-12-24T12:00:00.000Z");
    expect(await acme.cancel(id, { reason: "again" })).toEqual(first);
    expect(await Promise.all([acme.cancel(id), acme.cancel(id)])).toEqual([first, first]);
    expect(await traceOf(store)).toEqual(before);
    expect(events.filter(({ type }) => type === "invoice.cancelled")).toHaveLength(1);
    await store.close();
  });

  test("a paid invoice is not cancelled, a partly paid one is", async () => {
    const { acme, store } = await openBooks(await open());
    const paid = await acme.issue(order());
    await acme.recordPayment(paid.id, { amount: 238 });
    const before = await traceOf(store);
    await expect(acme.cancel(paid.id)).rejects.toSatisfy((error) => isRefusal(error, "invoice_paid"));
    expect(await traceOf(store)).toEqual(before);
    const partly = await acme.issue(order());
    await acme.recordPayment(partly.id, { amount: 237.99 });
    expect(await acme.cancel(partly.id)).toMatchObject({ status: "CANCELLED", amountPaid: 237.99, amountDue: 0 });
    await store.close();
  });
});

test("an invoice that is paid and cancelled in one commit is what came first", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const [first, second] = [await acme.issue(order()), await acme.issue(order())];
  const release = store.hold();
  const inFront = acme.issue(order()); // asks for the lock, so that the others gather meanwhile
  await store.asked(3, inFront);
  const paid = acme.recordPayment(first.id, { amount: 238 });
  const cancelled = acme.cancel(second.id);
  await nextTurn();
  const outcomes = Promise.allSettled([acme.cancel(first.id), acme.recordPayment(second.id, { amount: 1 })]);
  await nextTurn();
  release();
  await Promise.all([inFront, paid, cancelled]);
  expect(store.transactions).toBe(3);
  expect((await outcomes).map((outcome) => "reason" in outcome && outcome.reason.code)).toEqual([
    "invoice_paid",
    "invoice_cancelled",
  ]);
  expect(await acme.get(first.id)).toMatchObject({ status: "PAID", cancelledAt: null });
});
