/**
 * Asks the questions named on the command line, each for as long as it takes, or a short version of all of them:
 *
 *     npm run bench
 *     npm run bench -- issue-on-sqlite
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** In the order in which the results are told. */
const QUESTIONS = ["issue-on-sqlite", "determine-vat", "invoice-totals"];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !QUESTIONS.includes(name));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}; there are ${QUESTIONS.join(", ")}`);

for (const name of asked.length > 0 ? asked : QUESTIONS) {
  const script = join(import.meta.dirname, `${name}.ts`);
  const scale = asked.length > 0 ? [] : ["--short"];
  const { status } = spawnSync(process.execPath, ["--import", "tsx", script, ...scale], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${name} failed`);
}
