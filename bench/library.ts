import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A build of the library, with everything that its entries export. */
export type Library = typeof import("faktura") &
  typeof import("faktura/vat") &
  typeof import("faktura/memory") &
  typeof import("faktura/sqlite") &
  typeof import("faktura/postgres") &
  typeof import("faktura/http") &
  typeof import("faktura/einvoice") &
  typeof import("faktura/pdf");

const ENTRIES = ["index", "vat", "memory", "sqlite", "postgres", "http", "einvoice", "pdf"];

/** The build in this folder. */
export async function libraryIn(dist: string): Promise<Library> {
  const parts = await Promise.all(ENTRIES.map((name) => import(pathToFileURL(join(dist, `${name}.js`)).href)));
  return Object.assign({}, ...parts) as Library;
}
