import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The README and every page below docs, as paths from the root. */
export const PAGES = [...(existsSync(join(ROOT, "README.md")) ? ["README.md"] : []), ...filesBelow("docs", ".md")];

/** The library's source files, as paths from the root. */
export const SOURCES = filesBelow("src", ".ts");

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.parentPath.includes("node_modules"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
