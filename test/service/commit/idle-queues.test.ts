import { setImmediate as nextTurn } from "node:timers/promises";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { CompanyQueue } from "../../../src/service/commit/company-queue.ts";
import { requireLimits } from "../../../src/service/limits.ts";
import { oneTo, TestClock } from "../../support/fixtures.ts";
import { HeldStore, NOON } from "../books.ts";

const needs = { keys: [], invoiceIds: [] };

test("a queue reports that it is idle once nothing waits any more, and again after each later rush", async () => {
  const store = new HeldStore(memoryStore());
  let [idle, decided] = [0, 0];
  const onIdle = () => {
    idle += 1;
  };
  const queue = new CompanyQueue("acme", store, new TestClock(NOON), onIdle, { limits: requireLimits({}) });
  const add = () => queue.add({ needs, decide: () => (decided += 1) });
  const release = store.hold();
  const rush = oneTo(300).map(add);
  expect(idle).toBe(0);
  release();
  await Promise.all(rush);
  await nextTurn();
  expect([idle, decided]).toEqual([1, 300]);
  store.fault = new Error("the disk is full");
  await expect(add()).rejects.toThrow("the disk is full");
  await nextTurn();
  expect(idle).toBe(2);
});
