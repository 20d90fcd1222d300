/**
 * Question: how large is each entry of the package?
 * Method: esbuild bundles each entry of the built package, minified and gzipped, once with and once without its
 * dependencies. sales-tax and dinero.js are included for scale.
 *
 *     npm run bench -- package-size
 */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { SIZE_BUDGETS } from "../test/package/size-budgets.ts";
import { ENTRIES, PACKAGES_FOR_SCALE } from "./entries.ts";
import { answer } from "./question.ts";
import type { Finding, Measurement } from "./report.ts";

const ROOT = join(import.meta.dirname, "..");
const VAT_BUDGET_KB = SIZE_BUDGETS["faktura/vat"];

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
  if (packages === "bundle") for (const name of PACKAGES_FOR_SCALE) await row(name, name, "bundle");
  const title = packages === "bundle" ? "size with its dependencies" : "size without its dependencies";
  return { title, durability: "none", unit: "KB, minified and gzipped", rows };
}

await answer(async () => [await sizes("bundle"), await sizes("external")]);
