/**
 * Goal: a key identifies its company and itself, whatever the company's id, and no other text grants access.
 * Method: ids of any Unicode and of the format's own characters, then each kind of damage, and forgeries with a correct
 * checksum, computed independently of the library.
 */

import { apiKeys, type StoredApiKey } from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../support/code-point.ts";

const unicode = fc.string({ unit: codePoint, minLength: 1, maxLength: 40 });
const likeTheFormat = fc.string({ unit: fc.constantFrom(..."_afk09Zz%-."), minLength: 1, maxLength: 40 });
const companyId = fc.oneof(unicode, likeTheFormat, fc.uuid()).filter((id) => id.isWellFormed() && !id.includes("\0"));
const prefix = fc.constantFrom(undefined, "fk_live", "X", "a_", "afk_");

/** CRC-32 bit by bit, with its last digits first: an independent implementation. */
function withChecksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let left = BigInt((crc ^ 0xffffffff) >>> 0);
  const places = Array.from({ length: 6 }, () => {
    const digit = digits[Number(left % 62n)]!;
    left /= 62n;
    return digit;
  });
  return text + places.reverse().join("");
}

test("whatever the company's id, its keys are one word, contain it, and only open its books", () =>
  fc.assert(
    fc.asyncProperty(companyId, companyId, prefix, async (company, other, prefix) => {
      const keys = apiKeys(memoryStore(), { prefix });
      const { apiKey, id } = await keys.create(company, { scopes: ["a"] });
      await keys.create(other, { scopes: ["b"] });
      expect(apiKey).toMatch(/^\w+$/);
      expect(apiKey.startsWith(`${prefix ?? "fk"}_`)).toBe(true);
      expect(keys.parse(apiKey)).toEqual({ companyId: company, id });
      expect(withChecksum(apiKey.slice(0, -6))).toBe(apiKey);
      expect(await keys.authenticate(apiKey)).toMatchObject({ companyId: company, keyId: id, scopes: ["a"] });
    }),
  ));

const edit = fc.record({
  kind: fc.constantFrom("replace", "remove", "insert", "swap", "cut", "case"),
  place: fc.nat(),
  letter: fc.oneof(fc.constantFrom(..."_0aZ %"), fc.string({ unit: codePoint, minLength: 1, maxLength: 1 })),
});

function damaged(key: string, { kind, place, letter }: { kind: string; place: number; letter: string }): string {
  const at = place % key.length;
  const [before, here, after] = [key.slice(0, at), key[at]!, key.slice(at + 1)];
  if (kind === "replace") return before + letter + after;
  if (kind === "remove") return before + after;
  if (kind === "insert") return before + letter + here + after;
  if (kind === "swap") return before + after.slice(0, 1) + here + after.slice(1);
  if (kind === "cut") return before;
  return before + (here === here.toUpperCase() ? here.toLowerCase() : here.toUpperCase()) + after;
}

test("a key with any error in it is not a key, without a look-up", () =>
  fc.assert(
    fc.asyncProperty(companyId, edit, async (company, change) => {
      const store = memoryStore();
      const { apiKey } = await apiKeys(store).create(company, { scopes: ["a"] });
      const find = () => expect.fail("the checksum shows that it is not a key");
      const keys = apiKeys({ apiKeys: { ...store.apiKeys, find } });
      const text = damaged(apiKey, change);
      fc.pre(text !== apiKey);
      expect(keys.parse(text)).toBeUndefined();
      expect(await keys.authenticate(text)).toBeNull();
    }),
    { numRuns: 1000 },
  ));

test("every single letter of a key counts, whatever replaces it", async () => {
  const keys = apiKeys(memoryStore());
  const { apiKey } = await keys.create("acme-1", { scopes: ["a"] });
  for (let place = 0; place < apiKey.length; place += 1) {
    for (const letter of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-") {
      const text = apiKey.slice(0, place) + letter + apiKey.slice(place + 1);
      if (text !== apiKey) expect(keys.parse(text), text).toBeUndefined();
    }
  }
});

test.each([undefined, null, 1, {}, "", "fk_", "fk__", "Bearer x", "fk_acme"])("%o is not a key", async (text) => {
  const keys = apiKeys(memoryStore());
  expect(keys.parse(text as never)).toBeUndefined();
  expect(await keys.authenticate(text as never)).toBeNull();
});

test("company ids that are encoded differently than by the library are not keys, even with a correct checksum", () => {
  const keys = apiKeys(memoryStore());
  const rest = `_${"A".repeat(12)}_${"b".repeat(32)}`;
  expect(keys.parse(withChecksum(`fk_acme${rest}`))).toEqual({ companyId: "acme", id: "A".repeat(12) });
  const strange = ["", "_61cme", "acme_2D", "acme-", "%61cme", "_00", "_ff", "_ed_a0_80", "_c1_a1", "acme_", "_2"];
  for (const company of strange) expect(keys.parse(withChecksum(`fk_${company}${rest}`)), company).toBeUndefined();
});

test("a forged key is null: another secret, id or company with a correct checksum, or a row copied to another company", async () => {
  const store = memoryStore();
  const keys = apiKeys(store);
  const { apiKey, id } = await keys.create("acme", { scopes: ["a"] });
  const forged = (from: string, to: string) => withChecksum(apiKey.slice(0, -6).replace(from, to));
  const { revokedAt: _, lastUsedAt: __, ...row } = (await store.apiKeys.find("acme", id)) as StoredApiKey;
  await store.apiKeys.insert("globex", row);
  const secret = apiKey.slice(-38, -6);
  for (const key of [forged("_acme_", "_globex_"), forged(id, "A".repeat(12)), forged(secret, "b".repeat(32))]) {
    expect(keys.parse(key)).toBeDefined();
    expect(await keys.authenticate(key)).toBeNull();
  }
  expect(await keys.authenticate(forged("_acme_", "_acme_"))).not.toBeNull();
});

test("keys with another prefix are unknown, and no two keys are the same", async () => {
  const store = memoryStore();
  const { apiKey } = await apiKeys(store, { prefix: "fk_test" }).create("acme", { scopes: ["a"] });
  expect(await apiKeys(store).authenticate(apiKey)).toBeNull();
  const keys = apiKeys(store);
  const made = await Promise.all(Array.from({ length: 500 }, () => keys.create("acme", { scopes: ["a"] })));
  expect(new Set(made.map(({ apiKey }) => apiKey.slice(-38))).size).toBe(500);
  expect(new Set(made.map(({ id }) => id)).size).toBe(500);
});
