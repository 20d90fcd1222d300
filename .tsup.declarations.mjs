/**
 * Writes the declarations that `require` finds, once those for `import` are built. They differ in the names of the files
 * that they import, and in nothing else; to build them a second time would double the time of a build.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

for (const file of readdirSync("dist").filter((name) => name.endsWith(".d.ts"))) {
  const declarations = readFileSync(join("dist", file), "utf8");
  const forRequire = declarations.replaceAll(/^((?:import|export) .*'\.\/.*)\.js';$/gm, "$1.cjs';");
  writeFileSync(join("dist", file.replace(/\.ts$/, ".cts")), forRequire);
}
