import { setImmediate as nextTurn } from "node:timers/promises";
import { isRefusal, OutcomeUnknownError, StoreBusyError } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, test, vi } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, STORES } from "../../support/stores.ts";
import { billedCounters, countersOf, HeldStore, openBooks, traceOf } from "../books.ts";

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const countersIn = (invoices: readonly { invoiceNumber: string }[]) =>
  invoices.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4))).sort((a, b) => a - b);

describe.each(STORES)("$name", ({ open }) => {
  test("a hundred concurrent callers share one gapless sequence", async () => {
    const { acme, store } = await openBooks(await open());
    const issued = await Promise.all(oneTo(100).map(() => acme.issue(order())));
    expect(countersIn(issued)).toEqual(oneTo(100));
    expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(100), oneTo(100)]);
    await store.close();
  });

  test("an order that is refused fails alone, whatever it shares a commit with", async () => {
    const { acme, store } = await openBooks(await open());
    const conflicting = order({ taxRate: 7 });
    const calls = oneTo(60).map((place) => (place % 3 === 0 ? acme.cancel(UNKNOWN_ID) : acme.issue(order())));
    const outcomes = await Promise.allSettled([...calls, acme.issue(conflicting)]);
    const refused = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.code).sort()).toEqual([
      ...Array(20).fill("invoice_not_found"),
      "tax_rate_conflict",
    ]);
    expect(await countersOf(store)).toEqual(oneTo(40));
    await store.close();
  });
});

test("what arrives while the lock is awaited goes into that commit, and what comes later into the next", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const release = store.hold();
  const first = acme.issue(order());
  await store.asked(1, first);
  const others = oneTo(50).map(() => acme.issue(order()));
  await nextTurn(); // all of them wait in the queue by now
  release();
  const inNext = first.then(() => Promise.all(oneTo(50).map(() => acme.issue(order()))));
  await Promise.all([first, ...others]);
  expect(store.transactions).toBe(1);
  await inNext;
  expect(store.transactions).toBe(2);
  expect(await countersOf(store)).toEqual(oneTo(101));
});

test("a single caller never waits for others: its commit begins with the call", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const cancelled = acme.cancel(UNKNOWN_ID);
  expect(store.transactions).toBe(1);
  await expect(cancelled).rejects.toSatisfy((error) => isRefusal(error, "invoice_not_found"));
});

test("on SQLite, calls of one turn of the event loop share a commit, each from an event of its own", async () => {
  const path = freshFile();
  let commits = 0;
  const store = sqliteStore(() => {
    const connection = connectRaw(path);
    const exec = (sql: string) => {
      if (sql === "COMMIT") commits += 1;
      return connection.exec(sql);
    };
    return { exec, prepare: (sql) => connection.prepare(sql), close: () => connection.close() };
  });
  const { acme } = await openBooks(store);
  commits = 0;
  // Timers that are due together run in one turn, with the microtasks of each before the next.
  await Promise.all(oneTo(20).map(() => new Promise((resolve) => setTimeout(() => resolve(acme.issue(order())), 1))));
  expect(commits).toBeLessThan(20);
  await store.close();
});

test("the order of numbers is the order of arrival, with keys or without", async () => {
  const { acme } = await openBooks();
  const keyed = (place: number) => (place % 3 === 0 ? { idempotencyKey: `order-${place}` } : {});
  const issued = await Promise.all(oneTo(300).map((place) => acme.issue(order({ note: `${place}` }), keyed(place))));
  expect(issued.map(({ note, invoiceNumber }) => [note, invoiceNumber.slice(11)])).toEqual(
    oneTo(300).map((place) => [`${place}`, `${place}`.padStart(4, "0")]),
  );
});

test("one company does not wait for another", async () => {
  const store = new HeldStore();
  const { acme, invoicing } = await openBooks(store);
  const release = store.hold();
  const held = acme.cancel(UNKNOWN_ID);
  const other = invoicing.company("other").cancel(UNKNOWN_ID);
  expect(store.transactions).toBe(2);
  release();
  await Promise.allSettled([held, other]);
});

test("a store that fails rejects the whole commit, and nothing of it remains", async () => {
  const store = new HeldStore();
  const { acme, events } = await openBooks(store);
  const { id } = await acme.issue(order());
  const [before, eventsBefore] = [await traceOf(store), events.length];
  store.fault = new Error("the disk is full");
  const calls = [...oneTo(10).map(() => acme.issue(order())), acme.recordPayment(id, { amount: 1 }), acme.cancel(id)];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toEqual({ status: "rejected", reason: store.fault });
  }
  store.fault = undefined;
  expect(await traceOf(store)).toEqual(before);
  expect(events).toHaveLength(eventsBefore);
  expect((await acme.issue(order())).invoiceNumber).toBe("INV-202611-0002");
});

test("a full queue answers that the store is busy, at once, and takes calls again when it has drained", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const release = store.hold();
  const waiting = oneTo(10_000).map(() => acme.cancel(UNKNOWN_ID).catch((error: unknown) => error));
  const refused = await acme.cancel(UNKNOWN_ID).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreBusyError);
  expect(refused).toMatchObject({ code: "store_busy" });
  release();
  const answers = await Promise.all(waiting);
  expect(answers.filter((error) => isRefusal(error, "invoice_not_found"))).toHaveLength(10_000);
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0001" });
});

test("a write that the database refuses fails alone, and those it shared a commit with are issued", async () => {
  const path = freshFile();
  const store = sqliteStore(() => connectRaw(path));
  const { acme } = await openBooks(store);
  connectRaw(path).exec(`CREATE TRIGGER poisoned BEFORE INSERT ON faktura_invoices WHEN instr(NEW.document, 'poison')
    BEGIN SELECT RAISE(ABORT, 'the database refuses it'); END`);
  const note = (place: number) => (place % 10 === 0 ? "poison" : "good");
  const outcomes = await Promise.allSettled(oneTo(40).map((place) => acme.issue(order({ note: note(place) }))));
  const refused = outcomes.flatMap((outcome) => ("reason" in outcome ? [String(outcome.reason)] : []));
  expect(refused).toEqual(Array(4).fill(expect.stringContaining("the database refuses it")));
  expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(36), oneTo(36)]);
  await store.close();
});

test("if the store is busy while writes are tried one by one, all that were not tried yet reject as busy", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const busy = new StoreBusyError("locked");
  store.faults = [new Error("one of them is at fault"), undefined, busy];
  const outcomes = await Promise.allSettled(oneTo(5).map(() => acme.issue(order())));
  expect(outcomes.map((outcome) => ("reason" in outcome ? outcome.reason : "issued"))).toEqual([
    "issued",
    ...Array(4).fill(busy),
  ]);
  expect([store.transactions, await countersOf(store)]).toEqual([3, [1]]);
});

test("writes that are tried one by one for too long reject as busy", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  store.faults = [new Error("one of them is at fault")];
  const release = store.hold();
  const calls = oneTo(3).map(() => acme.issue(order()));
  await store.asked(1, calls[0]!);
  await nextTurn();
  clock.mockReturnValue(60_000);
  release();
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(StoreBusyError) });
  }
  clock.mockRestore();
  expect([store.transactions, await countersOf(store)]).toEqual([1, []]);
});

test("an unknown outcome rejects all writes of the commit, and none is tried again", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  store.fault = new OutcomeUnknownError("the answer to COMMIT was lost");
  const outcomes = await Promise.allSettled(oneTo(5).map(() => acme.issue(order())));
  expect(outcomes).toEqual(Array(5).fill({ status: "rejected", reason: store.fault }));
  expect(store.transactions).toBe(1);
});

test("timers go on while a long queue drains", async () => {
  const { acme } = await openBooks();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 0);
  await Promise.all(oneTo(2000).map(() => acme.issue(order())));
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(2);
});
