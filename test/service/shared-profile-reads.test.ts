import { expect, test } from "vitest";
import { shareReads } from "../../src/service/company-profile.ts";
import { oneTo } from "../support/fixtures.ts";

/** A read that is answered by hand, and what has been asked of it. */
function heldReads() {
  const asked: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = shareReads(
    (key: string) => new Promise<string>((resolve, reject) => asked.push({ key, answer: resolve, fail: reject })),
  );
  return { asked, read };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("calls at once share a read, and those that come while it runs share the next", async () => {
  const { asked, read } = heldReads();
  const first = oneTo(3).map(() => read("acme"));
  await turn();
  const later = oneTo(3).map(() => read("acme"));
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]!.answer("before");
  expect(await Promise.all(first)).toEqual(["before", "before", "before"]);
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]!.answer("after");
  expect(await Promise.all(later)).toEqual(["after", "after", "after"]);
});

test("keys do not wait for each other", async () => {
  const { asked, read } = heldReads();
  const reads = [read("acme"), read("other")];
  await turn();
  expect(asked.map(({ key }) => key)).toEqual(["acme", "other"]);
  for (const { key, answer } of asked) answer(key);
  expect(await Promise.all(reads)).toEqual(["acme", "other"]);
});

test("a failed read rejects all calls that share it, and the next call reads again", async () => {
  const { asked, read } = heldReads();
  const failing = Promise.allSettled([read("acme"), read("acme")]);
  await turn();
  const next = read("acme");
  const fault = new Error("the database is away");
  asked[0]!.fail(fault);
  expect(await failing).toEqual(Array(2).fill({ status: "rejected", reason: fault }));
  await turn();
  asked[1]!.answer("back");
  expect(await next).toBe("back");
});
