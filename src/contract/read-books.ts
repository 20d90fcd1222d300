import assert from "node:assert/strict";
import type { InvoiceFilter, PageRequest } from "../ports/invoice-repository.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import { ACME } from "./samples.ts";

/** One field of each row; `undefined` of a row that is missing. */
export function valuesOf<Row, Name extends keyof Row>(rows: readonly (Row | undefined)[], name: Name) {
  return rows.map((row) => row?.[name]);
}

/** The counters on a page, and how many invoices all pages have. */
export async function listed(store: InvoicingStore, request: Partial<PageRequest> = {}) {
  const { invoices, total } = await store.reader.list(ACME, { page: 1, limit: 100, ...request });
  return { counters: invoices.map(({ counter }) => counter), total };
}

/** The counters of all invoices that a filter finds. */
export async function found(store: InvoicingStore, filter: InvoiceFilter): Promise<number[]> {
  const { counters, total } = await listed(store, filter);
  assert.equal(total, counters.length);
  return counters;
}

/** The counters of all the company's invoices, in ascending order. */
export async function countersOf(store: InvoicingStore, companyId = ACME): Promise<number[]> {
  const counters: number[] = [];
  for (let page = 1; ; page += 1) {
    const { invoices } = await store.reader.list(companyId, { page, limit: 100 });
    counters.push(...invoices.map(({ counter }) => counter));
    if (invoices.length < 100) return counters.reverse();
  }
}

/** Everything that can be read from a company's books outside a transaction. */
export async function readEverything(store: InvoicingStore, companyId: string, keys: readonly string[] = []) {
  const { invoices, total } = await store.reader.list(companyId, { page: 1, limit: 100 });
  const ids = invoices.map(({ document }) => document.id);
  return {
    total,
    invoices: await Promise.all(ids.map((id) => store.reader.find(companyId, id))),
    keys: await Promise.all(keys.map((key) => store.reader.findKey(companyId, key))),
    events: await store.billing.pending(companyId),
    profile: (await store.companies.profile(companyId)) ?? undefined,
  };
}
