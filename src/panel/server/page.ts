import type { Context } from "hono";
import { html } from "hono/html";
import { loadBrowserFiles } from "./assets.ts";
import { languageOf, textsOf } from "./page-texts.ts";

/** The HTML that all pages share. The script fills it, depending on the path. */
export function panelPage(basePath: string) {
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
          <title>${title}</title>
          <link rel="icon" href="${pathOf(icon)}" />
          <link rel="stylesheet" href="${pathOf(style)}" />
          ${[languages[language], ...chunks].map((file) => html`<link rel="modulepreload" href="${pathOf(file)}" />`)}
          <script type="module" src="${pathOf(script)}"></script>
        </head>
        <body>
          <noscript>${noScript}</noscript>
        </body>
      </html>`);
  };
}
