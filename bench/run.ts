/**
 * Runs the benchmarks named on the command line in full, or a short version of all of them. Each runs in its own
 * process. With `--short`, the named ones are short too. With `--write`, the results are written into
 * docs/why/benchmarks.md and its chart.
 *
 *     npm run bench
 *     npm run bench -- issue-on-sqlite
 *     npm run bench -- issue-on-sqlite --short
 *     npm run bench -- before-and-after 55ea646
 *     npm run bench -- --write
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chartOf } from "./chart.ts";
import { conditions } from "./conditions.ts";
import { progress } from "./question.ts";
import { type Finding, pageWith, type Result, reportOf, type Scale, targetedRowsOf } from "./report.ts";

/** The benchmarks, in the order of the report. */
const QUESTIONS = [
  "issue-on-sqlite",
  "issue-on-postgres",
  "many-companies",
  "issue-on-distant-postgres",
  "issue-with-lookups",
  "numbering-on-postgres",
  "months-end",
  "issue-over-http",
  "busy-books",
  "archive-size",
  "growth",
  "search",
  "vat-report",
  "panel-pages",
  "determine-vat",
  "invoice-totals",
  "documents",
  "package-size",
  "import-time",
  "cost-on-postgres",
  "before-and-after",
];

/** Those that compare today's build with an earlier one. */
const OF_TWO_BUILDS = ["cost-on-postgres", "before-and-after"];

const PAGE = join(import.meta.dirname, "../docs/why/benchmarks.md");
const CHART = join(import.meta.dirname, "../docs/why/benchmarks.svg");

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith("--"));
// The word after one of them names the commit of both.
const place = named.findIndex((name) => OF_TWO_BUILDS.includes(name)) + 1;
const before =
  place > 0 && named[place] !== undefined && !QUESTIONS.includes(named[place]) ? named.splice(place, 1) : [];
const unknown = named.filter((name) => !QUESTIONS.includes(name));
if (unknown.length > 0) throw new Error(`unknown benchmark ${unknown.join(", ")}; choose from ${QUESTIONS.join(", ")}`);

const asked = named.length > 0 ? named : QUESTIONS;
const scale: Scale = named.length > 0 && !words.includes("--short") ? "full" : "short";
const results: Result[] = [];
const failed: string[] = [];
for (const [index, question] of asked.entries()) {
  const findings = await findingsOf(question, `${index + 1} of ${asked.length}, ${question}`);
  if (findings === undefined) failed.push(question);
  else results.push({ question, scale, conditions: conditions(), findings });
}
console.log(`\n${reportOf(results)}`);
if (words.includes("--write")) write();
if (failed.length > 0) throw new Error(`failed: ${failed.join(", ")}`);

/** Runs one benchmark in its own process. If it fails, prints its last output and returns `undefined`. */
async function findingsOf(question: string, name: string): Promise<readonly Finding[] | undefined> {
  const script = join(import.meta.dirname, `${question}.ts`);
  const flags = [
    "--json",
    ...(scale === "short" ? ["--short"] : []),
    ...(OF_TWO_BUILDS.includes(question) ? before : []),
  ];
  const child = spawn(process.execPath, ["--import", "tsx", script, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const log: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    log.push(line);
    progress(`${name}: ${line}`);
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (process.stderr.isTTY) progress("");
  if (status === 0) return JSON.parse(output) as Finding[];
  console.error(`${question} failed:\n${log.slice(-20).join("\n")}`);
  return undefined;
}

/** Replaces the results of these benchmarks on the page, and draws the chart of all results on it. */
function write(): void {
  const page = pageWith(readFileSync(PAGE, "utf8"), results, QUESTIONS);
  writeFileSync(PAGE, page);
  writeFileSync(CHART, chartOf(targetedRowsOf(page)));
}
