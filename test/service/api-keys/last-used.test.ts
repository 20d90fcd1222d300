/**
 * Goal: the last use of a key is kept without a write per request, and without ever failing one.
 * Method: timers are vitest's, so that minutes pass when the test advances them; the store counts its calls.
 */
import { once } from "node:events";
import { type ApiKeyStore, apiKeys, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { oneTo, TestClock } from "../../support/fixtures.ts";
import { freshFile } from "../../support/stores.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;
const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, "0")}:00.000Z`;

/** Keys on a store that notes each write of a last use, and fails those that `fails` says. */
async function openKeys(store: InvoicingStore, fails: () => boolean = () => false) {
  const written: string[] = [];
  const touch: ApiKeyStore["touch"] = async (companyId, keyId, usedAt) => {
    if (fails()) throw new Error("the disk is full");
    await store.apiKeys.touch(companyId, keyId, usedAt);
    written.push(`${companyId} ${usedAt}`);
  };
  const clock = new TestClock(at(0));
  const keys = apiKeys({ apiKeys: { ...store.apiKeys, touch } }, { clock });
  const create = async (companyId: string) => (await keys.create(companyId, { scopes: ["a"] })).apiKey;
  return { keys, clock, written, create };
}

test("a thousand calls within a minute are one write, after it, of the last", async () => {
  const store = memoryStore();
  const { keys, clock, written, create } = await openKeys(store);
  const apiKey = await create("acme");
  for (const _ of oneTo(1000)) await keys.authenticate(apiKey);
  clock.set(at(1));
  await keys.authenticate(apiKey);
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  expect(written).toEqual([]);
  expect(await keys.list("acme"), "this process knows all the same").toMatchObject([{ lastUsedAt: at(1) }]);
  expect((await store.apiKeys.list("acme"))[0]?.lastUsedAt).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([`acme ${at(1)}`]);
  expect((await store.apiKeys.list("acme"))[0]?.lastUsedAt).toBe(at(1));
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(written.length, "nothing was used since").toBe(1);
  await keys.authenticate(apiKey);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(written.length).toBe(2);
});

test("what is not written yet is written when the keys are closed, each key once", async () => {
  const store = await openSqliteStore(freshFile());
  const { keys, written, create } = await openKeys(store);
  const all = [await create("acme"), await create("acme"), await create("globex")];
  for (const apiKey of [...all, ...all]) await keys.authenticate(apiKey);
  await keys.close();
  expect(written).toEqual([`acme ${at(0)}`, `acme ${at(0)}`, `globex ${at(0)}`]);
  expect((await store.apiKeys.list("acme")).map(({ lastUsedAt }) => lastUsedAt)).toEqual([at(0), at(0)]);
  expect(vi.getTimerCount()).toBe(0);
  await store.close();
});

test("what opened nothing is no use", async () => {
  const { keys, clock, written, create } = await openKeys(memoryStore());
  const apiKey = await create("acme");
  await keys.authenticate(`${apiKey.slice(0, -1)}?`);
  const [key] = await keys.list("acme");
  await keys.revoke("acme", key!.id);
  clock.set(at(1));
  await keys.authenticate(apiKey);
  await keys.close();
  expect(written).toEqual([]);
});

test("a write that fails is a warning, fails no call, and is made up for, with the others' turn first", async () => {
  const store = memoryStore();
  let isBroken = true;
  const { keys, clock, written, create } = await openKeys(store, () => isBroken);
  const [first, second] = [await create("acme"), await create("globex")];
  const warned = once(process, "warning");
  for (const apiKey of [first, second]) await keys.authenticate(apiKey);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await warned).toMatchObject([
    { code: "FAKTURA_API_KEY_USES", message: "The last uses of API keys could not be written: the disk is full" },
  ]);
  clock.set(at(1));
  expect(await keys.authenticate(first)).not.toBeNull();
  isBroken = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(written).toEqual([`globex ${at(0)}`, `acme ${at(1)}`]);
});

test("a use whose write failed is written though the key was never used again", async () => {
  let isBroken = true;
  const { keys, written, create } = await openKeys(memoryStore(), () => isBroken);
  await keys.authenticate(await create("acme"));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(written).toEqual([`acme ${at(0)}`]);
});

test("closing on a store that fails is a warning too, and leaves no timer", async () => {
  const { keys, create } = await openKeys(memoryStore(), () => true);
  await keys.authenticate(await create("acme"));
  const warned = once(process, "warning");
  await keys.close();
  expect(await warned).toMatchObject([{ code: "FAKTURA_API_KEY_USES" }]);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(["succeeds", "fails"])("a use that comes during a write that %s is written after it", async (end) => {
  const store = memoryStore();
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const touch: ApiKeyStore["touch"] = async (...use) => {
    await slow;
    if (end === "fails" && use[2] === at(0)) throw new Error("the disk is full");
    await store.apiKeys.touch(...use);
  };
  const clock = new TestClock(at(0));
  const keys = apiKeys({ apiKeys: { ...store.apiKeys, touch } }, { clock });
  const { apiKey } = await keys.create("acme", { scopes: ["a"] });
  await keys.authenticate(apiKey);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  clock.set(at(1));
  await keys.authenticate(apiKey);
  answer();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect((await store.apiKeys.list("acme"))[0]?.lastUsedAt).toBe(at(1));
});
