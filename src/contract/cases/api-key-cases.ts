import assert from "node:assert/strict";
import type { NewApiKey, StoredApiKey } from "../../ports/api-key-store.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import { assertAllReject, type ContractCases, needing } from "../contract-case.ts";
import { ACME, HARD_TEXT, sampleApiKey } from "../samples.ts";

const [MARCH, APRIL, MAY] = ["2027-03-01T00:00:00.000Z", "2027-04-01T00:00:00.000Z", "2027-05-01T00:00:00.000Z"];

/** API keys: stored as hashes for ever, and only their end and their last use can change. */
export const apiKeyCases: ContractCases = {
  "an API key is returned as it was inserted, neither revoked nor used": async ({ apiKeys }) => {
    const full = sampleApiKey("A", { name: HARD_TEXT, scopes: [HARD_TEXT, "read:invoices"], expiresAt: MAY });
    await apiKeys.insert(ACME, full);
    await apiKeys.insert(ACME, sampleApiKey("B"));
    assert.deepEqual(await apiKeys.find(ACME, full.id), stored(full));
    assert.deepEqual(await apiKeys.find(ACME, sampleApiKey("B").id), stored(sampleApiKey("B")));
  },
  "API keys are listed oldest first, in whatever order they were inserted": async ({ apiKeys }) => {
    const [first, second, third] = [
      sampleApiKey("C", { createdAt: MARCH }),
      sampleApiKey("A", { createdAt: APRIL }),
      sampleApiKey("B", { createdAt: MAY }),
    ] as const;
    for (const key of [third, first, second]) await apiKeys.insert(ACME, key);
    assert.deepEqual(await apiKeys.list(ACME), [first, second, third].map(stored));
  },
  "an API key's id is unique in a company, and another key with it is refused": async ({ apiKeys }) => {
    await apiKeys.insert(ACME, sampleApiKey("A"));
    await assert.rejects(apiKeys.insert(ACME, sampleApiKey("A", { hash: "f".repeat(64) })));
    assert.deepEqual(await apiKeys.list(ACME), [stored(sampleApiKey("A"))]);
  },
  "the same key id in two companies means two keys, and ending or using one does not change the other": async ({
    apiKeys,
  }) => {
    for (const companyId of ["acme", "globex"]) await apiKeys.insert(companyId, sampleApiKey("A"));
    const { id } = sampleApiKey("A");
    await apiKeys.expire("acme", id, MAY);
    await apiKeys.touch("acme", id, MARCH);
    await apiKeys.revoke("acme", id, APRIL);
    const ended = { ...stored(sampleApiKey("A")), expiresAt: MAY, lastUsedAt: MARCH, revokedAt: APRIL };
    assert.deepEqual(await apiKeys.list("acme"), [ended]);
    assert.deepEqual(await apiKeys.list("globex"), [stored(sampleApiKey("A"))]);
    assert.equal(await apiKeys.find("initech", id), undefined);
    assert.deepEqual(await apiKeys.list("initech"), []);
  },
  "a key that is revoked again keeps its first instant": async ({ apiKeys }) => {
    const { id } = await inserted({ apiKeys });
    for (const at of [APRIL, MAY, MARCH]) await apiKeys.revoke(ACME, id, at);
    assert.equal((await apiKeys.find(ACME, id))?.revokedAt, APRIL);
  },
  "a key's expiry can only become earlier": async ({ apiKeys }) => {
    const { id } = await inserted({ apiKeys });
    const seen: unknown[] = [];
    for (const at of [APRIL, MAY, MARCH]) {
      await apiKeys.expire(ACME, id, at);
      seen.push((await apiKeys.find(ACME, id))?.expiresAt);
    }
    assert.deepEqual(seen, [APRIL, APRIL, MARCH]);
  },
  "a key's last use can only become later, even after it was revoked": async ({ apiKeys }) => {
    const { id } = await inserted({ apiKeys });
    const seen: unknown[] = [];
    await apiKeys.revoke(ACME, id, MAY);
    for (const at of [APRIL, MARCH, MAY]) {
      await apiKeys.touch(ACME, id, at);
      seen.push((await apiKeys.find(ACME, id))?.lastUsedAt);
    }
    assert.deepEqual(seen, [APRIL, APRIL, MAY]);
  },
  "ending or using a key that does not exist changes nothing and does not fail": async ({ apiKeys }) => {
    await inserted({ apiKeys });
    await apiKeys.revoke(ACME, "nobodys", MARCH);
    await apiKeys.expire(ACME, "nobodys", MARCH);
    await apiKeys.touch("globex", sampleApiKey("A").id, MARCH);
    assert.deepEqual(await apiKeys.list(ACME), [stored(sampleApiKey("A"))]);
    assert.deepEqual(await apiKeys.list("globex"), []);
  },
  "API keys, their ends and their last uses are still there after reopening": needing(
    "reopen",
    async (store, { reopen }) => {
      const { id } = await inserted(store);
      await store.apiKeys.touch(ACME, id, MARCH);
      await store.apiKeys.revoke(ACME, id, APRIL);
      const before = await store.apiKeys.list(ACME);
      assert.equal(before.length, 1);
      assert.deepEqual(await (await reopen(store)).apiKeys.list(ACME), before);
    },
  ),
  "a key that one store revokes is at once revoked for another store on the same data": needing(
    "openSecond",
    async (store, { openSecond }) => {
      const second = await openSecond(store);
      const { id } = await inserted(store);
      assert.equal((await second.apiKeys.find(ACME, id))?.revokedAt, null);
      await store.apiKeys.revoke(ACME, id, MARCH);
      assert.equal((await second.apiKeys.find(ACME, id))?.revokedAt, MARCH);
    },
  ),
  "every call for API keys on a closed store rejects": async (store, { close }) => {
    const { id } = await inserted(store);
    await close(store);
    const { apiKeys } = store;
    await assertAllReject({
      insert: () => apiKeys.insert(ACME, sampleApiKey("B")),
      find: () => apiKeys.find(ACME, id),
      list: () => apiKeys.list(ACME),
      revoke: () => apiKeys.revoke(ACME, id, MARCH),
      expire: () => apiKeys.expire(ACME, id, MARCH),
      touch: () => apiKeys.touch(ACME, id, MARCH),
    });
  },
};

/** The key as a store returns it before anybody has revoked or used it. */
function stored(key: NewApiKey): StoredApiKey {
  return { ...key, revokedAt: null, lastUsedAt: null };
}

async function inserted({ apiKeys }: Pick<InvoicingStore, "apiKeys">): Promise<NewApiKey> {
  await apiKeys.insert(ACME, sampleApiKey("A"));
  return sampleApiKey("A");
}
