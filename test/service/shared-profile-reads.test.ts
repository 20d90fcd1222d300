/** Goal: orders that are issued at once share reads of the profile, and each sees what was saved before its call. */
import { type CompanyProfile, createInvoicing } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { HeldStore } from "./books.ts";

/** Books whose profiles are read by hand. */
function heldProfiles() {
  const asked: { companyId: string; answer: (name: string) => void; fail: (error: Error) => void }[] = [];
  const profile = (companyId: string) =>
    new Promise<CompanyProfile>((resolve, reject) => {
      asked.push({ companyId, answer: (name) => resolve(germanProfile({ name })), fail: reject });
    });
  const store = new HeldStore();
  const companies = { profile, save: () => Promise.reject(new Error("nothing is saved here")) };
  Object.defineProperty(store, "companies", { value: companies });
  const invoicing = createInvoicing({ store });
  /** Issues an order, and gives the seller's name on the invoice. */
  const issue = async (companyId = "acme") => (await invoicing.company(companyId).issue(order())).seller.name;
  return { asked, issue };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("calls at once share a read, and those that come while it runs share the next", async () => {
  const { asked, issue } = heldProfiles();
  const first = oneTo(3).map(() => issue());
  await turn();
  const later = oneTo(3).map(() => issue());
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]!.answer("before");
  expect(await Promise.all(first)).toEqual(["before", "before", "before"]);
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]!.answer("after");
  expect(await Promise.all(later)).toEqual(["after", "after", "after"]);
});

test("companies do not wait for each other", async () => {
  const { asked, issue } = heldProfiles();
  const calls = [issue("acme"), issue("other")];
  await turn();
  expect(asked.map(({ companyId }) => companyId)).toEqual(["acme", "other"]);
  for (const { companyId, answer } of asked) answer(companyId);
  expect(await Promise.all(calls)).toEqual(["acme", "other"]);
});

test("a failed read rejects all calls that share it, and the next call reads again", async () => {
  const { asked, issue } = heldProfiles();
  const failing = Promise.allSettled([issue(), issue()]);
  await turn();
  const next = issue();
  const fault = new Error("the database is away");
  asked[0]!.fail(fault);
  expect(await failing).toEqual(Array(2).fill({ status: "rejected", reason: fault }));
  await turn();
  asked[1]!.answer("back");
  expect(await next).toBe("back");
});
