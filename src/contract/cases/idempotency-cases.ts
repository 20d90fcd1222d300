import assert from "node:assert/strict";
import type { UsedKey } from "../../ports/invoice-repository.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { issue, locked } from "../issue-invoices.ts";
import { ACME, sampleId, sampleKey } from "../samples.ts";

/** Idempotency keys: unique, kept for ever, compared exactly. */
export const idempotencyCases: ContractCases = {
  "a used key is found with its fingerprint and its invoice, and stays": async (store) => {
    await issue(store, { count: 2 });
    const longest = `${"~!".repeat(127)}~`;
    const used = [sampleKey("key", sampleId(1)), sampleKey(longest, sampleId(2))];
    await useKeys(store, ...used);
    await issue(store);
    for (const key of used) assert.deepEqual(await store.reader.findKey(ACME, key.key), key);
  },
  "a key that was never used is not found": async (store) => {
    await issue(store);
    await useKeys(store, sampleKey("key", sampleId(1)));
    assert.equal(await store.reader.findKey(ACME, "another"), undefined);
  },
  "several keys are found at once, and unknown ones are ignored": async (store) => {
    await issue(store, { count: 2 });
    const used = [sampleKey("a", sampleId(1)), sampleKey("b", sampleId(2)), sampleKey("c", sampleId(2))];
    await useKeys(store, ...used);
    const found = await locked(store, ACME, ({ invoices }) => invoices.findKeys(["c", "x", "a", "c"]));
    assert.deepEqual(
      [...found].sort((one, other) => (one.key < other.key ? -1 : 1)),
      [used[0], used[2]],
    );
  },
  "a key is used once: a second use is refused and the first one stays": async (store) => {
    await issue(store, { count: 2 });
    const first = sampleKey("key", sampleId(1));
    await useKeys(store, first);
    await assert.rejects(useKeys(store, sampleKey("key", sampleId(2))));
    await assert.rejects(useKeys(store, sampleKey("twice", sampleId(1)), sampleKey("twice", sampleId(2))));
    assert.deepEqual(await store.reader.findKey(ACME, "key"), first);
    assert.equal(await store.reader.findKey(ACME, "twice"), undefined);
  },
  "keys that differ only in the case of a letter are two keys": async (store) => {
    await issue(store, { count: 2 });
    const [lower, upper] = [sampleKey("key-a", sampleId(1)), sampleKey("key-A", sampleId(2))];
    await useKeys(store, lower, upper);
    assert.deepEqual(await store.reader.findKey(ACME, "key-a"), lower);
    assert.deepEqual(await store.reader.findKey(ACME, "key-A"), upper);
  },
};

function useKeys(store: InvoicingStore, ...keys: UsedKey[]): Promise<void> {
  return locked(store, ACME, ({ invoices }) => invoices.insertKeys(keys));
}
