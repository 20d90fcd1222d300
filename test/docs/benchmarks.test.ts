import { expect, test } from "vitest";
import { chartOf } from "../../bench/chart.ts";
import { pageWith, type Result } from "../../bench/report.ts";
import { readPage } from "./pages.ts";

const RESULTS = JSON.parse(readPage("bench/results.json")) as Result[];
const PAGE = readPage("docs/why/benchmarks.md");
const QUESTIONS = /QUESTIONS = \[(?<names>[^\]]+)\]/
  .exec(readPage("bench/run.ts"))!
  .groups!["names"]!.match(/[\w-]+/g)!;

test("the page's tables and its chart match the stored results", () => {
  expect(pageWith(PAGE, RESULTS)).toBe(PAGE);
  expect(chartOf(RESULTS)).toBe(readPage("docs/why/benchmarks.svg"));
});

test("the page says what each benchmark asks, and has no results of others", () => {
  expect(QUESTIONS.length).toBeGreaterThan(1);
  const rows = [...PAGE.matchAll(/^\| `(?<name>[a-z-]+)` \|/gm)].map(({ groups }) => groups!["name"]);
  expect(rows).toEqual(QUESTIONS);
  expect(RESULTS.map(({ question }) => question).filter((question) => !QUESTIONS.includes(question))).toEqual([]);
});
