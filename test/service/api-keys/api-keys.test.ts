import { apiKeys, isRefusal, type StoredApiKey } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { TestClock } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";

const NOW = "2026-11-21T08:00:00.000Z";
const SHAPE = /^fk_acme_(?<id>[0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/;

/** What the call refuses as `request_invalid`, each with its place. */
async function errorsOf(call: () => Promise<unknown>): Promise<unknown> {
  const error = await call().then(
    () => expect.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  if (!isRefusal(error, "request_invalid")) throw error;
  return error.errors;
}

describe.each(STORES)("$name store", ({ open }) => {
  async function openKeys() {
    const store = await open();
    const clock = new TestClock(NOW);
    const keys = apiKeys(store, { clock });
    return { store, clock, keys };
  }

  test("a key opens the books of its company, with its scopes and its name in the journal", async () => {
    const { store, keys } = await openKeys();
    const { apiKey, id } = await keys.create("acme", { scopes: ["read:invoices", "stock", "stock"], name: "Shop" });
    expect(SHAPE.exec(apiKey)?.groups?.["id"]).toBe(id);
    const principal = { companyId: "acme", keyId: id, scopes: ["read:invoices", "stock"], actor: `api-key:${id}` };
    const { authenticate } = keys; // bound
    expect(await authenticate(apiKey)).toEqual(principal);
    const { apiKey: second } = await keys.create("acme", { scopes: ["write:invoices"], actor: "the shop" });
    expect(await authenticate(second)).toMatchObject({ scopes: ["write:invoices"], actor: "the shop" });
    await keys.close();
    await store.close();
  });

  test("a list has everything about each of the company's keys except the key itself", async () => {
    const { store, clock, keys } = await openKeys();
    const expiresAt = "2027-01-01T00:00:00.000Z";
    const { id, apiKey } = await keys.create("acme", { scopes: ["read:invoices"], name: "Shop", expiresAt });
    clock.set("2026-11-21T09:00:00.000Z");
    const { id: second } = await keys.create("acme", { scopes: ["read:company"] });
    await keys.create("globex", { scopes: ["read:company"] });
    await keys.authenticate(apiKey);
    const first = { name: "Shop", scopes: ["read:invoices"], actor: `api-key:${id}`, createdAt: NOW, expiresAt };
    const used = "2026-11-21T09:00:00.000Z";
    expect(await keys.list("acme")).toEqual([
      { id, ...first, revokedAt: null, lastUsedAt: used },
      expect.objectContaining({ id: second, name: null, createdAt: used, expiresAt: null, lastUsedAt: null }),
    ]);
    await keys.close();
    await store.close();
  });

  test("a revoked key opens nothing, at once and through another store object too", async () => {
    const { store, clock, keys } = await openKeys();
    const others = apiKeys(store, { clock });
    const { apiKey, id } = await keys.create("acme", { scopes: ["read:invoices"] });
    expect(await others.authenticate(apiKey)).not.toBeNull();
    expect(await keys.revoke("acme", id)).toMatchObject({ id, revokedAt: NOW });
    expect([await keys.authenticate(apiKey), await others.authenticate(apiKey)]).toEqual([null, null]);
    clock.set("2026-11-22T08:00:00.000Z");
    expect(await keys.revoke("acme", id), "again").toMatchObject({ revokedAt: NOW });
    await Promise.all([keys.close(), others.close()]);
    await store.close();
  });

  test("a key opens nothing from the instant on when it expires, which comes sooner but never later", async () => {
    const { store, clock, keys } = await openKeys();
    const { apiKey, id } = await keys.create("acme", {
      scopes: ["read:invoices"],
      expiresAt: "2027-01-01T01:00:00+01:00",
    });
    const later = () => keys.expire("acme", id, "2027-01-01T00:00:00.001Z");
    expect(await errorsOf(later)).toEqual([
      { parameter: "expiresAt", detail: expect.stringMatching(/^must not be later than 2027-01-01T00:00:00.000Z/) },
    ]);
    expect(await keys.expire("acme", id, "2026-12-01T00:00:00Z")).toMatchObject({
      expiresAt: "2026-12-01T00:00:00.000Z",
    });
    clock.set("2026-11-30T23:59:59.999Z");
    expect(await keys.authenticate(apiKey)).not.toBeNull();
    clock.set("2026-12-01T00:00:00.000Z");
    expect(await keys.authenticate(apiKey)).toBeNull();
    await keys.close();
    await store.close();
  });

  test("another company's key is neither found, revoked nor ended", async () => {
    const { store, keys } = await openKeys();
    const { apiKey, id } = await keys.create("acme", { scopes: ["read:invoices"] });
    for (const companyId of ["globex", "Acme"]) {
      for (const keyId of [id, "AAAAAAAAAAAA", "nobody's", apiKey, "", "AAAAA\0AAAAAA", "AAAAA\ud800AAAAAA"]) {
        const errors = [
          { parameter: "keyId", detail: expect.stringMatching(/^is not the id of one of this company's keys/) },
        ];
        expect(await errorsOf(() => keys.revoke(companyId, keyId))).toEqual(errors);
        expect(await errorsOf(() => keys.expire(companyId, keyId, "2027-01-01T00:00:00Z"))).toEqual(errors);
      }
    }
    expect(await keys.authenticate(apiKey)).not.toBeNull();
    await keys.close();
    await store.close();
  });
});

const AHEAD = "must be an instant with an offset, such as 2027-01-31T00:00:00Z";

const misspelt = (index: number, given: string, meant: string) => ({
  pointer: `/scopes/${index}`,
  detail: `"${given}" is not a scope; did you mean ${meant}? A scope of your own needs a name that differs more`,
});

test.each<[string, object, { pointer: string; detail: string }]>([
  ["no scopes", {}, { pointer: "/scopes", detail: "is required" }],
  ["an empty list of scopes", { scopes: [] }, { pointer: "/scopes", detail: "must have at least 1 entry" }],
  ["a blank scope", { scopes: ["a", " "] }, { pointer: "/scopes/1", detail: "must not be blank" }],
  ["a scope that is no text", { scopes: [1] }, { pointer: "/scopes/0", detail: "must be a string, not 1" }],
  ["a misspelt scope", { scopes: ["read:invoices", "write:invoice"] }, misspelt(1, "write:invoice", "write:invoices")],
  ["a scope in capitals", { scopes: ["READ:COMPANY"] }, misspelt(0, "READ:COMPANY", "read:company")],
  ["the end of a scope", { scopes: ["company"] }, misspelt(0, "company", "read:company")],
  [
    "a text of scopes",
    { scopes: "a" },
    { pointer: "/scopes", detail: 'must be an array such as ["read:invoices"], not a string' },
  ],
  ["a blank name", { name: "" }, { pointer: "/name", detail: "must not be blank" }],
  ["an empty actor", { actor: "" }, { pointer: "/actor", detail: "must not be blank" }],
  [
    "a misspelt field",
    { expires: 1 },
    { pointer: "/expires", detail: expect.stringContaining("is not a known field") },
  ],
  ["an expiry that is over", { expiresAt: NOW }, { pointer: "/expiresAt", detail: "must be in the future" }],
  ["a day", { expiresAt: "2027-01-31" }, { pointer: "/expiresAt", detail: AHEAD }],
  ["a local time", { expiresAt: "2027-01-31T00:00:00" }, { pointer: "/expiresAt", detail: AHEAD }],
  ["a day that there is not", { expiresAt: "2027-02-30T00:00:00Z" }, { pointer: "/expiresAt", detail: AHEAD }],
  ["an hour that there is not", { expiresAt: "2027-01-30T25:00:00Z" }, { pointer: "/expiresAt", detail: AHEAD }],
  ["the year 10000", { expiresAt: "9999-12-31T23:59:59-01:00" }, { pointer: "/expiresAt", detail: AHEAD }],
])("a key with %s is refused by its place", async (_, changes, error) => {
  const keys = apiKeys(memoryStore(), { clock: new TestClock(NOW) });
  const scopes = "scopes" in changes || Object.keys(changes).length === 0 ? {} : { scopes: ["a"] };
  expect(await errorsOf(() => keys.create("acme", { ...scopes, ...changes } as never))).toEqual([error]);
  expect(await keys.list("acme")).toEqual([]);
});

test.each(["", "a\0b", "\ud800", 1])("%o is no company id", async (companyId) => {
  const keys = apiKeys(memoryStore());
  const calls = [
    () => keys.create(companyId as never, { scopes: ["a"] }),
    () => keys.list(companyId as never),
    () => keys.revoke(companyId as never, "A".repeat(12)),
  ];
  for (const call of calls) await expect(call()).rejects.toThrow(/^a company id must be a non-empty string/);
});

test.each<[string, () => unknown, RegExp]>([
  ["nothing", () => apiKeys(undefined as never), /needs a store that keeps API keys/],
  ["a promise of a store", () => apiKeys(Promise.resolve(memoryStore()) as never), /await it$/],
  ["a clock without now()", () => apiKeys(memoryStore(), { clock: {} as never }), /^clock must have a method now/],
  ...["", "1a", "a-b", "a".repeat(21), 7].map((prefix): [string, () => unknown, RegExp] => [
    `the prefix ${JSON.stringify(prefix)}`,
    () => apiKeys(memoryStore(), { prefix: prefix as never }),
    /^prefix must be a letter/,
  ]),
])("apiKeys refuses %s", (_, call, message) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(message);
});

test.each(["", "f".repeat(63), "f".repeat(64), "not hexadecimal"])(
  "a stored hash of %o opens nothing",
  async (hash) => {
    const store = memoryStore();
    const { apiKey } = await apiKeys(store).create("acme", { scopes: ["a"] });
    const find = async (companyId: string, keyId: string) => {
      return { ...((await store.apiKeys.find(companyId, keyId)) as StoredApiKey), hash };
    };
    expect(await apiKeys({ apiKeys: { ...store.apiKeys, find } }).authenticate(apiKey)).toBeNull();
  },
);

test("every call on closed keys rejects, and closing twice is closing once", async () => {
  const keys = apiKeys(memoryStore());
  const { apiKey, id } = await keys.create("acme", { scopes: ["a"] });
  await Promise.all([keys.close(), keys.close()]);
  const calls = [
    () => keys.create("acme", { scopes: ["a"] }),
    () => keys.list("acme"),
    () => keys.revoke("acme", id),
    () => keys.expire("acme", id, "2099-01-01T00:00:00Z"),
    () => keys.authenticate(apiKey),
  ];
  for (const call of calls) await expect(call()).rejects.toThrow("these API keys are closed");
});
