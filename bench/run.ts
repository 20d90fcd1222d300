/**
 * Asks the questions named on the command line, each for as long as it takes, or a short version of all of them; each in
 * a process of its own. With `--write` the answers go into docs/why/benchmarks.md and its chart.
 *
 *     npm run bench
 *     npm run bench -- issue-on-sqlite
 *     npm run bench -- --write
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chartOf } from "./chart.ts";
import { conditions } from "./conditions.ts";
import { progress } from "./question.ts";
import { type Finding, merged, pageWith, type Result, reportOf, type Scale } from "./report.ts";

/** In the order in which the results are told. */
const QUESTIONS = [
  "issue-on-sqlite",
  "issue-on-postgres",
  "numbering-on-postgres",
  "issue-over-http",
  "busy-books",
  "archive-size",
  "determine-vat",
  "invoice-totals",
  "package-size",
];

const RESULTS = join(import.meta.dirname, "results.json");
const PAGE = join(import.meta.dirname, "../docs/why/benchmarks.md");
const CHART = join(import.meta.dirname, "../docs/why/benchmarks.svg");

const words = process.argv.slice(2);
const named = words.filter((word) => word !== "--write");
const unknown = named.filter((name) => !QUESTIONS.includes(name));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}; there are ${QUESTIONS.join(", ")}`);

const asked = named.length > 0 ? named : QUESTIONS;
const scale: Scale = named.length > 0 ? "full" : "short";
const results: Result[] = [];
const failed: string[] = [];
for (const [place, question] of asked.entries()) {
  const findings = await findingsOf(question, `${place + 1} of ${asked.length}, ${question}`);
  if (findings === undefined) failed.push(question);
  else results.push({ question, scale, conditions: conditions(), findings });
}
console.log(`\n${reportOf(results)}`);
if (words.includes("--write")) write();
if (failed.length > 0) throw new Error(`no answer from ${failed.join(", ")}`);

/** Asks one question in a process of its own; `undefined` when it failed, which was then said. */
async function findingsOf(question: string, name: string): Promise<readonly Finding[] | undefined> {
  const script = join(import.meta.dirname, `${question}.ts`);
  const flags = ["--json", ...(scale === "short" ? ["--short"] : [])];
  const child = spawn(process.execPath, ["--import", "tsx", script, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    said.push(line);
    progress(`${name}: ${line}`);
  });
  let answered = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    answered += text;
  });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (process.stderr.isTTY) progress("");
  if (status === 0) return JSON.parse(answered) as Finding[];
  console.error(`${question} failed:\n${said.slice(-20).join("\n")}`);
  return undefined;
}

/** Puts the results into their places; the page and the chart are made of all that are known. */
function write(): void {
  const known = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, "utf8")) as Result[]) : [];
  const all = merged(known, results, QUESTIONS);
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, "utf8"), all));
  writeFileSync(CHART, chartOf(all));
}
