import { expect, test } from "vitest";
import { chartOf } from "../../bench/chart.ts";
import { pageWith, sectionsOf, targetedRowsOf } from "../../bench/report.ts";
import { readPage } from "./pages.ts";

const PAGE = readPage("docs/why/benchmarks.md");
const QUESTIONS = /QUESTIONS = \[(?<names>[^\]]+)\]/
  .exec(readPage("bench/run.ts"))!
  .groups!["names"]!.match(/[\w-]+/g)!;

test("the page is as `npm run bench -- --write` leaves it, and its chart shows each row that has a target", () => {
  expect(pageWith(PAGE, [], QUESTIONS)).toBe(PAGE);
  const targets = PAGE.match(/^\|.*\| at (?:least|most) .*: (?:reached|missed) \|/gm)!;
  expect(targetedRowsOf(PAGE)).toHaveLength(targets.length);
  expect(chartOf(targetedRowsOf(PAGE))).toBe(readPage("docs/why/benchmarks.svg"));
});

test("the page says what each benchmark asks, and has no results of others", () => {
  expect(QUESTIONS.length).toBeGreaterThan(1);
  const rows = [...PAGE.matchAll(/^\| `(?<name>[a-z-]+)` \|/gm)].map(({ groups }) => groups!["name"]);
  expect(rows).toEqual(QUESTIONS);
  expect([...sectionsOf(PAGE).keys()].filter((question) => !QUESTIONS.includes(question))).toEqual([]);
});
