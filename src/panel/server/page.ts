import type { Language } from "../chosen-language.ts";
import { PAGE_DATA_ID } from "../page-data.ts";
import { periodOfPage, returnsQuery, yearOfPage } from "../return-period.ts";
import type { PanelRights } from "../wire.ts";
import { loadBrowserFiles } from "./assets.ts";
import { CATALOGUES } from "./page-texts.ts";

/** A page as it is opened. */
interface OpenedPage {
  /** The id in its path, encoded; empty if it has none. */
  readonly id: string;
  /** Its query, with the question mark. */
  readonly search: string;
  readonly query: Readonly<Record<string, string>>;
  /** In the company's time zone, `YYYY-MM-DD`. */
  readonly today: string;
}

/** A page: its path below a company's, and the right that a session needs to open it. */
interface PageRow {
  readonly method: "GET";
  readonly path: string;
  readonly right: keyof PanelRights | undefined;
  /**
   * The calls with which the page begins, below those of the company. Their answers are in the page's HTML, so that its
   * content needs no further request.
   */
  readonly first: (page: OpenedPage) => readonly string[];
}

/** The calls that the frame of every page begins with. */
export const FRAME_CALLS = ["/companies", "/rates"] as const;

const page = (path: string, first: PageRow["first"], right?: keyof PanelRights): PageRow => ({
  ...{ method: "GET", path, right, first },
});

export const PAGES: readonly PageRow[] = [
  page("", () => ["/start"]),
  page("/invoices", ({ search }) => ["/open-sums", `/invoices${search}`]),
  page("/invoices/{id}", ({ id }) => [`/invoices/${id}`]),
  page("/credit-notes", ({ search }) => [`/credit-notes${search}`]),
  page("/credit-notes/{id}", ({ id }) => [`/credit-notes/${id}`]),
  page("/year", ({ query: { year }, today }) => [`/years/${yearOfPage(year, today)}`]),
  page("/returns", returnsOf),
  page("/search", ({ search }) => [`/search${search}`]),
  page("/audit", () => ["/audit"]),
  page(
    "/new",
    ({ query: { client, copy, recurring, quote } }) => [
      ...[...firstOf("/clients", client), ...firstOf("/recurring", recurring), ...firstOf("/quotes", quote)],
      ...firstOf("/invoices", copy).flatMap((invoice) => [invoice, `${invoice}/terms`]),
    ],
    "issue",
  ),
  page("/drafts", ({ search }) => [`/drafts${search}`], "issue"),
  page("/drafts/{id}", ({ id }) => [`/drafts/${id}`], "issue"),
  page("/recurring", ({ search }) => [`/recurring${search}`], "issue"),
  page("/quotes", ({ search }) => [`/quotes${search}`], "issue"),
  page("/quotes/{id}", ({ id }) => [`/quotes/${id}`], "issue"),
  page("/clients", ({ search }) => [`/clients${search}`], "issue"),
  page("/clients/{id}", ({ id }) => [`/clients/${id}`], "issue"),
  page("/articles", ({ search }) => [`/articles${search}`], "issue"),
  page("/articles/{id}", ({ id }) => [`/articles/${id}`], "issue"),
  page("/settings", () => ["/settings"], "settings"),
];

function firstOf(path: string, id: string | undefined): string[] {
  return id === undefined ? [] : [`${path}/${encodeURIComponent(id)}`];
}

/** The returns of the page's period. Typed rates are only read by the page, which asks with them. */
function returnsOf({ query: { period, asOf = "", ...others }, today }: OpenedPage): string[] {
  const isWithRates = Object.keys(others).some((name) => /^(?:rate|threshold)\./.test(name));
  return isWithRates ? [] : [`/returns?${returnsQuery(periodOfPage(period, today), asOf)}`];
}

/** What the HTML of a page is made of. */
interface PageParts {
  readonly basePath: string;
  readonly language: Language;
  /** The name of the host's product; empty if it has none. */
  readonly name: string;
  /** The theme's style sheet. */
  readonly style: string | undefined;
  /** The page's `PageData` as JSON. */
  readonly data: string;
}

/** The HTML that all pages share. The script fills it, depending on the path. */
export async function pageHtml({ basePath, language, style: ownStyle, data, ...theme }: PageParts): Promise<string> {
  const { title, noScript } = CATALOGUES[language].server;
  const { script, chunks, languages, style, icon } = (await loadBrowserFiles()).names;
  const name = escaped(theme.name);
  const path = escaped(basePath);
  const pathOf = (file: string) => `${path}/assets/${file}`;
  return `<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="panel-path" content="${path}" />
          <meta name="panel-name" content="${name}" />
          <title>${name || title}</title>
          <link rel="icon" href="${pathOf(icon)}" />
          <link rel="stylesheet" href="${pathOf(style)}" />
          ${ownStyle === undefined ? "" : `<link rel="stylesheet" href="${pathOf(ownStyle)}" />`}
          ${[languages[language], ...chunks].map((file) => `<link rel="modulepreload" href="${pathOf(file)}" />`).join("")}
          <script type="application/json" id="${PAGE_DATA_ID}">${data.replaceAll("<", "\\u003c")}</script>
          <script type="module" src="${pathOf(script)}"></script>
        </head>
        <body>
          <noscript>${noScript}</noscript>
        </body>
      </html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
