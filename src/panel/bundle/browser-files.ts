import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build, type Metafile, type OutputFile } from "esbuild";
import { PANEL_LANGUAGES } from "../../languages/generated/panel-languages.ts";
import type { Language } from "../chosen-language.ts";

/** A file as browsers get it. */
export interface BrowserFile {
  /** Its Content-Type. */
  readonly type: string;
  /** Its bytes, compressed with Brotli, in base64. */
  readonly brotli: string;
}

/** The files of the panel's pages. Each name contains a hash of what the file contains. */
export interface BrowserFiles {
  readonly files: Readonly<Record<string, BrowserFile>>;
  readonly names: {
    readonly script: string;
    /** What the script imports, to be loaded at the same time. */
    readonly chunks: readonly string[];
    readonly languages: Readonly<Record<Language, string>>;
    readonly style: string;
    readonly icon: string;
  };
}

const PANEL = fileURLToPath(new URL("..", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Builds the files of the pages. When the package is built, the plugin of tsup puts what this returns in place of this
 * module, so that the package needs neither esbuild nor the sources.
 */
export async function browserFiles(): Promise<BrowserFiles> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PANEL,
    entryPoints: {
      panel: "browser/main.ts",
      style: "browser/panel.css",
      icon: "browser/icon.svg",
      ...Object.fromEntries(PANEL_LANGUAGES.map((language) => [language, textsOf(language)])),
    },
    // Not [name]-[hash]: caches keep broken files for ever that Next.js sent under such names.
    entryNames: "[hash]-[name]",
    chunkNames: "[hash]-[name]",
    assetNames: "[hash]-[name]",
    loader: { ".svg": "copy" },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    outdir: ".",
    write: false,
    metafile: true,
  });
  const nameOf = (entry: string) => nameOfEntry(metafile, entry);
  return {
    files: Object.fromEntries(outputFiles.map((file) => [basename(file.path), compressed(file)])),
    names: {
      script: nameOf("browser/main.ts"),
      chunks: chunksOf(metafile, nameOf("browser/main.ts")),
      languages: Object.fromEntries(PANEL_LANGUAGES.map((language) => [language, nameOf(textsOf(language))])) as Record<
        Language,
        string
      >,
      style: nameOf("browser/panel.css"),
      icon: nameOf("browser/icon.svg"),
    },
  };
}

/** From the folder of the panel. */
function textsOf(language: Language): string {
  return `../languages/${language}/panel-texts.ts`;
}

function compressed({ path, contents }: OutputFile): BrowserFile {
  const type = TYPES[path.split(".").at(-1)!]!;
  return { type, brotli: brotliCompressSync(contents).toString("base64") };
}

function nameOfEntry({ outputs }: Metafile, entry: string): string {
  const found = Object.entries(outputs).find(
    ([, { entryPoint, inputs }]) => (entryPoint ?? Object.keys(inputs)[0]) === entry,
  );
  return basename(found![0]);
}

/** The files that a script imports at once, directly or through others. */
function chunksOf({ outputs }: Metafile, script: string): string[] {
  const found = new Set([script]);
  for (const name of found) {
    const { imports } = Object.entries(outputs).find(([path]) => basename(path) === name)![1];
    for (const { path, kind } of imports) if (kind === "import-statement") found.add(basename(path));
  }
  found.delete(script);
  return [...found];
}
