import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The README and every page below docs, as paths from the root. */
export const PAGES = [...(existsSync(join(ROOT, "README.md")) ? ["README.md"] : []), ...filesBelow("docs", ".md")];

/** The library's source files, as paths from the root. */
export const SOURCES = filesBelow("src", ".ts");

/** Without those of installed packages, which may be many thousands, and without those that the site is built from. */
function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return ["node_modules", ".site"].includes(entry.name) ? [] : filesBelow(path, ending);
      return entry.name.endsWith(ending) ? [path] : [];
    })
    .sort();
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
