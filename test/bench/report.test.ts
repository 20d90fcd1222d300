import { expect, test } from "vitest";
import {
  type Finding,
  isReached,
  pageWith,
  type Result,
  reportOf,
  tableOf,
  targetedRowsOf,
} from "../../bench/report.ts";

const FINDING: Finding = {
  title: "issuing",
  durability: "WAL",
  unit: "invoices a second",
  rounds: 9,
  rows: [
    { name: "bare loop", figure: 5941.4, ratio: 1 },
    { name: "64 callers", figure: 31_204.7, ratio: 5.254, spread: { from: 4.9, to: 5.307 }, target: { atLeast: 5 } },
    { name: "1 caller", figure: 12.345, ratio: 0.7, spread: { from: 0.61, to: 0.7 }, target: { atLeast: 0.75 } },
    { name: "the bare loop again", ratio: 1.01 },
  ],
};

const resultOf = (question: string, conditions = "a machine"): Result => {
  return { question, scale: "full", conditions, findings: [FINDING] };
};

test("a table has ratio and spread before the figure, the target and whether it was reached, durability and rounds", () => {
  expect(tableOf(FINDING).split("\n")).toEqual([
    "| issuing | ratio | target | invoices a second |",
    "|---|--:|---|--:|",
    "| bare loop | 1.00 × |  | 5,941 |",
    "| 64 callers | 5.25 × (4.90 to 5.31) | at least 5 ×: reached | 31,205 |",
    "| 1 caller | 0.70 × (0.61 to 0.70) | at least 0.75 ×: missed | 12.3 |",
    "| the bare loop again | 1.01 × |  |  |",
    "",
    "Durability: WAL. 9 rounds.",
  ]);
});

test("what was measured once has no rounds", () => {
  const { rounds: _, ...once } = FINDING;
  expect(tableOf({ ...once, durability: "none" })).toMatch(/\n\nNothing is written\.$/);
});

test.each([
  [0.99, { atLeast: 1 }, false],
  [1, { atLeast: 1 }, true],
  [1.3, { atMost: 1.3 }, true],
  [1.31, { atMost: 1.3 }, false],
  [0, undefined, true],
])("%d against %j is reached: %j", (ratio, target, reached) => {
  expect(isReached({ name: "it", figure: 1, ratio, target })).toBe(reached);
});

test("a report names each benchmark, how to repeat it and what it was measured on", () => {
  expect(reportOf([resultOf("issue-on-sqlite")])).toContain(
    "### issue-on-sqlite\n\n`npm run bench -- issue-on-sqlite`. A full run: a machine.\n\n| issuing |",
  );
  const short: Result = { ...resultOf("issue-on-sqlite"), scale: "short" };
  expect(reportOf([short])).toContain("`npm run bench`. A short run: a machine.");
});

const [BEGIN, END] = ["<!-- results: written by `npm run bench -- --write` -->", "<!-- end of the results -->"];

test("a new run replaces the results of its benchmarks on the page, and keeps the others, in their order", () => {
  const page = `${BEGIN}\n\n${reportOf([resultOf("b"), resultOf("a"), resultOf("gone")])}\n\n${END}\n`;
  const written = pageWith(page, [resultOf("c"), resultOf("a", "today")], ["a", "b", "c", "d"]);
  expect(written).toBe(`${BEGIN}\n\n${reportOf([resultOf("a", "today"), resultOf("b"), resultOf("c")])}\n\n${END}\n`);
});

test("the rows with a target are read from the page as they were written", () => {
  const large = { ...FINDING, title: "lists", rows: [{ name: "last page", ratio: 123.4, target: { atMost: 1.3 } }] };
  const results = [resultOf("a"), { ...resultOf("b"), findings: [large] }];
  expect(targetedRowsOf(pageWith(`${BEGIN}\n${END}`, results, ["a", "b"]))).toEqual([
    { title: "issuing", name: "64 callers", ratio: 5.25, target: { atLeast: 5 }, isReached: true },
    { title: "issuing", name: "1 caller", ratio: 0.7, target: { atLeast: 0.75 }, isReached: false },
    { title: "lists", name: "last page", ratio: 123, target: { atMost: 1.3 }, isReached: false },
  ]);
});

test("the page keeps everything outside the markers, however often the results are written", () => {
  const page = `before\n${BEGIN}\nold\n${END}\nafter\n`;
  const once = pageWith(page, [resultOf("a")], ["a"]);
  expect(once).toBe(`before\n${BEGIN}\n\n${reportOf([resultOf("a")])}\n\n${END}\nafter\n`);
  expect(pageWith(once, [resultOf("a")], ["a"])).toBe(once);
});

test("a page without the markers is refused", () => {
  expect(() => pageWith("nothing here", [], [])).toThrow("the page lacks <!-- results");
});
