import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const BUDGET_BYTES = 25 * 1024;

test("faktura/vat stays under 25 KB, minified and gzipped, with all its dependencies", async () => {
  const { outputFiles } = await build({
    entryPoints: ["src/vat.ts"],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
  console.info(`faktura/vat: ${bytes} bytes of ${BUDGET_BYTES}`);
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
});
