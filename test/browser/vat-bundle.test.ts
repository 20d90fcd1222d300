import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect } from "vitest";
import { test } from "./browser-test.ts";
import { answersTo, type BulkSale, bulkSales } from "./bulk-sales.ts";

/** The file that runs in both, as a script that a page can load. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("bulk-sales.ts", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    globalName: "bulk",
    target: "es2022",
  });
  return outputFiles[0]!.text;
}

test("faktura/vat decides and rounds thousands of sales in Chromium as it does in Node", async ({ browser }) => {
  const sales = bulkSales();
  const inNode = answersTo(sales);
  const page = await browser.newPage();
  await page.addScriptTag({ content: await bundled() });
  const inBrowser = await page.evaluate((all: readonly BulkSale[]) => {
    const { bulk } = window as unknown as { bulk: { answersTo: (sales: readonly BulkSale[]) => unknown[] } };
    return bulk.answersTo(all).map((answer) => JSON.stringify(answer));
  }, sales);
  await page.close();

  expect(inBrowser).toEqual(inNode.map((answer) => JSON.stringify(answer)));
  expect(sales.length).toBeGreaterThan(5000);
  const codes = inNode.flatMap((answer) => (answer as { code?: string }).code ?? []);
  expect([...new Set(codes)].sort()).toEqual([
    ...["request_invalid", "vat_number_invalid", "vat_rate_unknown", "vat_rate_unlawful"],
  ]);
});
