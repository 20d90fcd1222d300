import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { ENTRIES } from "./entries.ts";
import { ROOT } from "./places.ts";

/** Declarations as code blocks, members as tables with what TypeScript and the docstrings say, and nothing else. */
const OPTIONS: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ["typedoc-plugin-markdown"],
  tsconfig: join(ROOT, "tsconfig.json"),
  entryPoints: ENTRIES.map(({ file }) => join(ROOT, file)),
  name: "faktura",
  readme: "none",
  router: "module",
  logLevel: "Warn",
  skipErrorChecking: true, // `npm run types` has checked them
  externalSymbolLinkMappings: { faktura: { "*": "#" } }, // what is not exported is named without a link
  validation: { invalidLink: true, invalidPath: true, notDocumented: false, notExported: false },
  disableSources: true,
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  useCustomAnchors: true, // it counts names that differ in case as one, and gives the second another anchor
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true, hideSources: true },
};

/** Writes a page for each entry into `folder`, generated from the docstrings. Rejects if one of their links is wrong. */
export async function writeApiPages(folder: string): Promise<void> {
  const app = await Application.bootstrapWithPlugins({ ...OPTIONS, out: folder });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the entries of the package.");
  const modules = project.children ?? [];
  for (const { name, file } of ENTRIES) {
    const path = file.replace(/^src\//, "").replace(/(?:\/index)?\.ts$/, "");
    const module = modules.find((candidate) => candidate.name === path);
    if (module === undefined) throw new Error(`TypeDoc has no module ${path} for ${name}.`);
    module.name = name;
  }
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasWarnings() || app.logger.hasErrors())
    throw new Error("Mend the docstrings that TypeDoc names above.");
  rmSync(join(folder, "README.md"));
  for (const { name } of ENTRIES) linkPages(join(folder, `${name}.md`), name.split("/").length + 1);
}

/**
 * Docstrings name pages by their paths from the root; `depth` is how many folders a generated page is below `docs`. The
 * anchors of headings get the marks that the site reads.
 */
function linkPages(file: string, depth: number): void {
  const text = readFileSync(file, "utf8");
  const up = "../".repeat(depth);
  const linked = text.replaceAll(/(?<![\w/(])docs\/([\w/-]+\.md)\b/g, (path, page) => `[${path}](${up}${page})`);
  writeFileSync(file, linked.replaceAll(/^(#+ .*) \{(#[\w-]+)\}$/gm, "$1 {:$2:}"));
}
