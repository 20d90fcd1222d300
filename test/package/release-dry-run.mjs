/**
 * What a release would publish, without publishing it: packs two fresh clones of the last commit in two folders and
 * compares them byte by byte, writes the SBOM, and checks version, changelog and licences. Names what only the owner of
 * the repository can set. `npm run release:dry-run -- <folder>` leaves package and SBOM in the folder.
 */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** Licences that allow use in closed software, with no duty but to keep their notice. */
const LICENCES = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"];

/** Development packages that the build copies into `dist`, so their notices must be in LICENSE. */
const BUNDLED = ["@noble/hashes", "bidi-js", "hono", "lit-html"];

/** Fields of package.json that only the owner of the repository can fill in. */
const OWNERS = ["repository", "homepage", "bugs", "author"];

// npm keeps the modes of files, which would otherwise depend on the user's.
process.umask(0o022);

const checkout = process.cwd();
const scratch = mkdtempSync(join(tmpdir(), "faktura-release-"));
const run = (folder, command, ...args) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 28,
  });

try {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  checkVersion(manifest);
  // The folder's name must not matter, nor how deep it is; the SBOM has the name of the last one.
  const [one, other] = ["one/faktura", "a/deeper/folder/faktura"].map((name) => join(scratch, name));
  const [tarball, twin] = await Promise.all([packClone(one), packClone(other)]);
  const bytes = readFileSync(tarball);
  assert.ok(bytes.equals(readFileSync(twin)), "two clones in two folders give two different packages");
  console.log(`package ${manifest.name}@${manifest.version}: ${bytes.length} bytes, the same from two clones`);
  console.log(`integrity sha512-${createHash("sha512").update(bytes).digest("base64")}`);
  const sbom = sbomOf(one, manifest);
  run(one, "npm", "publish", "--dry-run", "--ignore-scripts", "--silent", tarball);
  keep(process.argv[2], tarball, sbom);
  const missing = OWNERS.filter((field) => manifest[field] === undefined);
  if (missing.length > 0) console.log(`left to the owner of the repository, in package.json: ${missing.join(", ")}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Packs the last commit, as somebody else would get it, in a folder of its own. */
async function packClone(folder) {
  const within = async (...command) =>
    (await promisify(execFile)(command[0], command.slice(1), { cwd: folder })).stdout;
  run(checkout, "git", "clone", "--quiet", checkout, folder);
  await within("npm", "ci", "--ignore-scripts", "--silent");
  await within("npm", "run", "--silent", "build");
  return join(folder, (await within("npm", "pack", "--silent", "--ignore-scripts")).trim());
}

/** The version is in one place of each file, and a released version has its date in the changelog. */
function checkVersion({ name, version }) {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  assert.equal(packages[""].version, version, `package-lock.json has another version of ${name}; run npm install`);
  const changelog = readFileSync("docs/CHANGELOG.md", "utf8");
  const [, latest] = /^## \[([^\]]+)\]/m.exec(changelog);
  if (latest === "Unreleased") {
    console.log(`not released: docs/CHANGELOG.md begins with [Unreleased]; name it [${version}] with its date`);
    return;
  }
  assert.equal(latest, version, `docs/CHANGELOG.md begins with ${latest}, but package.json has ${version}`);
  assert.match(changelog, new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`, "m"));
}

/** What is installed with the package, in CycloneDX. Its licences and those of what `dist` contains are checked. */
function sbomOf(folder, { dependencies }) {
  const omitted = ["dev", "optional", "peer"].map((kind) => `--omit=${kind}`);
  const text = run(folder, "npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only", ...omitted);
  const components = JSON.parse(text).components.filter(({ licenses }) => licenses !== undefined);
  const names = components.map(({ name }) => name);
  for (const name of Object.keys(dependencies)) assert.ok(names.includes(name), `the SBOM lacks ${name}`);
  for (const { name, licenses } of components) {
    const id = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(" ");
    assert.ok(LICENCES.includes(id), `${name} has the licence ${id}; decide whether hosts can accept it`);
    console.log(`installed with it: ${name}, ${id}`);
  }
  const notices = readFileSync(join(folder, "LICENSE"), "utf8").toLowerCase();
  for (const name of BUNDLED) assert.ok(notices.includes(name), `dist contains ${name}, whose notice LICENSE lacks`);
  console.log(`inside dist: ${BUNDLED.join(", ")}, with their notices in LICENSE`);
  return text;
}

/** Leaves what a release would publish in a folder, if one was named. */
function keep(folder, tarball, sbom) {
  if (folder === undefined) return;
  const target = resolve(checkout, folder);
  mkdirSync(target, { recursive: true });
  assert.ok(existsSync(target) && readdirSync(target).length === 0, `${target} must be empty`);
  cpSync(tarball, join(target, tarball.split("/").at(-1)));
  writeFileSync(join(target, "sbom.cdx.json"), sbom);
}
