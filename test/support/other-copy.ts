import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../docs/pages.ts";

/** The entries of another copy of the package in this process, as in a monorepo with two, or after `jest.resetModules`. */
export interface OtherCopy {
  readonly faktura: typeof import("faktura");
  readonly memory: typeof import("faktura/memory");
  readonly http: typeof import("faktura/http");
}

const ENTRIES = { faktura: "index.ts", memory: "adapters/memory/index.ts", http: "http/index.ts" };

/** Builds and loads another copy. That of a later version has one refusal more, `books_archived`, about the state. */
export async function loadOtherCopy(version: "this" | "later"): Promise<OtherCopy> {
  const outdir = mkdtempSync(join(tmpdir(), "faktura-copy-"));
  symlinkSync(join(ROOT, "node_modules"), join(outdir, "node_modules"));
  await build({
    entryPoints: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, "src", path)])),
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    plugins: version === "this" ? [] : [{ name: "later", setup: (it) => it.onLoad({ filter: /refusal\.ts$/ }, later) }],
  });
  const load = (name: keyof OtherCopy) => import(/* @vite-ignore */ join(outdir, `${name}.mjs`));
  return { faktura: await load("faktura"), memory: await load("memory"), http: await load("http") };
}

function later({ path }: { readonly path: string }) {
  const text = readFileSync(path, "utf8");
  const contents = text.replace('clock_out_of_step: "outage",', '$& books_archived: "state",');
  return { contents, loader: "ts" as const };
}
