import { brotliDecompressSync, gzipSync } from "node:zlib";
import type { BrowserFile, BrowserFiles } from "../bundle/browser-files.ts";
import type { ThemeFiles } from "./theme.ts";

/** Browsers keep files for ever, because another content has another name. */
const CACHED = "public, max-age=31536000, immutable";

/** Cloudflare's Response would encode the bytes once more. Others ignore it. */
const ENCODED = { encodeBody: "manual" };

let loading: Promise<BrowserFiles> | undefined;

/** The browser's files. In the package they are built in; from source, they are built on the first request. */
export function loadBrowserFiles(): Promise<BrowserFiles> {
  loading ??= import("../bundle/browser-files.ts").then(({ browserFiles }) => browserFiles());
  return loading;
}

/** A file's bytes, by how they are encoded. */
type Encoded = Readonly<Record<"br" | "gzip" | "identity", Uint8Array<ArrayBuffer>>>;

const encoded = new Map<BrowserFile, Encoded>();

/** A script, a stylesheet, the icon or a file of the theme of the panel's pages; `undefined` if there is none with this name. */
export async function assetAnswer(request: Request, name: string, theme: ThemeFiles): Promise<Response | undefined> {
  const headers = { "Cache-Control": CACHED };
  if (Object.hasOwn(theme.files, name)) {
    const { type, bytes } = theme.files[name]!;
    return new Response(bytes, { headers: { ...headers, "Content-Type": type } });
  }
  const { files } = await loadBrowserFiles();
  if (!Object.hasOwn(files, name)) return undefined;
  const file = files[name]!;
  const encoding = isEncodedByHost(request) ? "identity" : encodingFor(request.headers.get("Accept-Encoding") ?? "");
  const encoded = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  return new Response(encodedOf(file)[encoding], {
    headers: { ...headers, ...encoded, "Content-Type": file.type, Vary: "Accept-Encoding" },
    ...ENCODED,
  });
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
