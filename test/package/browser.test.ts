/**
 * Claim: a bundle for browsers that imports the root entry says to import `faktura/vat`; bundles for servers and workers get
 * the root entry.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const entries = manifest.tsup.entry as Record<string, string>;
const root = manifest.exports["."] as Record<string, { default: string }>;

/** The source of the file that the conditions lead to, in the order of the manifest, as bundlers read it. */
function sourceFor(...conditions: string[]): string {
  const [, found] = Object.entries(root).find(([condition]) => conditions.includes(condition))!;
  return entries[found.default.replace(/^\.\/dist\/|\.js$/g, "")]!;
}

test("only browsers get another file than the root entry", () => {
  expect(sourceFor("import", "node")).toBe("src/index.ts");
  expect(sourceFor("workerd", "worker", "browser", "import")).toBe("src/index.ts");
  expect(sourceFor("browser", "import")).toBe("src/browser.ts");
});

test("a bundle throws what to import, and a bundler complains of a named import with the name of the file", async () => {
  const contents = 'import { determineVat } from "faktura"; determineVat();';
  const redirect = {
    name: "as-installed",
    setup: (set: import("esbuild").PluginBuild) => {
      set.onResolve({ filter: /^faktura$/ }, () => ({ path: root["browser"]!.default, namespace: "dist" }));
      set.onLoad({ filter: /.*/, namespace: "dist" }, () => ({
        contents: readFileSync(join(ROOT, sourceFor("browser")), "utf8"),
        loader: "ts" as const,
      }));
    },
  };
  const bundle = (code: string) =>
    build({
      stdin: { contents: code },
      bundle: true,
      write: false,
      logLevel: "silent",
      platform: "browser",
      format: "esm",
      plugins: [redirect],
    });
  const { outputFiles } = await bundle('import "faktura";');
  expect(() => new Function(outputFiles[0]!.text)()).toThrow(/in a browser, import from faktura\/vat/);
  const named = await bundle(contents).then(
    ({ outputFiles, warnings }) => outputFiles[0]!.text + JSON.stringify(warnings),
    String,
  );
  expect(named).toMatch(/faktura.vat/);
});
