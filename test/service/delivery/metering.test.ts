import { describe, expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { billedCounters, openBooks } from "../books.ts";

describe.each(STORES)("$name", ({ open }) => {
  test("each issued invoice is billed once, under an id made of its own, when it was issued", async () => {
    const { acme, store } = await openBooks(await open());
    const issued = await Promise.all(oneTo(5).map(() => acme.issue(order())));
    const inOrder = issued.sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
    expect(await store.billing.pending("acme")).toEqual(
      inOrder.map(({ id, issuedAt }, index) => ({
        id: `invoice.issued:${id}`,
        companyId: "acme",
        invoiceId: id,
        counter: index + 1,
        occurredAt: issuedAt,
      })),
    );
    await store.close();
  });

  test("what is refused, replayed, paid, cancelled or only suggested is not billed", async () => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order(), { idempotencyKey: "once" });
    const before = await store.billing.pending("acme");
    await Promise.allSettled([
      acme.issue(order(), { idempotencyKey: "once" }),
      acme.issue(order({ note: "other" }), { idempotencyKey: "once" }),
      acme.issue(order({ taxRate: 7 })),
      acme.issue(order({ items: [] })),
      acme.suggestVat({ clientCountry: "FR" }),
    ]);
    await acme.recordPayment(id, { amount: 1 });
    await acme.cancel(id);
    expect(await store.billing.pending("acme")).toEqual(before);
    expect(before).toHaveLength(1);
    await store.close();
  });

  test("what the company's panel issues takes the next numbers and is not billed", async () => {
    const { acme, store, invoicing } = await openBooks(await open());
    const panel = invoicing.company("acme", { source: "panel" });
    await acme.issue(order());
    const issued = await panel.issue(order(), { idempotencyKey: "once" });
    const many = await panel.issueMany([order(), order()]);
    const again = await acme.issue(order(), { idempotencyKey: "once" });
    await acme.issue(order());
    expect(again).toEqual(issued);
    const numbers = [issued, ...many].map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
    expect([numbers, await billedCounters(store)]).toEqual([
      [2, 3, 4],
      [1, 5],
    ]);
    await store.close();
  });

  test("events stay until they are acknowledged, oldest first, and as many as are asked for", async () => {
    const { acme, store } = await openBooks(await open());
    for (const _ of oneTo(5)) await acme.issue(order());
    const first = await store.billing.pending("acme", 2);
    expect(first.map(({ counter }) => counter)).toEqual([1, 2]);
    expect(await store.billing.pending("acme", 2)).toEqual(first);
    await store.billing.acknowledge("acme", [...first.map(({ id }) => id), "invoice.issued:unknown"]);
    expect((await store.billing.pending("acme")).map(({ counter }) => counter)).toEqual([3, 4, 5]);
    await acme.issue(order());
    expect((await store.billing.pending("acme")).at(-1)?.counter).toBe(6);
    await store.close();
  });
});
