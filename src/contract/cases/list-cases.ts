import assert from "node:assert/strict";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { issue, settle } from "../issue-invoices.ts";
import { listed } from "../read-books.ts";
import { ACME, CANCELLED, oneTo, PAID } from "../samples.ts";

/** Lists: newest first, page by page, filtered by status and issue date. */
export const listCases: ContractCases = {
  "the list of an empty company is empty": async (store) => {
    assert.deepEqual(await store.reader.list(ACME, { page: 1, limit: 20 }), { invoices: [], total: 0 });
    const filtered = { page: 1, limit: 20, status: "SENT", from: "2026-01-01", to: "2026-12-31" } as const;
    assert.deepEqual(await store.reader.list(ACME, filtered), { invoices: [], total: 0 });
  },
  "a list begins with the newest number": async (store) => {
    // More than nine, because 10 comes before 9 if numbers are sorted as strings.
    await issue(store, { count: 11 });
    assert.deepEqual((await listed(store)).counters, oneTo(11).reverse());
  },
  "pages do not overlap, each has the total, and pages after the last one are empty": async (store) => {
    await issue(store, { count: 5 });
    const pages = await Promise.all([1, 2, 3, 4, 1000].map((page) => listed(store, { page, limit: 2 })));
    assert.deepEqual(pages, [
      { counters: [5, 4], total: 5 },
      { counters: [3, 2], total: 5 },
      { counters: [1], total: 5 },
      { counters: [], total: 5 },
      { counters: [], total: 5 },
    ]);
  },
  "a status filter finds the invoices that have the status now": async (store) => {
    await issueOverFourDays(store);
    assert.deepEqual(await listed(store, { status: "SENT" }), { counters: [8, 7, 5, 4, 3, 2], total: 6 });
    assert.deepEqual(await listed(store, { status: "PAID" }), { counters: [1], total: 1 });
    assert.deepEqual(await listed(store, { status: "CANCELLED" }), { counters: [6], total: 1 });
  },
  "the first and the last requested issue date are both included": async (store) => {
    await issueOverFourDays(store);
    assert.deepEqual((await listed(store, { from: "2026-11-20" })).counters, [8, 7, 6, 5, 4, 3]);
    assert.deepEqual((await listed(store, { to: "2026-11-20" })).counters, [4, 3, 2, 1]);
    assert.deepEqual((await listed(store, { from: "2026-11-20", to: "2026-11-20" })).counters, [4, 3]);
  },
  "requested dates may be days without an invoice, before the first and after the last one": async (store) => {
    await issueOverFourDays(store);
    assert.deepEqual((await listed(store, { from: "2026-11-21", to: "2026-11-29" })).counters, []);
    assert.deepEqual((await listed(store, { from: "0001-01-01", to: "2026-11-18" })).counters, []);
    assert.deepEqual((await listed(store, { from: "2027-01-02" })).counters, []);
    assert.deepEqual((await listed(store, { from: "2026-01-01", to: "9999-12-31" })).counters, oneTo(8).reverse());
  },
  "filters combine, and the total counts what they find on all pages": async (store) => {
    await issueOverFourDays(store);
    const filter = { status: "SENT", from: "2026-11-20", to: "2026-11-30" } as const;
    assert.deepEqual(await listed(store, { ...filter, limit: 2 }), { counters: [5, 4], total: 3 });
    assert.deepEqual(await listed(store, { ...filter, page: 2, limit: 2 }), { counters: [3], total: 3 });
  },
};

/** Two invoices on each of four days, with gaps between the days; 1 is paid and 6 cancelled. */
async function issueOverFourDays(store: InvoicingStore): Promise<void> {
  for (const issueDate of ["2026-11-19", "2026-11-20", "2026-11-30", "2027-01-01"]) {
    await issue(store, { count: 2, issueDate });
  }
  await settle(store, [1], PAID);
  await settle(store, [6], CANCELLED);
}
