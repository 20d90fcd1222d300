import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { html } from "hono/html";
import { LANGUAGES } from "../languages/chosen-language.ts";
import { languageOf, textsOf } from "./page-texts.ts";

const PANEL = fileURLToPath(new URL("..", import.meta.url));

/** The scripts, the stylesheet and the icon of the panel's pages. */
export function panelAssets(): Hono {
  const assets = new Hono();
  let scripts: Promise<ReadonlyMap<string, string>> | undefined;
  assets.use(etag(), async (context, next) => {
    await next();
    context.header("Cache-Control", "no-cache");
  });
  assets.get("/:script{.+\\.js}", async (context) => {
    scripts ??= bundles();
    const script = (await scripts).get(context.req.param("script"));
    if (script === undefined) return context.notFound();
    return context.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8" });
  });
  assets.get("/panel.css", async (context) => {
    return context.body(await readFile(`${PANEL}browser/panel.css`, "utf8"), 200, {
      "Content-Type": "text/css; charset=utf-8",
    });
  });
  assets.get("/icon.svg", async (context) => {
    return context.body(await readFile(`${PANEL}browser/icon.svg`, "utf8"), 200, { "Content-Type": "image/svg+xml" });
  });
  return assets;
}

/**
 * The script of all pages and one for each language, by file name. Bundled once, on the first request. In your own host,
 * bundle them when you build.
 */
async function bundles(): Promise<ReadonlyMap<string, string>> {
  const languages = Object.keys(LANGUAGES).map((language) => [language, `${PANEL}languages/${language}.ts`]);
  const { outputFiles } = await build({
    entryPoints: { panel: `${PANEL}browser/main.ts`, ...Object.fromEntries(languages) },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    outdir: PANEL,
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** The HTML that all pages share. The script fills it, depending on the path. */
export function panelPage(context: Context): Response | Promise<Response> {
  context.header("Cache-Control", "no-store");
  const language = languageOf(context);
  const { title, noScript } = textsOf(context);
  return context.html(html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/panel/assets/icon.svg" />
        <link rel="stylesheet" href="/panel/assets/panel.css" />
        <link rel="modulepreload" href="/panel/assets/${language}.js" />
        <script type="module" src="/panel/assets/panel.js"></script>
      </head>
      <body>
        <noscript>${noScript}</noscript>
      </body>
    </html>`);
}
