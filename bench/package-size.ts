/**
 * Question: how large is each entry of the package, and how long does it take to import?
 * Method: esbuild bundles each entry of the built package, minified and gzipped, once with and once without its
 * dependencies. sales-tax and dinero.js are included for scale. Fresh processes import the entries in turn, compared
 * with an empty module. Each process measures its import after Node has started.
 *
 *     npm run bench -- package-size
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import manifest from "../package.json" with { type: "json" };
import { SIZE_BUDGETS } from "../test/package/size-budgets.ts";
import { answer, compare } from "./question.ts";
import type { Finding, Measurement, Scale } from "./report.ts";
import { temporaryFolder } from "./workload.ts";

const ROOT = join(import.meta.dirname, "..");
const FOR_SCALE = ["sales-tax", "dinero.js"];
const VAT_BUDGET_KB = SIZE_BUDGETS["faktura/vat"];

/** The entries of the package, and the files that `import` loads. */
const ENTRIES = Object.entries(manifest.exports).flatMap(([path, conditions]) =>
  typeof conditions === "string"
    ? []
    : [{ name: `faktura${path.slice(1)}`, file: join(ROOT, conditions.import.default) }],
);

/** The size of the bundle, minified and gzipped, in kilobytes of 1,024 bytes. */
async function bundledSize(specifier: string, packages: "bundle" | "external"): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(specifier)};`, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    write: false,
    packages,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]!.contents).length / 1024;
}

async function sizes(packages: "bundle" | "external"): Promise<Finding> {
  const budget = { name: "budget of faktura/vat", figure: VAT_BUDGET_KB, ratio: 1 };
  const rows: Measurement[] = [budget];
  const row = async (name: string, specifier: string, kind: "bundle" | "external") => {
    const figure = await bundledSize(specifier, kind);
    const target = name === "faktura/vat" ? { atMost: 1 } : undefined;
    rows.push({ name, figure, ratio: figure / VAT_BUDGET_KB, target });
  };
  for (const { name, file } of ENTRIES) await row(name, file, packages);
  if (packages === "bundle") for (const name of FOR_SCALE) await row(name, name, "bundle");
  const title = packages === "bundle" ? "size with its dependencies" : "size without its dependencies";
  return { title, durability: "none", unit: "KB, minified and gzipped", rows };
}

async function importTimes(scale: Scale): Promise<Finding> {
  const empty = join(temporaryFolder(), "empty.mjs");
  writeFileSync(empty, "export {};\n");
  const timeOf = (specifier: string) => async () => {
    const script = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start);`;
    return Number(
      execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, encoding: "utf8" }),
    );
  };
  const entries = ENTRIES.map(({ name, file }) => ({ name, run: timeOf(pathToFileURL(file).href) }));
  return compare({
    title: "import",
    durability: "none",
    unit: "milliseconds",
    rounds: scale === "short" ? 5 : 21,
    contenders: [
      { name: "an empty module", run: timeOf(pathToFileURL(empty).href) },
      ...entries,
      ...FOR_SCALE.map((name) => ({ name, run: timeOf(name) })),
    ],
  });
}

await answer(async (scale) => [await sizes("bundle"), await sizes("external"), await importTimes(scale)]);
