import { setImmediate as nextTurn } from "node:timers/promises";
import type { Invoice, InvoiceEntry, ListFilter } from "faktura";
import { describe, expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { type Books, HeldStore, openBooks } from "../books.ts";

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

/** The fields that have a value. */
const given = (entry: object) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));

describe.each(EVERY_STORE)("$name", ({ open }) => {
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

  test("after goes on towards older invoices, though others are issued meanwhile", async () => {
    const books = await openBooks(await open());
    await fill(books);
    const { acme, store } = books;
    const page = async (request: Parameters<typeof acme.list>[0]) => {
      const { data, ...rest } = await acme.list({ limit: 5, ...request });
      return { ...rest, numbers: data.map(({ invoiceNumber }) => invoiceNumber) };
    };
    const counters = (numbers: readonly string[]) => numbers.map((number) => Number(number.slice(-4)));
    const first = await page({});
    await acme.issue(order());
    const second = await page({ after: first.numbers.at(-1)! });
    expect(counters(second.numbers)).toEqual([7, 6, 5, 4, 3]);
    expect(second).toMatchObject({ page: 1, limit: 5, total: 13 });
    const last = await page({ after: second.numbers.at(-1)!.toLowerCase() });
    expect(counters(last.numbers)).toEqual([2, 1]);
    expect(counters((await page({ after: last.numbers.at(-1)! })).numbers)).toEqual([]);
    const paid = await page({ after: first.numbers.at(-1)!, status: "PAID", from: "2026-11-29" });
    expect({ ...paid, numbers: counters(paid.numbers) }).toEqual({ numbers: [5], page: 1, limit: 5, total: 2 });
    await store.close();
  });

  test("after needs a number that the company has, and no page", async () => {
    const { acme, invoicing, store, clock } = await openBooks(await open());
    const { invoiceNumber } = await acme.issue(order());
    clock.set("2026-12-20T12:00:00Z");
    const refused = (request: object) => acme.list(request).catch(({ code, errors }) => [code, errors[0].parameter]);
    for (const after of ["INV-202611-0002", "INV-209901-0001", "1", "", "\0"])
      expect(await refused({ after }), after).toEqual(["request_invalid", "after"]);
    expect(await refused({ after: invoiceNumber, page: 1 })).toEqual(["request_invalid", "page"]);
    expect(await refused({ after: 1 })).toEqual(["request_invalid", "after"]);
    const other = invoicing.company("other").list({ after: invoiceNumber });
    await expect(other).rejects.toMatchObject({ code: "request_invalid" });
    await store.close();
  });

  test("listAll gives every invoice that matches once, newest first, and none that is issued later", async () => {
    const { acme, store, clock } = await openBooks(await open());
    const orders = oneTo(250).map((place) => order(place % 2 === 0 ? { dueDate: "2026-12-24" } : {}));
    clock.set("2026-11-28T12:00:00Z");
    const issued = (await acme.issueMany(orders)).reverse();
    const all = acme.listAll();
    await acme.issue(order());
    const seen: string[] = [];
    for await (const invoice of all) {
      if (seen.length % 100 === 0) await acme.issue(order());
      seen.push(invoice.invoiceNumber);
    }
    expect(seen).toEqual(issued.map(({ invoiceNumber }) => invoiceNumber));
    await acme.recordPayment(issued[0]!.id, { amount: issued[0]!.total });
    const due = [];
    for await (const invoice of acme.listAll({ dueBefore: "2026-12-25", status: "SENT", to: "2026-11-28" }))
      due.push(invoice);
    expect(due).toEqual(issued.filter(({ dueDate, id }) => dueDate !== undefined && id !== issued[0]!.id));
    await store.close();
  });

  test("listEntries gives the entries of the same invoices, whatever their documents and states", async () => {
    const { acme, store } = await openBooks(await open());
    const retention = { reason: "warranty", percent: 5, dueOn: "2027-11-20" };
    const orders = [
      order({ dueDate: "2026-11-01", retentions: [retention] }),
      order({ clientName: 'Łódź "&" Co', prepaidAmount: 100, metadata: { currency: "XXX", dueDate: "1999-01-01" } }),
      order({ items: [{ description: "x", quantity: 1, unitPrice: 123456789012.34 }] }),
      ...oneTo(120).map(() => order()),
    ];
    const issued = await acme.issueMany(orders);
    await acme.recordPayment(issued[0]!.id, { amount: 1.11 });
    await acme.recordPayment(issued[3]!.id, { amount: issued[3]!.total });
    await acme.cancel(issued[4]!.id);
    await acme.credit(issued[5]!.id, { reason: "returned" });
    await acme.writeOff(issued[6]!.id, { reason: "insolvent", on: "2026-11-20" });
    const filters = [
      {},
      { due: true },
      { status: "PAID" },
      { search: "łódź" },
      { overdue: true },
      { reference: "none" },
    ];
    for (const filter of filters as readonly ListFilter[]) {
      const [whole, entries]: [Invoice[], InvoiceEntry[]] = [[], []];
      for await (const invoice of acme.listAll(filter)) whole.push(invoice);
      for await (const entry of acme.listEntries(filter)) entries.push(entry);
      expect(entries).toHaveLength(whole.length);
      for (const [place, entry] of entries.entries())
        expect(whole[place], JSON.stringify(filter)).toMatchObject(given(entry));
      if (!("reference" in filter)) expect(whole.length, JSON.stringify(filter)).toBeGreaterThan(0);
    }
    await store.close();
  });

  test("listAll leaves out what is issued right after the call, every time", async () => {
    const { acme, store } = await openBooks(await open());
    for (const count of oneTo(20)) {
      const all = acme.listAll({ from: "2026-11-01" })[Symbol.asyncIterator]();
      const issued = await Promise.all([acme.issue(order()), acme.issue(order())]);
      const { value } = await all.next();
      expect(
        issued.map(({ id }) => id),
        `call ${count}`,
      ).not.toContain(value?.id);
    }
    await store.close();
  });

  test("listAll refuses a filter that it does not know when it is iterated, and reads nothing else", async () => {
    const { acme, store } = await openBooks(await open());
    for (const filter of [{ page: 1 }, { after: "INV-202611-0001" }, { dueBefore: "tomorrow" }]) {
      const all = acme.listAll(filter as object)[Symbol.asyncIterator]();
      await expect(all.next()).rejects.toMatchObject({ code: "request_invalid" });
    }
    acme.listAll({ dueBefore: "tomorrow" }); // nobody asks
    await store.close();
  });

  test("dueBefore finds what is due before the day, in any status", async () => {
    const { acme, store } = await openBooks(await open());
    const due = (dueDate: string) => acme.issue(order({ dueDate }));
    const [paid] = [await due("2026-12-01"), await due("2026-12-02"), await acme.issue(order())];
    await acme.recordPayment(paid.id, { amount: paid.total });
    const counters = async (request: Parameters<typeof acme.list>[0]) =>
      (await acme.list(request)).data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
    expect(await counters({ dueBefore: "2026-12-02" })).toEqual([1]);
    expect(await counters({ dueBefore: "2026-12-03" })).toEqual([2, 1]);
    expect(await counters({ dueBefore: "2026-12-03", status: "SENT" })).toEqual([2]);
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

test("listAll holds up what is written after it until it knows the newest number, and no longer", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const first = await acme.issue(order());
  const before = store.transactions;
  const { list } = store.reader;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  store.reader.list = async (...request) => {
    await held;
    return list(...request);
  };
  const all = [acme.listAll(), acme.listAll({ status: "SENT" })];
  const issued = [acme.issue(order()), acme.issue(order())];
  for (const _ of oneTo(20)) await nextTurn();
  expect(store.transactions).toBe(before);
  answer();
  const numbers = (await Promise.all(issued)).map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
  expect(numbers).toEqual([2, 3]);
  for (const each of all) for await (const { id } of each) expect(id).toBe(first.id);
  store.reader.list = () => Promise.reject(new Error("the database is away"));
  const failed = acme.listAll();
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0004$/);
  await expect(failed[Symbol.asyncIterator]().next()).rejects.toThrow("the database is away");
});
