import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

/** The entries of the package, and the files that `import` loads. */
export const ENTRIES = Object.entries(manifest.exports).flatMap(([path, conditions]) =>
  typeof conditions === "string"
    ? []
    : [{ name: `faktura${path.slice(1)}`, file: join(import.meta.dirname, "..", conditions.import.default) }],
);

/** Packages that are measured beside these, for scale. */
export const PACKAGES_FOR_SCALE = ["sales-tax", "dinero.js"];
