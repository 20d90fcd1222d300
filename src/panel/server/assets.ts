import { brotliDecompressSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import type { BrowserFile, BrowserFiles } from "../bundle/browser-files.ts";
import type { ThemeStyle } from "./theme.ts";

/** Browsers keep files for ever, because another content has another name. */
const CACHED = "public, max-age=31536000, immutable";

let loading: Promise<BrowserFiles> | undefined;

/** The browser's files. In the package they are built in; from source, they are built on the first request. */
export function loadBrowserFiles(): Promise<BrowserFiles> {
  loading ??= import("../bundle/browser-files.ts").then(({ browserFiles }) => browserFiles());
  return loading;
}

/** A file's bytes, by how they are encoded. */
type Encoded = Readonly<Record<"br" | "gzip" | "identity", Uint8Array<ArrayBuffer>>>;

const encoded = new Map<BrowserFile, Encoded>();

/** The scripts, the stylesheets and the icon of the panel's pages. Their names change with what they contain. */
export function panelAssets(theme: ThemeStyle | undefined): Hono {
  const assets = new Hono();
  if (theme !== undefined) {
    const headers = { "Content-Type": "text/css; charset=utf-8", "Cache-Control": CACHED };
    assets.get(`/${theme.file}`, ({ body }) => body(theme.css, 200, headers));
  }
  assets.get("/:file", async (context) => {
    const { files } = await loadBrowserFiles();
    const name = context.req.param("file");
    if (!Object.hasOwn(files, name)) return context.notFound();
    const file = files[name]!;
    const { raw } = context.req;
    const encoding = isEncodedByHost(raw) ? "identity" : encodingFor(raw.headers.get("Accept-Encoding") ?? "");
    return context.body(encodedOf(file)[encoding], 200, {
      "Content-Type": file.type,
      "Cache-Control": CACHED,
      Vary: "Accept-Encoding",
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    });
  });
  return assets;
}

/**
 * Whether the host encodes every response itself. Next.js drops `Content-Encoding` and compresses the bytes once more, so that
 * browsers get what they cannot read. Its requests have a property of their own.
 */
function isEncodedByHost(request: Request): boolean {
  return "nextUrl" in request;
}

/** The best encoding that the browser takes. */
function encodingFor(accepted: string): keyof Encoded {
  const takes = (encoding: string) => new RegExp(`(?:^|[\\s,])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, "i");
  return (["br", "gzip"] as const).find((encoding) => takes(`${encoding}\\b`).test(accepted)) ?? "identity";
}

/** Kept in memory: all files together are some hundred kilobytes. */
function encodedOf(file: BrowserFile): Encoded {
  const known = encoded.get(file);
  if (known !== undefined) return known;
  const br = new Uint8Array(Buffer.from(file.brotli, "base64"));
  const identity = new Uint8Array(brotliDecompressSync(br));
  const all = { br, gzip: new Uint8Array(gzipSync(identity)), identity };
  encoded.set(file, all);
  return all;
}
