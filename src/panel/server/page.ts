import type { PanelRights } from "../wire.ts";
import { loadBrowserFiles } from "./assets.ts";
import { languageOf, textsOf } from "./page-texts.ts";
import type { ThemeStyle } from "./theme.ts";

/** A page: its path below a company's, and the right that a session needs to open it. */
interface PageRow {
  readonly method: "GET";
  readonly path: string;
  readonly right: keyof PanelRights | undefined;
}

const pages = (right: keyof PanelRights | undefined, ...paths: readonly string[]): readonly PageRow[] =>
  paths.map((path) => ({ method: "GET", path, right }));

export const PAGES: readonly PageRow[] = [
  ...pages(undefined, "", "/invoices", "/invoices/{id}", "/credit-notes", "/credit-notes/{id}"),
  ...pages(undefined, "/year", "/returns", "/audit"),
  ...pages("issue", "/new", "/drafts", "/drafts/{id}", "/clients", "/clients/{id}", "/articles", "/articles/{id}"),
  ...pages("issue", "/recurring", "/quotes", "/quotes/{id}"),
  ...pages("settings", "/settings"),
];

/** What a theme changes of the pages. */
interface ThemedPage {
  readonly name: string | undefined;
  readonly style: ThemeStyle | undefined;
}

/** The HTML that all pages share. The script fills it, depending on the path. */
export async function pageHtml(request: Request, basePath: string, theme: ThemedPage): Promise<string> {
  const language = languageOf(request);
  const { title, noScript } = textsOf(request);
  const { script, chunks, languages, style, icon } = (await loadBrowserFiles()).names;
  const name = escaped(theme.name ?? "");
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
          ${theme.style === undefined ? "" : `<link rel="stylesheet" href="${pathOf(theme.style.file)}" />`}
          ${[languages[language], ...chunks].map((file) => `<link rel="modulepreload" href="${pathOf(file)}" />`).join("")}
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
