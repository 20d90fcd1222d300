import { once } from "node:events";
import type { InvoicingEvent, InvoicingOptions } from "faktura";
import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { billedCounters, countersOf, HeldStore, openBooks } from "./books.ts";

test("an event comes after the commit, with the company, the actor and the invoice", async () => {
  const store = new HeldStore();
  const seen: Promise<unknown>[] = [];
  const onEvent = ({ companyId, invoice }: InvoicingEvent) => seen.push(store.reader.find(companyId, invoice!.id));
  const { acme } = await openBooks(store, {}, { onEvent });
  const { id } = await acme.issue(order());
  expect(await seen[0]).toMatchObject({ document: { id } });
});

test("the actor is passed to the listener, and only there", async () => {
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

const fault = new Error("the listener is broken");
const BROKEN: [string, () => unknown][] = [
  [
    "throws",
    () => {
      throw fault;
    },
  ],
  ["rejects", async () => Promise.reject(fault)],
  // biome-ignore lint/suspicious/noThenProperty: what some libraries give instead of a promise
  ["gives a thenable that rejects", () => ({ then: (_done: unknown, fail: (error: Error) => void) => fail(fault) })],
  [
    "gives a thenable that throws",
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: see above
      then: () => {
        throw fault;
      },
    }),
  ],
];

const SCENES = STORES.flatMap((store) => BROKEN.map(([how, onEvent]) => ({ ...store, how, onEvent })));

test.each(SCENES)(
  "$name: a listener that $how becomes a warning, and the books are as if it had not",
  async (scene) => {
    const { open, onEvent } = scene;
    const { acme, store } = await openBooks(await open(), {}, { onEvent: onEvent as InvoicingOptions["onEvent"] });
    const warned = once(process, "warning");
    const { id, invoiceNumber } = await acme.issue(order());
    expect(await warned).toEqual([fault]);
    expect(invoiceNumber).toBe("INV-202611-0001");
    const warnedAgain = once(process, "warning");
    const paid = await acme.recordPayment(id, { amount: 38 });
    expect(await warnedAgain).toEqual([fault]);
    expect(await acme.get(id)).toEqual(paid);
    expect(paid).toMatchObject({ status: "SENT", amountPaid: 38, amountDue: 200 });
    expect([await countersOf(store), await billedCounters(store)]).toEqual([[1], [1]]);
    await store.close();
  },
);

test.each([["a text"], [null], [undefined], [Object.create(null)], [Symbol("broken")]])(
  "a listener that throws %o, which is no error, becomes a warning as well",
  async (thrown) => {
    const throws = () => {
      throw thrown;
    };
    for (const onEvent of [throws, async () => throws()]) {
      const { acme } = await openBooks(undefined, {}, { onEvent });
      const warned = once(process, "warning");
      expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0001" });
      expect(await warned).toMatchObject([{ code: "FAKTURA_EVENT_LISTENER" }]);
    }
  },
);
