import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Generates, once for the whole run, the clients that tests import. Only if the packages of the examples are installed. */
export function setup(): void {
  if (!existsSync(join(ROOT, "docs/examples/node_modules/prisma"))) return;
  execFileSync(process.execPath, ["--import", "tsx", "docs/examples/generate-clients.ts"], { cwd: ROOT });
}
