import assert from "node:assert/strict";
import type { InvoiceFilter, PageRequest } from "../../ports/invoice-repository.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { continueFrom, issue, settle } from "../issue-invoices.ts";
import { listed, valuesOf } from "../read-books.ts";
import { ACME, CANCELLED, oneTo, PAID } from "../samples.ts";

/** Lists page by page: where pages, days and statuses begin and end. */
export const listPageCases: ContractCases = {
  "pages are full up to a limit of a hundred, and the last one has the rest": async (store) => {
    await issue(store, { count: 201 });
    const all = oneTo(201).reverse();
    assert.deepEqual(await pagesOf(store, {}, 100), [all.slice(0, 100), all.slice(100, 200), [1]]);
    assert.deepEqual(await pagesOf(store, {}, 67), [all.slice(0, 67), all.slice(67, 134), all.slice(134)]);
  },
  "a page is empty however far it is beyond the end, and still has the total": async (store) => {
    await issue(store, { count: 20 });
    for (const filter of [{}, { status: "SENT" }, { from: "2026-11-20", to: "2026-11-20" }] as const) {
      for (const page of [21, 2 ** 31, 2 ** 53 - 1]) {
        const request = { ...filter, page, limit: 100 };
        assert.deepEqual(await store.reader.list(ACME, request), { invoices: [], total: 20 });
      }
    }
  },
  "the list of a continued sequence begins with the first invoice that was issued here": async (store) => {
    await continueFrom(store, { lastCounter: 4000, lastIssueDate: "2026-11-18" });
    await issue(store, { count: 3, issueDate: "2026-11-19" });
    await issue(store, { count: 2, issueDate: "2026-11-20" });
    assert.deepEqual(await pagesOf(store, {}, 2), [[4005, 4004], [4003, 4002], [4001]]);
    assert.deepEqual(await pagesOf(store, { to: "2026-11-19" }, 2), [[4003, 4002], [4001]]);
    assert.deepEqual(await pagesOf(store, { from: "2026-11-20" }, 2), [[4005, 4004]]);
    assert.deepEqual(await pagesOf(store, { status: "SENT" }, 4), [[4005, 4004, 4003, 4002], [4001]]);
    assert.deepEqual(await pagesOf(store, { status: "PAID" }, 4), []);
  },
  "pages of a list by dates contain exactly the invoices of these days": async (store) => {
    await issue(store, { count: 3, issueDate: "2026-11-18" });
    await issue(store, { count: 1, issueDate: "2026-11-19" });
    await issue(store, { count: 5, issueDate: "2026-11-21" });
    await issue(store, { count: 2, issueDate: "2026-11-22" });
    const days = (from: string, to: string) => pagesOf(store, { from, to }, 2);
    assert.deepEqual(await days("2026-11-18", "2026-11-18"), [[3, 2], [1]]);
    assert.deepEqual(await days("2026-11-19", "2026-11-19"), [[4]]);
    assert.deepEqual(await days("2026-11-19", "2026-11-21"), [
      [9, 8],
      [7, 6],
      [5, 4],
    ]);
    assert.deepEqual(await days("2026-11-20", "2026-11-20"), []);
    assert.deepEqual(await days("2026-11-22", "2026-12-31"), [[11, 10]]);
    assert.deepEqual(await pagesOf(store, { from: "2026-11-23" }, 2), []);
    assert.deepEqual(await pagesOf(store, { to: "2026-11-17" }, 2), []);
  },
  "an invoice whose status changes moves to the other list, in the order of numbers": async (store) => {
    await issue(store, { count: 6 });
    const lists = async () => [
      ...(await pagesOf(store, { status: "SENT" }, 6)),
      ...(await pagesOf(store, { status: "PAID" }, 6)),
      ...(await pagesOf(store, { status: "CANCELLED" }, 6)),
    ];
    await settle(store, [5], PAID);
    assert.deepEqual(await lists(), [[6, 4, 3, 2, 1], [5]]);
    await settle(store, [2], PAID);
    await settle(store, [6, 1], CANCELLED);
    assert.deepEqual(await lists(), [
      [4, 3],
      [5, 2],
      [6, 1],
    ]);
    assert.deepEqual(await pagesOf(store, {}, 6), [[6, 5, 4, 3, 2, 1]]);
  },
  "pages and totals of a status are right if nearly all invoices have it, and if hardly any has": async (store) => {
    await issue(store, { count: 40, issueDate: "2026-11-19" });
    await issue(store, { count: 60, issueDate: "2026-11-20" });
    const [oldest, cancelled] = [
      [1, 2],
      [30, 99],
    ];
    const paid = oneTo(100).filter((counter) => ![...oldest, ...cancelled].includes(counter));
    await settle(store, paid, PAID);
    await settle(store, cancelled, CANCELLED);
    assert.deepEqual(await pagesOf(store, { status: "SENT" }, 9), [[2, 1]]);
    assert.deepEqual(await pagesOf(store, { status: "CANCELLED" }, 9), [[99, 30]]);
    assert.deepEqual((await pagesOf(store, { status: "PAID" }, 9)).flat(), paid.toReversed());
    const later = paid.filter((counter) => counter > 40).reverse();
    assert.deepEqual((await pagesOf(store, { status: "PAID", from: "2026-11-20" }, 7)).flat(), later);
    assert.deepEqual(await pagesOf(store, { status: "SENT", from: "2026-11-20" }, 7), []);
  },
  "a page below a counter begins with the next older invoice that matches, and its total is of all": async (store) => {
    await issue(store, { count: 3, issueDate: "2026-11-19" });
    await issue(store, {
      count: 4,
      issueDate: "2026-11-20",
      clientName: "Ada",
      reference: "R-1",
      dueDate: "2026-12-01",
    });
    await settle(store, [2, 5], PAID);
    const below = async (before: number, filter: InvoiceFilter, limit = 2) => {
      const { invoices, total } = await store.reader.list(ACME, { ...filter, page: 1, limit, before });
      return [invoices.map(({ counter }) => counter), total];
    };
    assert.deepEqual(await below(8, {}), [[7, 6], 7]);
    assert.deepEqual(await below(6, {}), [[5, 4], 7]);
    assert.deepEqual(await below(2, {}), [[1], 7]);
    assert.deepEqual(await below(1, {}), [[], 7]);
    assert.deepEqual(await below(6, { status: "SENT" }), [[4, 3], 5]);
    assert.deepEqual(await below(3, { status: "PAID" }), [[2], 2]);
    assert.deepEqual(await below(7, { from: "2026-11-20" }), [[6, 5], 4]);
    assert.deepEqual(await below(5, { from: "2026-11-20" }), [[4], 4]);
    assert.deepEqual(await below(7, { to: "2026-11-19" }), [[3, 2], 3]);
    for (const filter of [{ client: "ada" }, { reference: "R-1" }, { dueBefore: "2026-12-02" }]) {
      assert.deepEqual(await below(7, filter), [[6, 5], 4]);
      assert.deepEqual(await below(5, { ...filter, status: "SENT" }), [[4], 3]);
    }
  },
  "without a total, a store may name up to as many older counters as were asked for, and reads these alone": async (
    store,
  ) => {
    await issue(store, { count: 9, clientName: "Ada", reference: "R-1", dueDate: "2026-12-01" });
    await settle(store, [5], PAID);
    const due = { dueBefore: "2026-12-02" };
    for (const filter of [{}, { client: "ada" }, { reference: "R-1" }, due, { ...due, status: "SENT" }] as const) {
      const read = async (request: Partial<PageRequest>) => {
        const page = await store.reader.list(ACME, { ...filter, page: 1, limit: 1, ahead: 2, ...request });
        return { rest: page.rest, counters: page.invoices.map(({ counter }) => counter) };
      };
      const unpaid = "status" in filter;
      const { counters, rest = unpaid ? [4, 3] : [5, 4] } = await read({ before: 7 });
      assert.deepEqual(counters, [6]);
      assert.deepEqual(rest, unpaid ? [4, 3] : [5, 4]);
    }
    const named = await store.reader.list(ACME, { ...due, page: 1, limit: 1, ahead: 2 });
    if (named.rest === undefined) return; // then nobody asks for them
    const among = await store.reader.list(ACME, {
      ...due,
      status: "SENT",
      page: 1,
      limit: 9,
      ahead: 2,
      among: [7, 5, 2],
    });
    assert.deepEqual(valuesOf(among.invoices, "counter"), [7, 2]);
  },
};

/** The counters on every page of the list, up to the first empty one. Every page must have the same, correct total. */
async function pagesOf(store: InvoicingStore, filter: InvoiceFilter, limit: number): Promise<number[][]> {
  const pages: number[][] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { counters, total } = await listed(store, { ...filter, page, limit });
    totals.add(total);
    if (counters.length === 0) break;
    pages.push(counters);
  }
  assert.deepEqual([...totals], [pages.flat().length]);
  return pages;
}
