import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { SIZE_BUDGETS } from "./size-budgets.ts";

const FILES = { "faktura/vat": "src/vat.ts", "faktura/einvoice": "src/einvoice/index.ts" } as const;

const ENTRIES = Object.keys(FILES) as (keyof typeof FILES)[];

test.each(ENTRIES)("%s stays within its budget, minified and gzipped, with all its dependencies", async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [FILES[entry]],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
  const budget = SIZE_BUDGETS[entry] * 1024;
  console.info(`${entry}: ${bytes} bytes of ${budget}`);
  expect(bytes).toBeLessThanOrEqual(budget);
});
