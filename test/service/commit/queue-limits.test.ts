import { StoreBusyError } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test, vi } from "vitest";
import { CompanyQueue } from "../../../src/service/commit/company-queue.ts";
import { oneTo, TestClock } from "../../support/fixtures.ts";
import { HeldStore, NOON } from "../books.ts";

const NO_LIMITS = {
  maxWritesPerCommit: 1000,
  maxCharactersPerCommit: 1_000_000,
  maxWaitingWrites: 1000,
  queueTimeoutMs: 60_000,
};

/** A queue on a held store, and for each write the number of the transaction that it was decided in. */
function openQueue(limits: Partial<typeof NO_LIMITS>) {
  const store = new HeldStore(memoryStore());
  const queue = new CompanyQueue("acme", store, new TestClock(NOON), () => undefined, {
    limits: { ...NO_LIMITS, ...limits },
  });
  const needs = { keys: [], invoiceIds: [] };
  const add = (length = 0) => queue.add({ needs, length, decide: () => store.transactions });
  return { store, add };
}

test("a commit takes as many writes as it may, in the order of their arrival", async () => {
  const { add } = openQueue({ maxWritesPerCommit: 3 });
  expect(await Promise.all(oneTo(7).map(() => add()))).toEqual([1, 1, 1, 2, 2, 2, 3]);
});

test("a commit takes as many characters as it may, and a write that has more goes alone", async () => {
  const { add } = openQueue({ maxCharactersPerCommit: 100 });
  expect(await Promise.all([60, 40, 1, 500, 0, 100, 1].map(add))).toEqual([1, 1, 2, 3, 4, 4, 5]);
});

test("a write that has waited too long for those before it rejects as busy, and is not written", async () => {
  const { store, add } = openQueue({ maxWritesPerCommit: 1, queueTimeoutMs: 10_000 });
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const release = store.hold();
  const first = add();
  const inTime = add();
  clock.mockReturnValue(-1); // this one came a little earlier, and has waited a little longer
  const busy = new StoreBusyError("the writes before this one took more than 10000 ms; repeat the call later");
  const late = expect(add()).rejects.toThrow(busy);
  clock.mockReturnValue(10_000);
  release();
  // The lock that the first one asked for is the store's to give up, however long it takes.
  expect(await Promise.all([first, inTime])).toEqual([1, 2]);
  await late;
  expect(store.transactions).toBe(2);
  clock.mockRestore();
});

test("if all writes have waited too long, they all reject, and the queue goes on with the next one", async () => {
  const { store, add } = openQueue({ maxWritesPerCommit: 1, queueTimeoutMs: 10_000 });
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const release = store.hold();
  const first = add();
  const late = Promise.allSettled([add(), add()]);
  clock.mockReturnValue(10_001);
  release();
  expect(await first).toBe(1);
  expect((await late).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await add()).toBe(2);
  clock.mockRestore();
});

test("a write that finds the queue full rejects at once", async () => {
  const { store, add } = openQueue({ maxWaitingWrites: 2 });
  const release = store.hold();
  const waiting = [add(), add()];
  const busy = new StoreBusyError("2 writes of this company are already waiting; repeat the call later");
  await expect(add()).rejects.toThrow(busy);
  release();
  expect(await Promise.all(waiting)).toEqual([1, 1]);
});
