/**
 * Goal: the code lists contain exactly the codes of EN 16931's validation artefacts.
 * Method: read the lists from the official Schematron of both syntaxes, and check every code of up to four characters.
 * A code counts if both syntaxes accept it. Skipped unless `EN16931_RULES` names the folder of the artefacts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CodeList } from "../../../src/domain/codes/code-list.ts";
import {
  isAllowanceReason,
  isChargeReason,
  isExemptionCode,
  isNoteSubject,
  isPaymentMeans,
} from "../../../src/domain/codes/document-codes.ts";
import { isElectronicAddressScheme, isIdentifierScheme } from "../../../src/domain/codes/party-schemes.ts";
import { isUnitCode } from "../../../src/domain/codes/units.ts";
import { isVatNumberPrefix } from "../../../src/domain/codes/vat-number-prefixes.ts";
import { NO_RULES, RULES } from "../../en16931/rules.ts";
import { describeUnless } from "../../support/skipping.ts";

const LISTS: readonly [string, string, CodeList, number][] = [
  ["electronic address schemes", "BR-CL-25", isElectronicAddressScheme, 104],
  ["identifier schemes", "BR-CL-11", isIdentifierScheme, 243],
  ["payment means", "BR-CL-16", isPaymentMeans, 84],
  ["note subjects", "BR-CL-08", isNoteSubject, 383],
  ["exemption codes", "BR-CL-22", isExemptionCode, 88],
  ["prefixes of VAT numbers", "BR-CO-09", isVatNumberPrefix, 251],
  ["units", "BR-CL-23", isUnitCode, 2162],
  ["reasons of allowances", "BR-CL-19", isAllowanceReason, 19],
  ["reasons of charges", "BR-CL-20", isChargeReason, 178],
];

/** The codes that a rule of a syntax lists. */
function codesOf(rule: string, syntax: "UBL" | "CII"): string[] {
  const schematron = readFileSync(join(RULES!, "rules", `EN16931-${syntax}.sch`), "utf8");
  const assertion = new RegExp(`id="${rule}"[^>]*?test="([^"]*)"`).exec(schematron)![1]!;
  const lists = [...assertion.matchAll(/contains\(\s*'([^']*)'/g)].map(([, list]) => list!.trim().split(/\s+/));
  return lists.flat();
}

const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** All strings of one to three capitals and digits, and all of four digits. */
function* shortTexts(): Generator<string> {
  for (const first of CHARACTERS) {
    yield first;
    for (const second of CHARACTERS) {
      yield first + second;
      for (const third of CHARACTERS) yield first + second + third;
    }
  }
  for (let number = 0; number < 10_000; number += 1) yield String(number).padStart(4, "0");
}

describeUnless(NO_RULES)("the artefacts of EN 16931", () => {
  test.each(LISTS)("%s are those of %s", (_, rule, isListed, count) => {
    const [inUbl, inCii] = [codesOf(rule, "UBL"), new Set(codesOf(rule, "CII"))];
    const codes = new Set(inUbl.filter((code) => inCii.has(code)));
    expect(codes.size).toBe(count);
    for (const code of codes) expect(isListed(code), code).toBe(true);
    for (const text of shortTexts()) expect(isListed(text), text).toBe(codes.has(text));
  });
});

test.each(LISTS)(
  "the %s have the expected number of short codes, and nothing that is not a code",
  (_, rule, isListed, count) => {
    const short = [...shortTexts()].filter(isListed).length;
    expect(short).toBe(rule === "BR-CL-22" ? 0 : count);
    for (const text of ["", " ", "0088 ", "c62", "toString", "__proto__", "A:B"])
      expect(isListed(text), text).toBe(false);
  },
);

test("exemption codes are known to the letter", () => {
  for (const code of ["VATEX-EU-AE", "VATEX-EU-132-1I", "VATEX-EU-79-C", "VATEX-FR-FRANCHISE", "VATEX-EU-143-1FA"]) {
    expect(isExemptionCode(code), code).toBe(true);
  }
  for (const code of ["VATEX-EU", "VATEX-EU-132-1Z", "vatex-eu-ae", "VATEX-EU-A"]) {
    expect(isExemptionCode(code), code).toBe(false);
  }
});
