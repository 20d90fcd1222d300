import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { XmlDocument, XmlValidateError, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import SaxonJS from "saxon-js";
import { stylesheetOf } from "./schematron.ts";

/** The folder with the publishers' rules; `undefined` if this machine has none, so that tests with them are skipped. */
export const RULES = folderIn("EN16931_RULES");

/** The folder with Peppol's and national rules, which build on those of {@link RULES}; `undefined` if this machine has none. */
export const NATIONAL_RULES = folderIn("NATIONAL_RULES");

/** Why documents are not checked against the rules; `undefined` if they are. */
export const NO_RULES = noFolder("EN16931_RULES", RULES);

/** Why documents are not checked against national rules and Peppol's; `undefined` if they are. */
export const NO_NATIONAL_RULES = NO_RULES ?? noFolder("NATIONAL_RULES", NATIONAL_RULES);

/** The folder that an environment variable names, as an absolute path without `..`, like the paths made from it. */
function folderIn(variable: string): string | undefined {
  const folder = process.env[variable];
  return folder === undefined ? undefined : resolve(folder);
}

/** Why a folder of rules is not there; `undefined` if it is. */
export function noFolder(variable: string, folder: string | undefined): string | undefined {
  if (folder !== undefined && existsSync(folder)) return undefined;
  return `${variable} names no folder of the official rules; npm run rules -- <folder> lists what belongs there, and its origin`;
}

const require = createRequire(import.meta.url);

/** Compiled rules outlive a run and an `npm ci`, because compiling a file takes ten seconds and more. */
const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "faktura-en16931");

/** A rule that a document breaks. */
export interface BrokenRule {
  /** Such as `BR-CO-15`. */
  readonly id: string;
  readonly flag: "fatal" | "warning" | "information";
}

/** The rules of one Schematron file, as a function from a document to what it breaks. */
export type Rules = (xml: string) => BrokenRule[];

/** Compiles a Schematron file, or takes what an earlier run compiled. @param path with its folder */
export function rulesOf(path: string): Rules {
  const compiled: unknown = JSON.parse(readFileSync(compile(path), "utf8"));
  return (xml) => {
    const { principalResult } = SaxonJS.transform(
      { stylesheetInternal: compiled, sourceText: xml, destination: "serialized" },
      "sync",
    );
    const failed = principalResult.matchAll(/<failed id="([^"]*)" flag="([^"]*)"\/>/g);
    return [...failed].map(([, id, flag]) => ({ id: id!, flag: flag as BrokenRule["flag"] }));
  };
}

function compile(schematron: string): string {
  const stylesheet = stylesheetOf(schematron);
  const name = join(CACHE, createHash("sha256").update(stylesheet).digest("hex"));
  if (existsSync(`${name}.json`)) return `${name}.json`;
  mkdirSync(CACHE, { recursive: true });
  const part = `${name}.${process.pid}`; // another worker may be doing the same
  writeFileSync(`${part}.xsl`, stylesheet);
  const compiler = require.resolve("xslt3");
  execFileSync(process.execPath, [compiler, `-xsl:${part}.xsl`, `-export:${part}.part`, "-nogo"], { stdio: "pipe" });
  renameSync(`${part}.part`, `${name}.json`);
  rmSync(`${part}.xsl`);
  return `${name}.json`;
}

let readsFiles = false;

/** Lets schemas import files. libxml2 takes few providers, so that a process must not register one for each schema. */
function allowFiles(): void {
  if (!readsFiles) readsFiles = xmlRegisterFsInputProviders();
}

/** An XSD, as a function from a document to the errors of its structure. @param path with its folder */
export function schemaOf(path: string): (xml: string) => string[] {
  allowFiles();
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
  return (xml) => {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      if (error instanceof XmlValidateError) return error.details.map(({ message }) => message);
      throw error;
    } finally {
      document.dispose();
    }
  };
}
