import { describe, expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { type Books, openBooks } from "../books.ts";

/** Twelve invoices, four on each of three days; the first of each day is paid, the second cancelled. */
async function fill({ acme, clock }: Books): Promise<void> {
  for (const day of ["2026-11-28", "2026-11-30", "2026-12-01"]) {
    clock.set(`${day}T12:00:00.000Z`);
    const invoices = await Promise.all(oneTo(4).map(() => acme.issue(order())));
    const [paid, cancelled] = invoices.sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
    await acme.recordPayment(paid!.id, { amount: 238 });
    await acme.cancel(cancelled!.id);
  }
}

describe.each(STORES)("$name", ({ open }) => {
  test("lists come newest number first, in pages, with the total of all pages", async () => {
    const books = await openBooks(await open());
    await fill(books);
    const { acme, store } = books;
    const counters = async (request: Parameters<typeof acme.list>[0]) =>
      (await acme.list(request)).data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
    expect(await counters({})).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await counters({ limit: 5 })).toEqual([12, 11, 10, 9, 8]);
    expect(await counters({ limit: 5, page: 3 })).toEqual([2, 1]);
    expect(await acme.list({ limit: 5, page: 4 })).toEqual({ data: [], page: 4, limit: 5, total: 12 });
    expect(await acme.list()).toMatchObject({ page: 1, limit: 20, total: 12 });
    await store.close();
  });

  test("from and to are issue dates, both inclusive, and a status filters", async () => {
    const books = await openBooks(await open());
    await fill(books);
    const { acme, store } = books;
    const counters = async (request: Parameters<typeof acme.list>[0]) =>
      (await acme.list(request)).data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
    expect(await counters({ from: "2026-11-30" })).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
    expect(await counters({ to: "2026-11-30" })).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await counters({ from: "2026-11-30", to: "2026-11-30" })).toEqual([8, 7, 6, 5]);
    expect(await counters({ from: "2026-11-29", to: "2026-11-29" })).toEqual([]);
    expect(await counters({ to: "2026-11-27" })).toEqual([]);
    expect(await counters({ from: "2026-12-02" })).toEqual([]);
    expect(await counters({ status: "PAID" })).toEqual([9, 5, 1]);
    expect(await counters({ status: "CANCELLED", from: "2026-11-30" })).toEqual([10, 6]);
    expect(await acme.list({ status: "SENT", to: "2026-11-30", limit: 1, page: 2 })).toMatchObject({ total: 4 });
    await store.close();
  });

  test("an invoice is found by its number and by the keys of its requests, as it is now", async () => {
    const { acme, store } = await openBooks(await open());
    const [first, second] = [await acme.issue(order(), { idempotencyKey: "one" }), await acme.issue(order())];
    await acme.recordPayment(second.id, { amount: 38 }, { idempotencyKey: "paid" });
    await acme.credit(
      second.id,
      { reason: "Returned", lines: [{ line: 1, netAmount: 10 }] },
      { idempotencyKey: "back" },
    );
    const [found, other] = [await acme.get(second.id), await acme.get(first.id)];
    expect(found.amountDue).toBe(188.1);
    expect(await acme.getByNumber(second.invoiceNumber)).toEqual(found);
    expect(await acme.getByNumber(second.invoiceNumber.toLowerCase())).toEqual(found);
    expect(await acme.getByKey("one")).toEqual(other);
    expect(await acme.getByKey("paid")).toEqual(found);
    expect(await acme.getByKey("back")).toEqual(found);

    const [year, month] = second.issueDate.split("-");
    const unknown = [
      "",
      "1",
      "INV",
      "INV-",
      `OTHER-${year}${month}-0002`,
      `INV-${year}${month}-0003`,
      `INV-209901-0002`,
    ];
    for (const number of [...unknown, `INV-CN-${year}${month}-0001`, `INV-${year}${month}-00002`]) {
      await expect(acme.getByNumber(number), number).rejects.toMatchObject({ code: "invoice_not_found" });
    }
    for (const key of ["", "ONE", "never", "\0"]) {
      await expect(acme.getByKey(key), key).rejects.toMatchObject({ code: "invoice_not_found" });
    }
    await store.close();
  });
});
