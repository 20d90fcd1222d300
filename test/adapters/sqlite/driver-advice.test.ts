/**
 * Goal: if no SQLite driver loads, the error says what is wrong and which single command fixes it.
 * Method: bundle the library's own search and run it in folders whose node_modules have no better-sqlite3 or a broken
 * one, with this version of Node. `node:sqlite` is blocked, because newer versions of Node would use it instead.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../../docs/pages.ts";
import { findSqliteDriver } from "../../support/books-of-commands.ts";
import { describeUnless } from "../../support/skipping.ts";
import { SQLITE_DRIVERS } from "../../support/stores.ts";

const bundled = (format: "esm" | "cjs") =>
  buildSync({
    entryPoints: [join(ROOT, "src/adapters/sqlite/connection/driver.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format,
    write: false,
  }).outputFiles[0]!.text;

const [asModule, asCommonJs] = [bundled("esm"), bundled("cjs")];

const SEARCH = `findSqliteDriver((name) => name === "node:sqlite" ? Promise.reject(new Error("held back")) : load(name))
  .catch((error) => console.log(error.message));`;

/** Programs that search for the driver, by how they load it. */
const PROGRAMS = {
  "import, in an ES module": ["program.mjs", `${asModule}\nconst load = (name) => import(name);\n${SEARCH}`],
  "import, in CommonJS": ["program.cjs", `${asCommonJs}\nconst load = (name) => import(name);\n${SEARCH}`],
  "require, in CommonJS": [
    "program.cjs",
    `${asCommonJs}\nconst load = async (name) => ({ default: require(name) });\n${SEARCH}`,
  ],
} as const;

const NATIVE = "better-sqlite3/build/Release/better_sqlite3.node";
const isInstalled = existsSync(join(ROOT, "node_modules", NATIVE));
const NOT_INSTALLED = isInstalled ? undefined : "better-sqlite3 is not compiled here; npm rebuild better-sqlite3";

let installed: string;
beforeAll(() => {
  if (!isInstalled) return;
  installed = mkdtempSync(join(tmpdir(), "faktura-driver-"));
  for (const path of ["better-sqlite3/package.json", "better-sqlite3/lib", NATIVE, "bindings", "file-uri-to-path"]) {
    cpSync(join(ROOT, "node_modules", path), join(installed, path), { recursive: true });
  }
});

/** The program's output in a folder whose node_modules are those installed here, after `change`. */
function adviceOf(program: keyof typeof PROGRAMS, change: (modules: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "faktura-driver-"));
  const modules = join(folder, "node_modules");
  cpSync(installed, modules, { recursive: true });
  change(modules);
  const [file, text] = PROGRAMS[program];
  writeFileSync(join(folder, file), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(status, stderr).toBe(0);
  return stdout;
}

const remove = (path: string) => (modules: string) => rmSync(join(modules, path), { recursive: true });
const INSTALL = /driver could be loaded on Node \S+\. Run `npm install better-sqlite3` \(compiling it needs/;

describeUnless(NOT_INSTALLED).each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])("through %s", (program) => {
  test("a missing package is to be installed", () => {
    expect(adviceOf(program, remove("better-sqlite3"))).toMatch(INSTALL);
    expect(adviceOf(program, (modules) => rmSync(modules, { recursive: true }))).toMatch(INSTALL);
  });

  test("a package with a missing dependency is to be installed", () => {
    expect(adviceOf(program, remove("bindings"))).toMatch(INSTALL);
  });

  test("a package that was never compiled is to be rebuilt", () => {
    expect(adviceOf(program, remove("better-sqlite3/build"))).toMatch(
      /installed but does not load \(Could not locate the bindings file\)\. Run `npm rebuild better-sqlite3` \(compiling it needs/,
    );
  });

  test("a package whose native part does not load is to be rebuilt", () => {
    const spoil = (modules: string) => writeFileSync(join(modules, NATIVE), "of another machine");
    expect(adviceOf(program, spoil)).toMatch(
      /installed but does not load \([^\n]+better_sqlite3\.node[^\n]+\)\. Run `npm rebuild better-sqlite3` \(compiling it needs/,
    );
  });

  test("a package that loads needs no advice, and one built for another version of Node is named as such", () => {
    const loads = SQLITE_DRIVERS.some(({ name }) => name === "better-sqlite3");
    const advice = adviceOf(program, () => {});
    expect(advice).toMatch(
      loads ? /^$/ : /does not load \(it was built for another version of Node\)\. Run `npm rebuild/,
    );
  });
});

const builtForAnother = `The module '/srv/node_modules/better-sqlite3/build/Release/better_sqlite3.node'
was compiled against a different Node.js version using
NODE_MODULE_VERSION 115. This version of Node.js requires
NODE_MODULE_VERSION 127. Please try re-compiling or re-installing
the module (for instance, using \`npm rebuild\` or \`npm install\`).`;

test.each([
  [
    builtForAnother,
    "ERR_DLOPEN_FAILED",
    /does not load \(it was built for another version of Node\)\. Run `npm rebuild/,
  ],
  ["libstdc++.so.6: cannot open shared object file", "ERR_DLOPEN_FAILED", /\(libstdc.+ file\)\. Run `npm rebuild/],
  ["Cannot find module 'better-sqlite3' from 'src/app.ts'", "MODULE_NOT_FOUND", INSTALL],
  ["Cannot find package 'better-sqlite3'", "ERR_MODULE_NOT_FOUND", INSTALL],
  ['Could not resolve "better-sqlite3"', undefined, INSTALL],
])("%s (%s) leads to the right command", async (message, code, advice) => {
  const fault = Object.assign(new Error(message), code === undefined ? {} : { code });
  const found = findSqliteDriver(() => Promise.reject(fault));
  await expect(found).rejects.toThrow(advice);
});
