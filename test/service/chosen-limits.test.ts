import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing, type InvoicingOptions, isRefusal, StoreBusyError } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, onTestFinished, test, vi } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { HeldStore, openBooks } from "./books.ts";

/** Issues so many orders at once while the store is held, and returns how each ended. */
async function issueWhileHeld(count: number, options: Partial<InvoicingOptions>) {
  const store = new HeldStore();
  const { acme, invoicing } = await openBooks(store, {}, options);
  const release = store.hold();
  const before = store.transactions;
  const calls = Promise.allSettled(oneTo(count).map((number) => acme.issue(order({ reference: `${number}` }))));
  release();
  const outcomes = await calls;
  const transactions = store.transactions - before;
  await invoicing.close();
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
  return { issued: count - refused.length, refused, transactions };
}

test("maxWaitingWrites limits how many writes of a company wait", async () => {
  const { issued, refused } = await issueWhileHeld(5, { maxWaitingWrites: 3 });
  expect(issued).toBe(3);
  expect(refused[0]).toBeInstanceOf(StoreBusyError);
  expect(refused[0]!.message).toMatch(/^3 writes /);
});

test("maxWritesPerCommit limits how many writes share a commit", async () => {
  expect(await issueWhileHeld(6, { maxWritesPerCommit: 2 })).toEqual({ issued: 6, refused: [], transactions: 3 });
});

test("maxCharactersPerCommit limits how many documents share a commit, and one that has more goes alone", async () => {
  const { acme } = await openBooks();
  const { length } = JSON.stringify(await acme.issue(order({ note: "x" }))); // a little more than is stored
  const store = new HeldStore();
  const held = await openBooks(store, {}, { maxCharactersPerCommit: 3 * length });
  const release = store.hold();
  const issue = (characters: number) =>
    held.acme.issue(order({ note: "x".repeat(characters) })).then(() => store.transactions);
  const commits = Promise.all([1, 1, length, 1, 4 * length, 1, 1, 1, 1].map(issue));
  await nextTurn(); // all of them wait in the queue by now
  release();
  expect(await commits).toEqual([1, 1, 2, 2, 3, 4, 4, 4, 5]);
});

/** A company's writes, each of which resolves with the number of its transaction, or with the store's refusal. */
async function openQueue(options: Partial<InvoicingOptions>) {
  const store = new HeldStore();
  const { acme } = await openBooks(store, {}, options);
  const write = () =>
    acme.cancel("00000000-0000-7000-8000-000000000000").catch((error: unknown) => {
      return isRefusal(error, "invoice_not_found") ? store.transactions : error;
    });
  return { store, write };
}

/** A clock that replaces the one for time-outs until the test has ended. */
function mockClock() {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  return clock;
}

test("a write that has waited longer than queueTimeoutMs for those before it rejects as busy, unwritten", async () => {
  const { store, write } = await openQueue({ maxWritesPerCommit: 1, queueTimeoutMs: 10_000 });
  const clock = mockClock();
  const release = store.hold();
  const first = write();
  const inTime = write();
  clock.mockReturnValue(-1); // this one came a little earlier, and has waited a little longer
  const late = write();
  clock.mockReturnValue(10_000);
  release();
  // The lock that the first one asked for is the store's to give up, however long it takes.
  expect(await Promise.all([first, inTime])).toEqual([1, 2]);
  expect(await late).toBeInstanceOf(StoreBusyError);
  expect(await late).toMatchObject({ message: expect.stringContaining("10000 ms") });
  expect(store.transactions).toBe(2);
});

test("if all writes have waited too long, they all reject, and the queue goes on with the next one", async () => {
  const { store, write } = await openQueue({ maxWritesPerCommit: 1, queueTimeoutMs: 10_000 });
  const clock = mockClock();
  const release = store.hold();
  const first = write();
  const late = Promise.all([write(), write()]);
  clock.mockReturnValue(10_001);
  release();
  expect(await first).toBe(1);
  expect(await late).toEqual([expect.any(StoreBusyError), expect.any(StoreBusyError)]);
  expect(await write()).toBe(2);
});

test.each([
  ["maxPendingBytes", 2 ** 20, 2 ** 40],
  ["maxPendingBytesPerCompany", 2 ** 20, 2 ** 40],
  ["maxWaitingWrites", 1, 1_000_000],
  ["queueTimeoutMs", 1, 86_400_000],
  ["maxWritesPerCommit", 1, 1000],
  ["maxCharactersPerCommit", 1, 100_000_000],
])("a wrong %s is a TypeError that names it and its range", (name, least, most) => {
  for (const given of [least - 1, most + 1, least + 0.5, Number.NaN, Number.POSITIVE_INFINITY, "64", null])
    expect(() => createInvoicing({ store: memoryStore(), [name]: given })).toThrow(
      new RegExp(`^${name} must be a whole number .*${least} to ${most}, not `),
    );
  for (const given of [least, most, undefined]) createInvoicing({ store: memoryStore(), [name]: given });
});
