import { isRefusal, type RefusalCode } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { openBooks, traceOf } from "../books.ts";

const refused = (code: RefusalCode) => (error: unknown) => isRefusal(error, code);

describe.each(EVERY_STORE)("$name", ({ open }) => {
  test("an invoice is PAID once payments cover its total, and not before", async () => {
    const { acme, store, events } = await openBooks(await open());
    const { id, total } = await acme.issue(order());
    expect(total).toBe(238);
    const first = await acme.recordPayment(id, { amount: 100.1, paidOn: "2026-11-02", method: "bank_transfer" });
    expect(first).toMatchObject({ status: "SENT", amountPaid: 100.1, amountDue: 137.9 });
    const last = await acme.recordPayment(id, { amount: 137.9, reference: "TX-2" });
    expect(last).toMatchObject({ status: "PAID", amountPaid: 238, amountDue: 0 });
    expect(last.payments).toEqual([
      { id: expect.any(String), amount: 100.1, paidOn: "2026-11-02", method: "bank_transfer", reference: null },
      { id: expect.any(String), amount: 137.9, paidOn: "2026-11-20", method: null, reference: "TX-2" },
    ]);
    expect(await acme.get(id)).toEqual(last);
    expect((await acme.list({ status: "PAID" })).data).toHaveLength(1);
    expect(events.map(({ type }) => type)).toEqual([
      "invoice.issued",
      "payment.recorded",
      "payment.recorded",
      "invoice.paid",
    ]);
    await store.close();
  });

  test("a payment can have an exchange rate, which its journal entry and its event have", async () => {
    const { acme, store, invoicing } = await openBooks(await open());
    const { id } = await acme.issue(order({ currency: "USD" }));
    const exchangeRate = { rate: 0.9, date: "2026-11-19", source: "BMF" };
    const paid = await acme.recordPayment(id, { amount: 100, exchangeRate }, { idempotencyKey: "tx-1" });
    const again = await acme.recordPayment(id, { amount: 100, exchangeRate }, { idempotencyKey: "tx-1" });
    expect([again, paid.amountPaid]).toEqual([paid, 100]);
    await acme.recordPayment(id, { amount: 10 });
    const rates: unknown[] = [];
    await invoicing.drainEvents({
      deliver: async (events) => {
        for (const { data } of events) if (data.kind === "payment.recorded") rates.push(data.exchangeRate);
      },
    });
    expect(rates).toEqual([exchangeRate, undefined]);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test.each<[string, object, RefusalCode, string]>([
    ["EUR", { exchangeRate: { rate: 0.9, date: "2026-11-19", source: "BMF" } }, "request_invalid", "/exchangeRate"],
    ["USD", { exchangeRate: { rate: 0, date: "2026-11-19", source: "BMF" } }, "request_invalid", "/exchangeRate/rate"],
    ["USD", { exchangeRate: { rate: 1, date: "2060-01-01", source: "BMF" } }, "request_invalid", "/exchangeRate/date"],
    [
      "USD",
      { exchangeRate: { rate: 1e15, date: "2026-11-19", source: "BMF" } },
      "amount_out_of_range",
      "/exchangeRate/rate",
    ],
  ])("on an invoice in %s, %j is %s and leaves nothing behind", async (currency, given, code, pointer) => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order({ currency }));
    const before = await traceOf(store);
    const payment = acme.recordPayment(id, { amount: 100, ...given });
    await expect(payment).rejects.toMatchObject({ code, errors: [{ pointer }] });
    expect(await traceOf(store)).toEqual(before);
    await store.close();
  });

  test("what was prepaid is not due: payments cover the rest, and no more", async () => {
    const { acme, store } = await openBooks(await open());
    const issued = await acme.issue(order({ prepaidAmount: 100.01 }));
    expect(issued).toMatchObject({
      status: "SENT",
      total: 238,
      prepaidAmount: 100.01,
      amountPaid: 0,
      amountDue: 137.99,
    });
    const { id } = issued;
    await expect(acme.recordPayment(id, { amount: 138 })).rejects.toSatisfy(refused("payment_exceeds_amount_due"));
    expect(await acme.recordPayment(id, { amount: 0.99 })).toMatchObject({ status: "SENT", amountDue: 137 });
    const paid = await acme.recordPayment(id, { amount: 137 });
    expect(paid).toMatchObject({ status: "PAID", amountPaid: 137.99, amountDue: 0 });
    expect(await acme.get(id)).toEqual(paid);
    await expect(acme.cancel(id)).rejects.toSatisfy(refused("invoice_paid"));
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("an invoice with nothing to pay stays SENT, takes no payment, and may be cancelled", async () => {
    const { acme, store } = await openBooks(await open());
    const { id, ...prepaid } = await acme.issue(order({ prepaidAmount: 238 }));
    expect(prepaid).toMatchObject({ status: "SENT", amountDue: 0 });
    await expect(acme.recordPayment(id, { amount: 0.01 })).rejects.toSatisfy(refused("payment_exceeds_amount_due"));
    expect(await acme.issue(order({ prepaidAmount: 0 }))).toMatchObject({ prepaidAmount: 0, amountDue: 238 });
    expect(await acme.cancel(id)).toMatchObject({ status: "CANCELLED", prepaidAmount: 238, amountDue: 0 });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("payments never come to more than the total, however many race", async () => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => acme.recordPayment(id, { amount: 10 })));
    const rejected = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(outcomes.length - rejected.length).toBe(23); // 23 × 10 fit into 238
    expect(rejected.every(({ reason }) => isRefusal(reason, "payment_exceeds_amount_due"))).toBe(true);
    expect(await acme.get(id)).toMatchObject({ status: "SENT", amountPaid: 230, amountDue: 8 });
    await store.close();
  });

  test("payments and cancellations that race leave one state: no payment after the cancellation", async () => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const pay = () => acme.recordPayment(id, { amount: 10 });
    const [cancelled, ...paid] = await Promise.allSettled([acme.cancel(id), ...Array.from({ length: 10 }, pay)]);
    expect(cancelled?.status).toBe("fulfilled");
    const refusals = paid.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refusals.every(({ reason }) => isRefusal(reason, "invoice_cancelled"))).toBe(true);
    const amountPaid = (paid.length - refusals.length) * 10;
    expect(await acme.get(id)).toMatchObject({ status: "CANCELLED", amountPaid, amountDue: 0 });
    await store.close();
  });
});

test.each([
  [0.001, "has more decimals than EUR allows"],
  [Number.MAX_VALUE, "is too large to store exactly"],
])("a prepaid amount of %s is refused: it %s", async (prepaidAmount, detail) => {
  const { acme, store } = await openBooks();
  const before = await traceOf(store);
  await expect(acme.issue(order({ prepaidAmount }))).rejects.toMatchObject({
    code: "amount_out_of_range",
    message: `The prepaid amount ${detail}.`,
    errors: [{ pointer: "/prepaidAmount", detail }],
  });
  expect(await traceOf(store)).toEqual(before);
});

test("many small payments add up exactly", async () => {
  const { acme } = await openBooks();
  const { id, total } = await acme.issue(order({ items: [{ description: "Pen", quantity: 3, unitPrice: 0.1 }] }));
  expect(total).toBe(0.36);
  for (const amount of [0.1, 0.2, 0.05]) await acme.recordPayment(id, { amount });
  expect(await acme.get(id)).toMatchObject({ amountPaid: 0.35, amountDue: 0.01, status: "SENT" });
  expect(await acme.recordPayment(id, { amount: 0.01 })).toMatchObject({ amountPaid: 0.36, status: "PAID" });
});

test.each([
  ["EUR", 0.001],
  ["EUR", 1e-7],
  ["JPY", 0.5],
  ["KWD", 0.0001],
])("%s has no such minor unit as in %d", async (currency, amount) => {
  const { acme, store } = await openBooks();
  const { id } = await acme.issue(order({ currency }));
  const before = await traceOf(store);
  await expect(acme.recordPayment(id, { amount })).rejects.toMatchObject({
    code: "amount_out_of_range",
    errors: [{ pointer: "/amount", detail: expect.stringContaining(currency) }],
  });
  expect(await traceOf(store)).toEqual(before);
});

test("a paid invoice and one of nothing take no more", async () => {
  const { acme } = await openBooks();
  const paid = await acme.issue(order());
  await acme.recordPayment(paid.id, { amount: 238 });
  await expect(acme.recordPayment(paid.id, { amount: 0.01 })).rejects.toSatisfy(refused("payment_exceeds_amount_due"));
  const free = await acme.issue(order({ items: [{ description: "Gift", quantity: 1, unitPrice: 0 }] }));
  expect(free).toMatchObject({ total: 0, status: "SENT", amountDue: 0 });
  await expect(acme.recordPayment(free.id, { amount: 1 })).rejects.toSatisfy(refused("payment_exceeds_amount_due"));
});

test("a payment without a date is dated today in the company's time zone", async () => {
  const { acme, clock } = await openBooks(undefined, { timeZone: "Pacific/Kiritimati" });
  const { id } = await acme.issue(order());
  clock.set("2026-12-31T10:00:00.000Z");
  expect((await acme.recordPayment(id, { amount: 1 })).payments[0]?.paidOn).toBe("2027-01-01");
});

describe("paidOn", () => {
  test.each(["2026-11-22", "2099-01-01", "2025-11-19", "1926-11-20"])(
    "%s is refused: later than tomorrow, or more than a year before the invoice",
    async (paidOn) => {
      const { acme, store } = await openBooks();
      const { id } = await acme.issue(order());
      const before = await traceOf(store);
      const refusal = { code: "request_invalid", errors: [{ pointer: "/paidOn" }] };
      await expect(acme.recordPayment(id, { amount: 1, paidOn })).rejects.toMatchObject(refusal);
      expect(await traceOf(store)).toEqual(before);
    },
  );

  test.each(["2025-11-20", "2026-11-21"])("%s is taken", async (paidOn) => {
    const { acme } = await openBooks();
    const { id } = await acme.issue(order());
    expect((await acme.recordPayment(id, { amount: 1, paidOn })).payments).toMatchObject([{ paidOn }]);
  });

  test("tomorrow is by the company's time zone", async () => {
    const { acme, clock } = await openBooks(undefined, { timeZone: "Pacific/Auckland" });
    const { id } = await acme.issue(order());
    clock.set("2026-11-20T11:30:00.000Z"); // after midnight in Auckland
    expect((await acme.recordPayment(id, { amount: 1, paidOn: "2026-11-22" })).amountPaid).toBe(1);
  });
});
