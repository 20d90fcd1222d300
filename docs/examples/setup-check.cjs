/**
 * Checks the Node version and the installed packages before `npm start`, `npm test` and `npm run bench`, and with
 * `--examples` before what needs the packages of the examples. If they cannot work, it prints one line that says what to
 * do, and exits. Old Node versions run this file too, so its syntax is old.
 */
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { engines } = require("../../package.json");

const ROOT = join(__dirname, "../..");
const [major, minor] = process.versions.node.split(".").map(Number);
const isNodeKnown = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
const isInstalled = ["tsx", "vitest"].every((name) => existsSync(join(ROOT, "node_modules", name)));

if (!isNodeKnown) {
  fail(
    `This is Node ${process.versions.node}; faktura needs ${engines.node}. ` +
      "Install one from https://nodejs.org or with `nvm install 22`, then run: npm ci",
  );
}
if (!isInstalled) fail("The development dependencies are not installed. Run: npm ci --include=dev");
if (process.argv.includes("--examples") && !existsSync(join(__dirname, "node_modules/prisma"))) {
  fail("The packages of the examples are not installed. Run: npm ci --prefix docs/examples");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
