import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** The folder of node_modules in which the packages `deno`, `bun`, `workerd` and `nitro` are installed. */
const FOLDER = process.env["FAKTURA_RUNTIMES"];

/** Why these tests are not run; `undefined` if they are. */
export const NO_RUNTIMES =
  FOLDER === undefined
    ? "FAKTURA_RUNTIMES names no folder with deno, bun, workerd and nitro; .ci/run deep installs one"
    : undefined;

/** The path of a runtime's program, in the package for this platform. */
export function programOf(name: "deno" | "bun" | "workerd"): string {
  const files = readdirSync(FOLDER!, { recursive: true, withFileTypes: true });
  const found = files.find(
    (file) =>
      file.isFile() &&
      file.name === name &&
      /node_modules[/\\]@/.test(file.parentPath) &&
      !/[/\\]\.bin$/.test(file.parentPath),
  );
  if (found === undefined) throw new Error(`${FOLDER} has no program ${name}`);
  return join(found.parentPath, found.name);
}

/** The path of Nitro's command. */
export function nitro(): string {
  return realpathSync(join(FOLDER!, "node_modules/.bin/nitro"));
}
