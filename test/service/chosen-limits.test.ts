import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing, type InvoicingOptions, StoreBusyError } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test, vi } from "vitest";
import { LIMITS, type Limits } from "../../src/service/limits.ts";
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
  expect(refused[0]!.message).toBe("3 writes of this company are already waiting; repeat the call later");
});

test("maxWritesPerCommit limits how many writes share a commit", async () => {
  expect(await issueWhileHeld(6, { maxWritesPerCommit: 2 })).toEqual({ issued: 6, refused: [], transactions: 3 });
});

test("maxCharactersPerCommit limits how many documents share a commit", async () => {
  expect(await issueWhileHeld(4, { maxCharactersPerCommit: 1000 })).toMatchObject({ issued: 4, transactions: 4 });
});

test("queueTimeoutMs limits how long a write waits for the commits before it", async () => {
  const options = { queueTimeoutMs: 1, maxWritesPerCommit: 1 };
  const store = new HeldStore();
  const { acme, invoicing } = await openBooks(store, {}, options);
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const release = store.hold();
  const first = acme.issue(order());
  const late = acme.issue(order());
  await nextTurn(); // both are in the queue
  clock.mockReturnValue(2);
  release();
  await first;
  const busy = new StoreBusyError("the writes before this one took more than 1 ms; repeat the call later");
  await expect(late).rejects.toThrow(busy);
  clock.mockRestore();
  await invoicing.close();
});

test.each(Object.keys(LIMITS) as (keyof Limits)[])("a wrong %s is a TypeError that names it and its range", (name) => {
  const { least, most } = LIMITS[name];
  for (const given of [least - 1, most! + 1, least + 0.5, Number.NaN, Number.POSITIVE_INFINITY, "64", null])
    expect(() => createInvoicing({ store: memoryStore(), [name]: given })).toThrow(
      new RegExp(`^${name} must be a whole number .*${least} to ${most}, not `),
    );
  for (const given of [least, most, undefined]) createInvoicing({ store: memoryStore(), [name]: given });
});
