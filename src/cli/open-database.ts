import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openReadOnlyDatabase } from "../adapters/postgres/read-only.ts";
import { openReadOnlyFile } from "../adapters/sqlite/read-only.ts";
import type { OpenedBooks } from "../ports/read-only-books.ts";
import { isPostgresUrl } from "./options.ts";

/** Opens a SQLite file or a PostgreSQL database. `warn` receives warnings for the operator. */
export function openBooks(
  source: string,
  schema: string | undefined,
  warn: (line: string) => void,
): Promise<OpenedBooks> {
  return isPostgresUrl(source)
    ? openReadOnlyDatabase(source, schema, loadPackage)
    : openReadOnlyFile(source, loadPackage, warn);
}

/** Loads a package from the working directory, or else from next to this library. */
async function loadPackage(name: string): Promise<unknown> {
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
