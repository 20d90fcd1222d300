import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("a folder of rules is compared with the official files, each with its origin", () => {
  const folder = mkdtempSync(join(tmpdir(), "faktura-rules-"));
  mkdirSync(join(folder, "en16931/rules"), { recursive: true });
  writeFileSync(join(folder, "en16931/rules/EN16931-UBL.sch"), "<schema/>");
  writeFileSync(join(folder, "en16931/rules/notes.txt"), "mine");
  const argv = ["--import", "tsx", join(import.meta.dirname, "check-rules.ts"), folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  expect(stderr).toBe("");
  const lines = stdout.split("\n");
  const origin = "ConnectingEurope/eInvoicing-EN16931, b6c9e06a59812fb1a83585da40923b3678a649ad";
  const after = (line: string) => lines[lines.indexOf(line) + 1];
  expect(after("differs: in en16931/rules: EN16931-UBL.sch")).toContain(`EN 16931, rules 1.3.16; from ${origin}, ubl/`);
  expect(after("missing: in en16931/rules: EN16931-CII.sch")).toContain(`EN 16931, rules 1.3.16; from ${origin}, cii/`);
  expect(lines).toContain("unknown: in en16931/rules: notes.txt");
  expect(stdout).toMatch(/\n0 of \d+ official files are as test\/en16931\/rules\.json says\.\n/);
  expect(status).toBe(1);
});
