/** Goal: a method that is passed on without its object works or says how to call it. */
import { apiKeys, createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { openBooks } from "./books.ts";

const DETACHED = new TypeError(
  "this method was called without its company; call it on the company, as in company.issue(order), not as in const { issue } = company",
);

test("every method of a company says so, and rejects rather than throws", async () => {
  const { acme } = await openBooks();
  const methods = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(acme)));
  const names = methods
    .map(([name]) => name)
    .filter((name) => !["constructor", "issueAll", "listAll", "listEntries", "changes"].includes(name));
  expect(names.length).toBeGreaterThan(18);
  for (const name of names) {
    const detached = acme[name as "profile"];
    for (const self of [undefined, {}, Object.create(acme)]) {
      await expect(detached.call(self as never), name).rejects.toStrictEqual(DETACHED);
    }
  }
  const { issueAll, listAll, listEntries, changes } = acme;
  await expect(listEntries()[Symbol.asyncIterator]().next()).rejects.toStrictEqual(DETACHED);
  await expect(listAll()[Symbol.asyncIterator]().next()).rejects.toStrictEqual(DETACHED);
  await expect(changes()[Symbol.asyncIterator]().next()).rejects.toStrictEqual(DETACHED);
  await expect(issueAll([order()], { idempotencyKey: "a" }).next()).rejects.toStrictEqual(DETACHED);
});

test("methods of an invoicing work on their own", async () => {
  const { company, close } = createInvoicing({ store: memoryStore() });
  expect((await company("acme").saveProfile(germanProfile())).country).toBe("DE");
  await close();
});

test("methods of API keys work on their own", async () => {
  const { create, list, parse, authenticate, close } = apiKeys(memoryStore());
  const { apiKey, id } = await create("acme", { scopes: ["read:invoices"] });
  expect(await list("acme")).toHaveLength(1);
  expect(parse(apiKey)).toEqual({ companyId: "acme", id });
  expect(await authenticate(apiKey)).toMatchObject({ companyId: "acme" });
  await close();
});

test.each(STORES)("methods of the $name store work on their own", async ({ open }) => {
  const { transaction, close } = await open();
  expect(await transaction("acme", async ({ numbers }) => (await numbers.lock()).lastCounter)).toBe(0);
  await close();
});
