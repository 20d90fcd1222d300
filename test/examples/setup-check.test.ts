import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const CHECK = "docs/examples/setup-check.cjs";

/** A checkout in which only `packages` are installed. */
function checkout(...packages: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "faktura-checkout-"));
  for (const name of ["package.json", CHECK]) cpSync(join(ROOT, name), join(folder, name));
  for (const name of packages) mkdirSync(join(folder, "node_modules", name), { recursive: true });
  return folder;
}

/** The output of the check on a Node that reports this version. */
function check(folder: string, version: string, ...options: string[]) {
  const disguise = join(folder, "disguise.cjs");
  const versions = `{ value: { ...process.versions, node: "${version}" } }`;
  writeFileSync(disguise, `Object.defineProperty(process, "versions", ${versions});`);
  const { status, stderr } = spawnSync(process.execPath, ["--require", disguise, join(folder, CHECK), ...options]);
  return { status, printed: String(stderr) };
}

test.each(["16.20.2", "18.20.8", "20.18.3", "21.7.3", "22.11.0"])(
  "Node %s is too old, which one line says before anything fails because of it",
  (version) => {
    const { status, printed } = check(checkout("tsx", "vitest"), version);
    expect(status).toBe(1);
    expect(printed).toMatch(/^This is Node [\d.]+; faktura needs \^20\.19\.0 \|\| >=22\.12\.0\..+npm ci\n$/);
    expect(printed).toContain(`This is Node ${version};`);
  },
);

test.each(["20.19.0", "20.20.2", "22.12.0", "23.0.0", "24.0.0", "26.1.0"])("Node %s is accepted", (version) => {
  expect(check(checkout("tsx", "vitest"), version)).toEqual({ status: 0, printed: "" });
});

test.each([[[]], [["tsx"]]])(
  "if only %j is installed, as with NODE_ENV=production, the next step is printed",
  (names) => {
    expect(check(checkout(...names), "22.12.0")).toEqual({
      status: 1,
      printed: "The development dependencies are not installed. Run: npm ci --include=dev\n",
    });
  },
);

test("without the packages of the examples, what needs them prints the next step", () => {
  const folder = checkout("tsx", "vitest");
  expect(check(folder, "22.12.0", "--examples")).toEqual({
    status: 1,
    printed: "The packages of the examples are not installed. Run: npm ci --prefix docs/examples\n",
  });
  mkdirSync(join(folder, "docs/examples/node_modules/prisma"), { recursive: true });
  expect(check(folder, "22.12.0", "--examples")).toEqual({ status: 0, printed: "" });
});
