/**
 * `npm test`: the projects that need nothing but `npm ci`. With names of files, such as `npm test -- test/cli`, those
 * files, whichever project they belong to. All options of vitest can follow too.
 */
import { parseCLI } from "vitest/node";

const asked = process.argv.slice(2);
const { filter, options } = parseCLI(["vitest", "run", ...asked]);
const projects = filter.length > 0 || options.project !== undefined ? [] : ["--project=library"];
process.argv.splice(2, asked.length, "run", "--config=test/vitest.config.ts", ...projects, ...asked);
await import("../node_modules/vitest/vitest.mjs");
