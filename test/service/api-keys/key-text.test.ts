/** Goal: a text is read as a key only where it is one, to the last character. */
import { apiKeys } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { TestClock } from "../../support/fixtures.ts";

const NOW = "2026-11-20T12:00:00.000Z";

test.each(["", "0123456789a", "0123456789aZ1", "0123456789a_", "_0123456789a", "0123456789a\n", 123456789012])(
  "%j is the id of no key, which the store is not asked for",
  async (id) => {
    const store = memoryStore();
    const asked: string[] = [];
    const find = async (_companyId: string, keyId: string) => void asked.push(keyId);
    const keys = apiKeys({ apiKeys: { ...store.apiKeys, find } });
    for (const keyId of [id as string, "0123456789aZ"])
      await expect(keys.revoke("acme", keyId)).rejects.toMatchObject({ errors: [{ parameter: "keyId" }] });
    expect(asked).toEqual(["0123456789aZ"]);
  },
);

test("a key is read under the prefix that it was made with, and under no other of its length", async () => {
  const keysOf = (prefix: string) => apiKeys(memoryStore(), { prefix });
  const { apiKey, id } = await keysOf("fk").create("acme", { scopes: ["*"] });
  expect(keysOf("fk").parse(apiKey)).toEqual({ companyId: "acme", id });
  for (const prefix of ["xk", "fkx"]) expect(keysOf(prefix).parse(apiKey)).toBeUndefined();
});

test.each<[object, RegExp]>([
  [{ prefix: "" }, /^prefix must be a letter, then at most 19 letters, digits and underscores$/],
  [{ prefix: ["fk"] }, /^prefix must be a letter/],
  [{ prefix: "1k" }, /^prefix must be a letter/],
  [{ prefix: "f".repeat(21) }, /^prefix must be a letter/],
  [{ clock: null }, /^clock must have a method now\(\) that returns a Date, not null$/],
])("%j are no options of keys", (options, message) => {
  expect(() => apiKeys(memoryStore(), options as never)).toThrow(message);
});

test("keys need a store", () => {
  const needed = "apiKeys needs a store that keeps API keys, such as await openSqliteStore(path)";
  expect(() => apiKeys({} as never)).toThrow(new TypeError(needed));
  const promise = Promise.resolve(memoryStore()) as never;
  expect(() => apiKeys(promise)).toThrow(new TypeError(`${needed}, not a promise; await it`));
});

test.each([
  ["2027-01-31T00:00Z", "2027-01-31T00:00:00.000Z"],
  ["2027-01-31T00:00:07Z", "2027-01-31T00:00:07.000Z"],
  ["2027-01-31T00:00:07.25+01:30", "2027-01-30T22:30:07.250Z"],
  ["2027-01-31T00:00:07.123456-11:00", "2027-01-31T11:00:07.123Z"],
])("a key expires at %s", async (expiresAt, stored) => {
  const keys = apiKeys(memoryStore(), { clock: new TestClock(NOW) });
  expect(await keys.create("acme", { scopes: ["*"], expiresAt })).toMatchObject({ expiresAt: stored });
});

test.each([
  "2027-01-31T00:00:00ZZ",
  "x2027-01-31T00:00:00Z",
  "2027-01-31T00:00:00+01:0",
  "2027-01-31T00:00:00.Z",
  "2027-01-31 00:00:00Z",
])("%s is no instant", async (expiresAt) => {
  const keys = apiKeys(memoryStore(), { clock: new TestClock(NOW) });
  await expect(keys.create("acme", { scopes: ["*"], expiresAt })).rejects.toMatchObject({ code: "request_invalid" });
});

test("a key's life is shortened, never lengthened, and every refusal says so", async () => {
  const keys = apiKeys(memoryStore(), { clock: new TestClock(NOW) });
  const { id } = await keys.create("acme", { scopes: ["*"] });
  const march = "2027-03-01T00:00:00.000Z";
  expect(await keys.expire("acme", id, march)).toMatchObject({ expiresAt: march });
  expect(await keys.expire("acme", id, march)).toMatchObject({ expiresAt: march });
  await expect(keys.expire("acme", id, "2027-03-01T00:00:00.001Z")).rejects.toMatchObject({
    code: "request_invalid",
    errors: [{ parameter: "expiresAt", detail: expect.stringContaining(march) }],
  });
});
