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

/** The build of the package: what `package.json` says, and what JSON cannot say. */
export default defineConfig({ ...(manifest.tsup as Options), esbuildPlugins: [panelFiles] });
