import manifest from "../../../package.json" with { type: "json" };

/** An entry of the package, such as `faktura/vat`. */
export interface Entry {
  /** The name under which it is imported. */
  readonly name: string;
  /** Its source, as a path from the root. */
  readonly file: string;
}

/** The entries that can be imported: each has types, and is built from a source of `tsup`. */
export const ENTRIES: readonly Entry[] = Object.entries(manifest.exports).flatMap(([path, target]) => {
  if (typeof target === "string") return [];
  const built = target.import.types.replace(/^\.\/dist\/(.+)\.d\.ts$/, "$1");
  const file = (manifest.tsup.entry as Record<string, string>)[built];
  if (file === undefined) throw new Error(`package.json has no tsup.entry for ${path}`);
  return [{ name: path.replace(/^\./, "faktura"), file }];
});
