/**
 * Question: how long does each entry of the package take to import, and what follows until the second invoice?
 * Method: fresh processes import the entries of the built package in turn, and zod alone and an empty module, which are
 * what the largest dependency and Node take of it. Each process measures its import after Node has started. Others then
 * issue two invoices in memory: the first one makes the schemas that it needs, the second one finds them.
 *
 *     npm run bench -- import-time
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ENTRIES, PACKAGES_FOR_SCALE } from "./entries.ts";
import { answer, compare } from "./question.ts";
import type { Finding, Scale } from "./report.ts";

const ROOT = join(import.meta.dirname, "..");
const EMPTY = "data:text/javascript,";

/** The milliseconds that a script prints in a process of its own. */
function millisecondsOf(script: string): number {
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, encoding: "utf8" }));
}

function importOf(name: string, specifier: string) {
  const script = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start);`;
  return { name, run: async () => millisecondsOf(script) };
}

const urlOf = (entry: string) => pathToFileURL(ENTRIES.find(({ name }) => name === entry)!.file).href;

const COLD_START = `
let start = performance.now();
const lap = () => { const before = start; start = performance.now(); return start - before; };
const { createInvoicing } = await import("${urlOf("faktura")}");
const { memoryStore } = await import("${urlOf("faktura/memory")}");
const laps = [lap()];
const company = createInvoicing({ store: memoryStore() }).company("firma");
await company.saveProfile({ name: "Firma GmbH", country: "DE", vatRegistered: true, ossRegistered: true, defaultCurrency: "EUR", invoicePrefix: "INV" });
const order = { clientName: "Ada", clientCountry: "DE", items: [{ description: "Lamp", quantity: 1, unitPrice: 100 }] };
lap();
for (const number of [1, 2]) {
  const { invoiceNumber } = await company.issue(order);
  laps.push(lap());
  if (!invoiceNumber.endsWith("-000" + number)) throw new Error("issued " + invoiceNumber);
}`;

/** What the scripts of a cold start do, one after the other. */
const STEPS = ["import faktura and faktura/memory", "the first invoice", "the second invoice"];

const roundsOf = (scale: Scale) => (scale === "short" ? 5 : 21);

async function importTimes(scale: Scale): Promise<Finding> {
  return compare({
    title: "import",
    durability: "none",
    unit: "milliseconds",
    rounds: roundsOf(scale),
    contenders: [
      importOf("zod", "zod"),
      importOf("an empty module", EMPTY),
      ...ENTRIES.map(({ name, file }) => importOf(name, pathToFileURL(file).href)),
      ...PACKAGES_FOR_SCALE.map((name) => importOf(name, name)),
    ],
  });
}

async function coldStart(scale: Scale): Promise<Finding> {
  return compare({
    title: "a cold start",
    durability: "none",
    unit: "milliseconds",
    rounds: roundsOf(scale),
    contenders: STEPS.map((name, step) => ({
      name,
      run: async () => millisecondsOf(`${COLD_START}\nconsole.log(laps[${step}]);`),
    })),
  });
}

await answer(async (scale) => [await importTimes(scale), await coldStart(scale)]);
