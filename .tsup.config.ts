import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "esbuild";
import { defineConfig, type Options } from "tsup";
import manifest from "./package.json" with { type: "json" };
import { browserFiles } from "./src/panel/bundle/browser-files.ts";

/** Puts the built files of the panel's pages in place of the module that builds them. */
const panelFiles: Plugin = {
  name: "panel-files",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]panel[\\/]bundle[\\/]browser-files\.ts$/ }, async () => ({
      contents: `export const browserFiles = async () => (${JSON.stringify(await browserFiles())});`,
    }));
  },
};

/** CommonJS loads the same ES modules, so that there is one copy of each class. */
function writeCommonJs(folder: string): void {
  for (const entry of Object.values(manifest.exports)) {
    if (typeof entry === "string") continue;
    const name = basename(entry.require.default, ".cjs");
    writeFileSync(join(folder, `${name}.cjs`), `module.exports = require("./${name}.js");\n`);
  }
}

/** The build of the package: what `package.json` says, and what JSON cannot say. */
export default defineConfig(({ outDir = "dist" }) => ({
  ...(manifest.tsup as Options),
  esbuildPlugins: [panelFiles],
  onSuccess: async () => writeCommonJs(outDir),
}));
