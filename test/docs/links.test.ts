import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { slugOf } from "../../docs/examples/site/slug.ts";
import { PAGES, ROOT, readPage } from "./pages.ts";

/** The page without its code, in which brackets are not links and `#` is not a heading. */
function proseOf(path: string): string {
  return readPage(path)
    .replaceAll(/^```.*?^```$/gms, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ""));
}

/** The target of every inline link or link definition, except web addresses. */
function linksOf(path: string): string[] {
  const prose = proseOf(path);
  const inline = [...prose.matchAll(/\]\((?<target>[^)\s]+)(?:\s+"[^"]*")?\)/g)];
  const definitions = [...prose.matchAll(/^\[[^\]]+\]:\s+(?<target>\S+)/gm)];
  return [...inline, ...definitions]
    .map((match) => match.groups!["target"]!)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

/** The anchors that GitHub gives to a page's headings. */
function anchorsOf(path: string): string[] {
  const seen = new Map<string, number>();
  return [...proseOf(path).matchAll(/^#{1,6}\s+(?<heading>.+?)\s*#*$/gm)].map((match) => {
    const anchor = slugOf(match.groups!["heading"]!.replaceAll(/\]\([^)]*\)/g, ""));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

describe.each(PAGES)("%s", (page) => {
  test("links to files and headings that exist", () => {
    const broken = linksOf(page).filter((target) => {
      const [path = "", anchor] = decodeURI(target).split("#");
      const file = path === "" ? join(ROOT, page) : join(ROOT, dirname(page), path);
      if (!existsSync(file) || relative(ROOT, file).startsWith("..")) return true;
      if (anchor === undefined || statSync(file).isDirectory() || !file.endsWith(".md")) return anchor !== undefined;
      return !anchorsOf(relative(ROOT, file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("names files and folders of the repository that exist", () => {
    const named = [...readPage(page).matchAll(/`(?<path>(?:src|test|bench|docs)\/[\w./-]+)`/g)];
    expect(named.map(({ groups }) => groups!["path"]!).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

/** The files that `npm pack` includes, as paths from the root. `dist` may not be built. npm takes a second to say it. */
const packedFiles = once(() => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(String(packed)) as [{ files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path).filter((path) => !path.startsWith("dist/"));
});

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

test("every packed page only links to files that are packed too", () => {
  const packed = packedFiles();
  expect(packed.filter((path) => /^docs\/(?:examples|\.site)\//.test(path))).toEqual([]);
  const pages = packed.filter((path) => path.endsWith(".md"));
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/README.md", "docs/reference/api.md"]));
  const missing = pages.flatMap((page) =>
    linksOf(page)
      .map((target) => decodeURI(target).split("#")[0]!)
      .filter((path) => path !== "" && !packed.includes(join(dirname(page), path)))
      .map((path) => `${page} links to ${path}`),
  );
  expect(missing).toEqual([]);
});

/** The introduction of a page and one of its sections at a time: what a reader of that section has read. */
function sectionsOf(page: string): string[] {
  const [introduction = "", ...sections] = readPage(page).split(/^(?=## )/m);
  return [introduction, ...sections.map((section) => introduction + section)];
}

test("a packed page that names a file which is not packed says that it is in the repository, or in a clone", () => {
  const packed = packedFiles();
  const isPacked = (path: string) => packed.some((file) => file === path || file.startsWith(`${path}/`));
  const silent = packed
    .filter((path) => path.endsWith(".md"))
    .flatMap((page) =>
      sectionsOf(page)
        .filter((section) => !/\b(?:repository|clone)\b/.test(section))
        .flatMap((section) => [...section.matchAll(/(?<![\w./-])(?:src|test|bench|docs|\.ci)\/[\w./-]*\w/g)])
        .map(([path]) => path)
        .filter((path) => existsSync(join(ROOT, path)) && !isPacked(path))
        .map((path) => `${page} names ${path}`),
    );
  expect(silent).toEqual([]);
});
