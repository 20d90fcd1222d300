import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

/** A folder in which pg is installed, with this code. */
function folderWithPg(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), "faktura-pg-"));
  const pg = join(folder, "node_modules/pg");
  mkdirSync(pg, { recursive: true });
  writeFileSync(join(pg, "package.json"), JSON.stringify({ name: "pg", version: "8.0.0", main: "index.js" }));
  writeFileSync(join(pg, "index.js"), code);
  return folder;
}

test.each([
  ["lacks a package that it needs", 'require("pg-types-of-nobody")', "is incomplete. Run `npm install pg` here."],
  ["fails as it loads", 'throw new Error("it is of another machine")', "does not load (it is of another machine)"],
])("a pg that %s makes the audit exit with 2, and the next step is printed", async (_, code, said) => {
  const args = ["audit", "postgres://nobody:secret@127.0.0.1:1/x"];
  const { status, stdout, stderr } = await runCli(args, { cwd: folderWithPg(code) });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(said);
  expect(stderr).toContain("npm install pg");
});
