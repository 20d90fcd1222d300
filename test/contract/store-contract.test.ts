import { test as nodeTest } from "node:test";
import { type ContractTest, type StoreContractReport, storeContract } from "faktura/contract";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { expectBound, statementsIn } from "../adapters/bound-statements.ts";
import { EVERY_STORE } from "../support/stores.ts";
import { CONTRACT_STORES, SENT } from "./contract-stores.ts";

const reports = new Map<string, StoreContractReport>();

describe.each(CONTRACT_STORES)("$name store", ({ name, ...store }) => {
  reports.set(name, storeContract({ test, ...store }));
});

test("each statement on a company's books is bound to that one company", () => {
  expectBound(SENT.flatMap(statementsIn));
});

test("the contract runs on every store", () => {
  expect(CONTRACT_STORES.map(({ name }) => name)).toEqual(expect.arrayContaining(EVERY_STORE.map(({ name }) => name)));
});

test("a case that cannot run is named with the option that it needs, and nothing else", () => {
  const missing = (name: string) =>
    reports.get(name)!.notRun.map((line) => /the option (\w+) is missing/.exec(line)?.[1]);
  const failures = ["failAt", "failAt", "failAt"];
  expect(missing("memory")).toEqual([
    ...["openSecond", "reopen", "reopen", ...failures, "reopen", "reopen", "openSecond", "openSecond"],
    ...["reopen", "openSecond"],
  ]);
  expect(missing("SQLite, opened by path")).toEqual(failures);
  const others = CONTRACT_STORES.filter(({ name }) => name.startsWith("SQLite on"));
  expect(others.flatMap(({ name }) => missing(name))).toEqual([]);
});

test("a runner that cannot skip still runs every case that can run, and the report names the rest", () => {
  const collected: string[] = [];
  const open = async () => memoryStore();
  const { notRun } = storeContract({ test: (title) => collected.push(title), open });
  const skipped: string[] = [];
  const skipping: ContractTest = Object.assign(() => undefined, { skip: (title: string) => skipped.push(title) });
  storeContract({ test: skipping, open });
  expect(new Set(collected).size).toBe(collected.length);
  expect(collected.filter((title) => notRun.some((line) => line.startsWith(title)))).toEqual([]);
  expect(skipped).toEqual(notRun);
});

test("the runners of Node and vitest can be passed directly", () => {
  const runners: ContractTest[] = [nodeTest, test];
  expect(runners.every((runner) => typeof runner.skip === "function")).toBe(true);
});
