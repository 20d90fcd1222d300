import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The links of the built pages in `folder` that lead nowhere: no such file, or no such anchor in it. `base` is its path. */
export function deadLinks(folder: string, base: string): string[] {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/")),
  );
  const pages = [...files].filter((file) => file.endsWith(".html"));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  const anchors = new Map([...texts].map(([page, text]) => [page, valuesOf("id", text)]));
  return pages.flatMap((page) =>
    [...valuesOf("href", texts.get(page)!)]
      .filter((href) => !/^[a-z]+:/.test(href))
      .filter((href) => {
        const { pathname, hash } = new URL(href, `http://site${base}${page}`);
        if (!pathname.startsWith(base)) return true;
        const file = decodeURIComponent(pathname.slice(base.length)).replace(/(?<=^|\/)$/, "index.html");
        const anchor = decodeURIComponent(hash.slice(1));
        return !files.has(file) || (anchor !== "" && !anchors.get(file)?.has(anchor));
      })
      .map((href) => `${page} links to ${href}`),
  );
}

function valuesOf(attribute: string, html: string): Set<string> {
  const values = html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"));
  return new Set([...values].map(([, value]) => value!.replaceAll("&amp;", "&").replaceAll("&quot;", '"')));
}
