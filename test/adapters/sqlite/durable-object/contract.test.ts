/** The contract in workerd itself, which runs Durable Objects: each case in an object of its own. */
import { storeContract } from "faktura/contract";
import { memoryStore } from "faktura/memory";
import { afterAll, beforeAll, expect } from "vitest";
import { NO_RUNTIMES } from "../../../examples/runtimes.ts";
import { testUnless } from "../../../support/skipping.ts";
import { Objects } from "./run-objects.ts";

const titles: string[] = [];
const open = async () => memoryStore();
storeContract({
  test: (title) => titles.push(title),
  ...{ open, reopen: open, openSecond: open },
  failAt: () => undefined,
  panel: true,
});

let objects: Objects | undefined;
beforeAll(async () => {
  if (NO_RUNTIMES === undefined) objects = await Objects.start("ContractObject");
});
afterAll(() => objects?.kill());

testUnless(NO_RUNTIMES).each(titles)("in a Durable Object, %s", async (title) => {
  expect(await objects!.ask(String(titles.indexOf(title)), title)).toBe("");
});
