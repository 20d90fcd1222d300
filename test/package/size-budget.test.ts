import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const BUDGETS: [entry: string, file: string, kilobytes: number][] = [
  ["faktura/vat", "src/vat.ts", 29],
  ["faktura/einvoice", "src/einvoice/index.ts", 26],
];

test.each(BUDGETS)(
  "%s (%s) stays under %i KB, minified and gzipped, with all its dependencies",
  async (entry, file, kilobytes) => {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "browser",
    });
    const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
    console.info(`${entry}: ${bytes} bytes of ${kilobytes * 1024}`);
    expect(bytes).toBeLessThanOrEqual(kilobytes * 1024);
  },
);
