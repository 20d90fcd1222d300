import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGE = read("docs/reference/api.md");

const { tsup, bin } = JSON.parse(read("package.json")) as {
  tsup: { entry: Record<string, string> };
  bin: Record<string, string>;
};
/** The entries that can be imported: all except the commands, and the one that bundles for browsers get in its place. */
const ENTRIES = Object.entries(tsup.entry).filter(
  ([name, file]) => !Object.values(bin).includes(`./dist/${name}.js`) && file !== "src/browser.ts",
);

/** The names that an entry exports, including types, from lists and declarations. */
function exportsOf(file: string): string[] {
  const source = read(file);
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names]) => names!.split(","));
  const declared = [...source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)];
  const names = [...lists.map((name) => name.replace(/\btype\b/, "")), ...declared.map(([, name]) => name!)];
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

test.each(ENTRIES)("the reference names everything that the entry %s exports", (_entry, file) => {
  const names = exportsOf(file);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(PAGE))).toEqual([]);
});
