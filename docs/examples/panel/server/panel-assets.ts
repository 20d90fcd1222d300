import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { html } from "hono/html";

const PANEL = fileURLToPath(new URL("..", import.meta.url));

/** The script, the stylesheet and the icon of the panel's pages. */
export function panelAssets(): Hono {
  const assets = new Hono();
  let script: Promise<string> | undefined;
  assets.use(etag(), async (context, next) => {
    await next();
    context.header("Cache-Control", "no-cache");
  });
  assets.get("/panel.js", async (context) => {
    script ??= bundle();
    return context.body(await script, 200, { "Content-Type": "text/javascript; charset=utf-8" });
  });
  assets.get("/panel.css", async (context) => {
    return context.body(await readFile(`${PANEL}panel.css`, "utf8"), 200, {
      "Content-Type": "text/css; charset=utf-8",
    });
  });
  assets.get("/icon.svg", async (context) => {
    return context.body(await readFile(`${PANEL}icon.svg`, "utf8"), 200, { "Content-Type": "image/svg+xml" });
  });
  return assets;
}

/** Bundled once, on the first request. In your own host, bundle it when you build. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${PANEL}browser/main.ts`],
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    write: false,
  });
  return outputFiles[0]!.text;
}

/** The HTML that all pages share. The script fills it, depending on the path. */
export function panelPage(context: Context): Response | Promise<Response> {
  context.header("Cache-Control", "no-store");
  return context.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Invoices</title>
        <link rel="icon" href="/panel/assets/icon.svg" />
        <link rel="stylesheet" href="/panel/assets/panel.css" />
        <script type="module" src="/panel/assets/panel.js"></script>
      </head>
      <body>
        <noscript>This panel needs JavaScript.</noscript>
      </body>
    </html>`);
}
