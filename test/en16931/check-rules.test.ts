import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { RULE_FILES } from "../einvoice/official.ts";
import { testUnless } from "../support/skipping.ts";
import sources from "./rules.json" with { type: "json" };
import { NATIONAL_RULES, NO_NATIONAL_RULES, RULES } from "./rules.ts";

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

testUnless(NO_NATIONAL_RULES)("the list has every file of rules that documents are checked by", () => {
  const listed = sources.flatMap(({ folders }) =>
    folders.flatMap(({ folder, files }) => Object.keys(files).map((file) => `${folder}/${file}`)),
  );
  const read = RULE_FILES.map((path) =>
    path.startsWith(NATIONAL_RULES!)
      ? `national/${relative(NATIONAL_RULES!, path)}`
      : `en16931/${relative(RULES!, path)}`,
  );
  expect(read.length).toBeGreaterThan(9);
  expect(listed).toEqual(expect.arrayContaining(read));
});
