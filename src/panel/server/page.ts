import type { Context } from "hono";
import { html } from "hono/html";
import { loadBrowserFiles } from "./assets.ts";
import { languageOf, textsOf } from "./page-texts.ts";
import type { ThemeStyle } from "./theme.ts";

/** What a theme changes of the pages. */
interface ThemedPage {
  readonly name: string | undefined;
  readonly style: ThemeStyle | undefined;
}

/** The HTML that all pages share. The script fills it, depending on the path. */
export function panelPage(basePath: string, { name = "", style: theme }: ThemedPage) {
  return async (context: Context): Promise<Response> => {
    context.header("Cache-Control", "no-store");
    const language = languageOf(context);
    const { title, noScript } = textsOf(context);
    const { script, chunks, languages, style, icon } = (await loadBrowserFiles()).names;
    const pathOf = (file: string) => `${basePath}/assets/${file}`;
    return context.html(html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="panel-path" content="${basePath}" />
          <meta name="panel-name" content="${name}" />
          <title>${name || title}</title>
          <link rel="icon" href="${pathOf(icon)}" />
          <link rel="stylesheet" href="${pathOf(style)}" />
          ${theme === undefined ? "" : html`<link rel="stylesheet" href="${pathOf(theme.file)}" />`}
          ${[languages[language], ...chunks].map((file) => html`<link rel="modulepreload" href="${pathOf(file)}" />`)}
          <script type="module" src="${pathOf(script)}"></script>
        </head>
        <body>
          <noscript>${noScript}</noscript>
        </body>
      </html>`);
  };
}
