/**
 * Follows the README in an empty folder: runs its commands, saves its sample, runs that twice, and compares what it
 * prints with the sample's comment. The argument is the packed package. better-sqlite3 is taken from this checkout,
 * where it is compiled already.
 */
import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tarball = resolve(process.argv[2] ?? "");
const readme = readFileSync(join(root, "README.md"), "utf8");
const section = /^## Issue an invoice\n(?<text>.*?)^## /ms.exec(readme).groups.text;
const blocksOf = (language) =>
  [...section.matchAll(new RegExp(`^\`\`\`${language}\n(?<code>.*?)^\`\`\`$`, "gms"))].map(({ groups }) => groups.code);

const [install, run, ...others] = blocksOf("sh");
const [sample] = blocksOf("ts");
assert.deepEqual(others, []);
const named = `../faktura/${basename(tarball)}`;
assert.ok(install.includes(named), `the README installs ${named}`);
const [, printed] = /console\.log\(.*; \/\/ (.*)$/m.exec(sample);
const [, file] = /Save this as `(.*?)`/.exec(section);

const folder = mkdtempSync(join(tmpdir(), "faktura-readme-"));
const env = { ...process.env, npm_config_ignore_scripts: "true", npm_config_loglevel: "error" };
const shell = (command) => execSync(command, { cwd: folder, env, encoding: "utf8" });
const driver = realpathSync(join(root, "node_modules/better-sqlite3"));
shell(install.replace(named, tarball).replace(" better-sqlite3 ", ` ${driver} `));
writeFileSync(join(folder, file), sample);
assert.equal(shell(run), `${printed}\n`);
assert.equal(shell(run), `${printed}\n`);
rmSync(folder, { recursive: true });
console.log(`The README's sample prints ${printed} on Node ${process.version}`);
