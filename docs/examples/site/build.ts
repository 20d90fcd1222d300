/**
 * `npm run docs` builds the documentation as a site of static files in docs/.site/html, for any web server. Its pages ask
 * no other host for anything. `npm run docs -- --base /faktura/` builds it for that path. Fails if a link leads nowhere.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { writeApiPages } from "./api-pages.ts";
import { deadLinks } from "./check-links.ts";
import { HTML, PAGES, ROOT, SITE } from "./places.ts";

const { base } = parseArgs({ options: { base: { type: "string", default: "/" } } }).values;
if (!/^\/(?:[^?#]*\/)?$/.test(base)) {
  console.error(`--base ${base} must begin and end with a slash, such as /faktura/`);
  process.exit(1);
}

rmSync(SITE, { recursive: true, force: true });
copyPage("README.md");
for (const file of readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })) {
  const path = join("docs", file);
  if (/^docs[\\/](?:examples|\.site)\b/.test(path)) continue;
  if (path.endsWith(".md")) copyPage(path);
  else if (/\.(?:png|svg)$/.test(path)) cpSync(join(ROOT, path), join(PAGES, path));
}
await writeApiPages(join(PAGES, "docs/reference/api"));
await build(import.meta.dirname, { base });

const dead = deadLinks(HTML, base);
if (dead.length > 0) {
  console.error(dead.join("\n"));
  process.exit(1);
}

/** GitHub shows README.md for a folder, web servers show index.html. */
function copyPage(path: string): void {
  const index = (name: string) => name.replace(/(?<=^|[\\/])README\.md/, "index.md");
  const target = join(PAGES, index(path));
  const text = readFileSync(join(ROOT, path), "utf8");
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replaceAll(/(?<=\]\()[^)\s]*README\.md/g, index));
}
