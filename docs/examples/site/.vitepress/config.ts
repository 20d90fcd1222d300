import { join } from "node:path";
import { defineConfig } from "vitepress";
import { nav, sidebar } from "../contents.ts";
import { HTML, PAGES, SITE } from "../places.ts";
import { slugOf } from "../slug.ts";

/** The site of the documentation. `build.ts` puts its pages into a folder, and builds it from there. */
export default defineConfig({
  title: "faktura",
  description: "EU invoicing for TypeScript back ends: VAT decided, numbers without gaps, nothing deleted.",
  lang: "en",
  // The theme's own colour for the language of a block of code is too pale to read.
  head: [["style", {}, "html:root { --vp-code-lang-color: var(--vp-c-text-2) }"]],
  srcDir: PAGES,
  outDir: HTML,
  cacheDir: join(SITE, "cache"),
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slugOf },
    attrs: { leftDelimiter: "{:", rightDelimiter: ":}" }, // single braces are those of paths, such as /invoices/{id}
    config({ renderer: { rules } }) {
      // In a page, Vue would compute what stands between braces.
      for (const rule of ["text", "code_inline"] as const) {
        const render = rules[rule]!;
        rules[rule] = (...token) => render(...token).replaceAll("{{", "&#123;&#123;");
      }
    },
  },
  vite: {
    css: { postcss: {} }, // or vite looks for a configuration in every folder above
    build: { chunkSizeWarningLimit: 3_000 }, // the search index is loaded when somebody searches
  },
  themeConfig: {
    nav: nav(),
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: "local",
      // The generated pages name most words somewhere; a guide explains them.
      options: {
        miniSearch: {
          searchOptions: { boostDocument: (page: string) => (page.includes("/reference/api/") ? 0.3 : 1) },
        },
      },
    },
  },
});
