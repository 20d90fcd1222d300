/**
 * Follows the README as a stranger would: saves its sample in an empty folder, runs its commands there in order, and
 * compares what the sample prints with what the README shows, twice. Then it starts the demo. The argument is the packed
 * package, which stands for what `npm pack` writes beside a clone. better-sqlite3 is taken from this checkout, where it
 * is compiled already. What `npm test` does, another stage does.
 */
import assert from "node:assert/strict";
import { execSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tarball = resolve(process.argv[2] ?? "");
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(?<language>\w+)\n(?<code>.*?)^```$/gms)].map(({ groups }) => groups);
assert.deepEqual(
  blocks.map(({ language }) => language),
  ["ts", "text", "sh", "sh", "sh"],
  "a new block of the README needs a step here",
);
const [sample, output, pack, install, commands] = blocks.map(({ code }) => code);

const beside = mkdtempSync(join(tmpdir(), "faktura-readme-"));
try {
  followInstallation();
  await startDemo();
} finally {
  rmSync(beside, { recursive: true });
}
console.log(`The README's sample prints on Node ${process.version}:\n${output}`);

function followInstallation() {
  assert.equal(pack, "npm ci && npm pack --pack-destination ..\n");
  copyFileSync(tarball, join(beside, basename(tarball)));

  const folder = join(beside, "empty");
  mkdirSync(folder);
  const [, file] = /^\/\/ (\S+)\n/.exec(sample);
  writeFileSync(join(folder, file), sample);

  const env = { ...process.env, npm_config_ignore_scripts: "true", npm_config_loglevel: "error" };
  const shell = (command) => execSync(command, { cwd: folder, env, encoding: "utf8" });
  const driver = realpathSync(join(root, "node_modules/better-sqlite3"));
  const lines = install
    .trimEnd()
    .replace(/ better-sqlite3$/m, ` ${driver}`)
    .split("\n");
  const run = lines.pop();
  for (const line of lines) shell(line);
  for (const time of ["first", "second"]) {
    assert.equal(ofAnyMonth(shell(run)), ofAnyMonth(output), `what the sample prints the ${time} time`);
  }
  assert.ok(existsSync(join(folder, "invoice.xml")), "the sample writes the electronic invoice");
}

/** The number of an invoice has the month in which it was issued. */
function ofAnyMonth(text) {
  return text.replaceAll(/-\d{6}-/g, "-YYYYMM-");
}

async function startDemo() {
  const [start, test, ...others] = commands
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ +#.*/, ""));
  assert.deepEqual([start, test, others], ["npm ci && npm start", "npm ci && npm test", []]);
  const demo = spawn("npm", ["start", "--", "--port", "0", "--file", join(beside, "demo.db")], { cwd: root });
  let printed = "";
  for await (const chunk of demo.stdout) {
    printed += chunk;
    if (/^API keys:\n.*\n/m.test(printed)) break;
  }
  assert.match(printed, /^The company's panel: http:/m);
  assert.match(printed, /^curl /m);
  demo.kill("SIGTERM");
  await once(demo, "close");
}
