/**
 * Writes what follows from the rows in `src/fields`: types with docstrings, schemas, the key order of stored documents,
 * the order of answers;
 * and from the folders of languages and of states with a format: lists of them, and what `package.json` exports.
 *
 *     npm run generate
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedFiles } from "./files.ts";
import { packageManifest } from "./state-formats.ts";

const SOURCES = join(import.meta.dirname, "../..");

for (const [path, text] of generatedFiles()) {
  mkdirSync(dirname(join(SOURCES, path)), { recursive: true });
  writeFileSync(join(SOURCES, path), text);
}
writeFileSync(join(SOURCES, "../package.json"), packageManifest());
