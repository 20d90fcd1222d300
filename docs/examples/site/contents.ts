import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ENTRIES } from "./entries.ts";
import { ROOT } from "./places.ts";

/** A line of the sidebar, in the form of VitePress. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: SidebarItem[];
}

/** The table of contents in docs/README.md, with the generated pages below the one on the API. */
const [, ...SECTIONS] = readFileSync(join(ROOT, "docs/README.md"), "utf8").split(/^## /m);

/** The links at the top: each section's first page. */
export function nav(): { text: string; link: string }[] {
  return SECTIONS.map(sectionOf).map((section) => ({
    text: section.text.replace(/[:,].*/, ""),
    link: pagesOf(section)[0]!,
  }));
}

/**
 * The sidebar of each folder: the sections with pages in it. All others have all sections. No section can be folded,
 * because VitePress would nest a button in a button, which screen readers cannot tell apart.
 */
export function sidebar(): Record<string, SidebarItem[]> {
  const all = SECTIONS.map(sectionOf);
  const folders = new Set(all.flatMap(pagesOf).map((page) => page.replace(/[^/]+$/, "")));
  const within = (folder: string) => all.filter((section) => pagesOf(section).some((page) => page.startsWith(folder)));
  return Object.fromEntries([["/", all], ...[...folders].map((folder) => [folder, within(folder)])]);
}

function sectionOf(section: string): SidebarItem {
  const [title = "", ...lines] = section.split("\n");
  const items = lines.flatMap((line): SidebarItem[] => {
    const links = linksIn(line);
    const group = /^- \*\*(?<name>.+?)\*\*/.exec(line)?.groups?.["name"];
    return group === undefined ? links : [{ text: group, items: links }];
  });
  return { text: title, items };
}

function pagesOf({ link, items = [] }: SidebarItem): string[] {
  return [...(link === undefined ? [] : [link]), ...items.flatMap(pagesOf)];
}

/** The pages that a line links to. A link to a part of a page is for readers of the table of contents. */
function linksIn(line: string): SidebarItem[] {
  return [...line.matchAll(/\[(?<text>[^\]]+)\]\((?<page>[\w/-]+)\.md\)/g)].map(({ groups }) => {
    const text = capitalised(groups!["text"]!.replaceAll("\\", ""));
    const link = `/docs/${groups!["page"]}`;
    return groups!["page"] === "reference/api" ? { text, link, items: apiItems() } : { text, link };
  });
}

function apiItems(): SidebarItem[] {
  return ENTRIES.map(({ name }) => ({ text: name, link: `/docs/reference/api/${name}` }));
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
