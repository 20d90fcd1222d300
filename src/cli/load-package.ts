import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Loads a package from where the command was called, whose drivers are meant; else from beside this library. */
export async function loadPackage(name: string): Promise<unknown> {
  const file = name.startsWith("node:") ? undefined : resolvedFromHere(name);
  return import(file === undefined ? name : pathToFileURL(file).href);
}

function resolvedFromHere(name: string): string | undefined {
  try {
    return createRequire(join(process.cwd(), "package.json")).resolve(name);
  } catch {
    return undefined;
  }
}
