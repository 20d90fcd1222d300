import { expect, test } from "vitest";
import { type Finding, isReached, merged, pageWith, type Result, reportOf, tableOf } from "../../bench/report.ts";

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

test("a new run replaces the stored results of its benchmarks, in their order", () => {
  const known = [resultOf("b"), resultOf("a"), resultOf("gone")];
  const results = merged(known, [resultOf("c"), resultOf("a", "today")], ["a", "b", "c", "d"]);
  expect(results.map(({ question, conditions }) => [question, conditions])).toEqual([
    ["a", "today"],
    ["b", "a machine"],
    ["c", "a machine"],
  ]);
});

test("the page keeps everything outside the markers, however often the results are written", () => {
  const [begin, end] = ["<!-- results: written by `npm run bench -- --write` -->", "<!-- end of the results -->"];
  const page = `before\n${begin}\nold\n${end}\nafter\n`;
  const once = pageWith(page, [resultOf("a")]);
  expect(once).toBe(`before\n${begin}\n\n${reportOf([resultOf("a")])}\n\n${end}\nafter\n`);
  expect(pageWith(once, [resultOf("a")])).toBe(once);
});

test("a page without the markers is refused", () => {
  expect(() => pageWith("nothing here", [])).toThrow("the page lacks <!-- results");
});
