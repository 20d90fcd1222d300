import { once } from "node:events";
import type { InvoicingEvent, InvoicingOptions } from "faktura";
import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { countersOf, HeldStore, openBooks } from "./books.ts";

test("an event comes after the commit, with the company, the actor and the invoice", async () => {
  const store = new HeldStore();
  const seen: Promise<unknown>[] = [];
  const onEvent = ({ companyId, invoice }: InvoicingEvent) => seen.push(store.reader.find(companyId, invoice.id));
  const { acme } = await openBooks(store, {}, { onEvent });
  const { id } = await acme.issue(order());
  expect(await seen[0]).toMatchObject({ document: { id } });
});

test("the actor is told to the listener, and only there", async () => {
  const { invoicing, events } = await openBooks();
  const invoice = await invoicing.company("acme", { actor: "anna" }).issue(order());
  expect(events).toEqual([{ type: "invoice.issued", companyId: "acme", actor: "anna", invoice }]);
  expect(JSON.stringify(invoice)).not.toContain("anna");
});

test("what was refused, replayed or rolled back is no event", async () => {
  const store = new HeldStore();
  const { acme, events } = await openBooks(store);
  await acme.issue(order(), { idempotencyKey: "k" });
  await acme.issue(order(), { idempotencyKey: "k" });
  await expect(acme.issue(order({ taxRate: 1 }))).rejects.toThrow();
  store.fault = new Error("the disk is full");
  await expect(acme.issue(order())).rejects.toThrow("the disk is full");
  expect(events).toHaveLength(1);
});

const broken: [string, InvoicingOptions["onEvent"]][] = [
  [
    "throws",
    () => {
      throw new Error("the listener is broken");
    },
  ],
  ["rejects", async () => Promise.reject(new Error("the listener is broken"))],
];

test.each(broken)("a listener that %s becomes a warning; the invoice is issued all the same", async (_how, onEvent) => {
  const { acme, store } = await openBooks(undefined, {}, { onEvent });
  const warned = once(process, "warning");
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0001" });
  expect(await warned).toMatchObject([{ message: "the listener is broken" }]);
  expect(await countersOf(store)).toEqual([1]);
});
