/**
 * Goal: a call asks the store for what it needs, in the order that keeps the books whole, and for nothing else: each
 * question more is a round trip to a database while the company's sequence is locked.
 * Method: a store in memory whose transactions write down what they are asked for.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Company, InvoicingStore, NumberSequence, StoreTransaction } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { HeldStore, openBooks } from "../books.ts";

/** A store whose transactions go through `change` on their way. */
function changedStore(change: (ports: StoreTransaction) => StoreTransaction): InvoicingStore {
  const store = memoryStore();
  const transaction: InvoicingStore["transaction"] = (companyId, work) =>
    store.transaction(companyId, (ports) => work(change(ports)));
  return new Proxy(store, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name, target)),
  });
}

/** The books of acme, and what their transactions were asked for since the last question: names, and what was looked for. */
async function openRecorded() {
  const asked: string[] = [];
  const recorded = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name, target);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          asked.push(String(name).startsWith("find") ? `${String(name)} ${JSON.stringify(args[0])}` : String(name));
          return Reflect.apply(method, target, args) as unknown;
        };
      },
    });
  const store = changedStore(({ numbers, invoices, creditNotes, meter }) => {
    return {
      numbers: recorded(numbers),
      invoices: recorded(invoices),
      creditNotes: recorded(creditNotes),
      meter: recorded(meter),
    };
  });
  return { ...(await openBooks(store)), takeAsked: () => asked.splice(0) };
}

test("each call asks for what it needs and no more", async () => {
  const { acme, invoicing, takeAsked } = await openRecorded();
  await acme.continueNumbering({ lastCounter: 7, lastIssueDate: "2026-11-20" });
  expect(takeAsked()).toEqual(["lock", "continueFrom"]);
  const { id } = await acme.issue(order());
  expect(takeAsked()).toEqual(["lock", "take", "insert", "record"]);
  await acme.issue(order(), { idempotencyKey: "a" });
  expect(takeAsked()).toEqual(["lock", 'findKeys ["a"]', "take", "insert", "record", "insertKeys"]);
  await acme.issueMany([order(), order()]);
  expect(takeAsked()).toEqual(["lock", "take", "insert", "record"]);
  await acme.issueMany([order(), order()], { idempotencyKey: "b" });
  expect(takeAsked()).toEqual(["lock", 'findKeys ["b","b#2"]', "take", "insert", "record", "insertKeys"]);
  await acme.issueMany([]);
  expect(takeAsked()).toEqual([]);
  await acme.recordPayment(id, { amount: 1 });
  expect(takeAsked()).toEqual(["lock", `findMany ["${id}"]`, "insertPayments", "changeStates"]);
  await acme.cancel(id);
  expect(takeAsked()).toEqual(["lock", `findMany ["${id}"]`, "changeStates"]);
  await acme.cancel(id);
  expect(takeAsked()).toEqual(["lock", `findMany ["${id}"]`]);
  await invoicing.company("acme", { source: "panel" }).issue(order());
  expect(takeAsked()).toEqual(["lock", "take", "insert"]);
});

test("repeats look for the key, then for its invoice, and write nothing", async () => {
  const { acme, takeAsked } = await openRecorded();
  const { id } = await acme.issue(order(), { idempotencyKey: "a" });
  takeAsked();
  await acme.issue(order(), { idempotencyKey: "a" });
  expect(takeAsked()).toEqual(["lock", 'findKeys ["a"]', `findMany ["${id}"]`]);
});

test("calls at once ask together", async () => {
  const { acme, takeAsked } = await openRecorded();
  await acme.issue(order());
  takeAsked();
  const calls = ["a", "b"].map((idempotencyKey) => acme.issue(order(), { idempotencyKey }));
  await Promise.all([acme.issue(order()), ...calls]);
  expect(takeAsked()).toEqual(["lock", 'findKeys ["a","b"]', "take", "insert", "record", "insertKeys"]);
});

/** Acme on a store whose sequence is another. */
async function openWith(change: (numbers: NumberSequence) => NumberSequence): Promise<Company> {
  const store = changedStore(({ numbers, ...ports }) => ({ ...ports, numbers: change(numbers) }));
  return (await openBooks(store)).acme;
}

test("a sequence that does not take what it said comes next is not believed", async () => {
  const acme = await openWith((numbers) => {
    return { lock: () => numbers.lock(), take: async (count) => (await numbers.take(count)) + 1 };
  });
  const message = "the number sequence said that 1 comes next, but take() returned 2";
  await expect(acme.issue(order())).rejects.toThrow(new TypeError(message));
  expect(await acme.list()).toMatchObject({ total: 0 });
});

test("a write that fails alone in its commit is not tried again", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  store.fault = new Error("the disk is full");
  await expect(acme.issue(order())).rejects.toBe(store.fault);
  expect(store.transactions).toBe(1);
});

test("a sequence that no other can continue says so", async () => {
  const acme = await openWith((numbers) => ({ lock: () => numbers.lock(), take: (count) => numbers.take(count) }));
  const message = "this store takes its numbers from your own counter; continue the numbering there";
  const position = { lastCounter: 7, lastIssueDate: "2026-11-20" };
  await expect(acme.continueNumbering(position)).rejects.toThrow(new TypeError(message));
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0001" });
});

test("a sequence is not continued behind an invoice of the same commit", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const release = store.hold();
  const position = { lastCounter: 7, lastIssueDate: "2026-11-20" };
  const first = acme.continueNumbering(position);
  await store.asked(1, first);
  const issued = acme.issue(order());
  await nextTurn(); // so that it waits before the other does
  const late = acme.continueNumbering({ ...position, lastCounter: 9 });
  release();
  await expect(late).rejects.toMatchObject({ code: "numbering_started" });
  expect(await issued).toMatchObject({ invoiceNumber: "INV-202611-0008" });
  expect(store.transactions).toBe(1);
});
