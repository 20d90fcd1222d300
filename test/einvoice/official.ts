import { join } from "node:path";
import type { EinvoiceDocument, EinvoiceProfile } from "faktura/einvoice";
import {
  type BrokenRule,
  NATIONAL_RULES,
  NO_NATIONAL_RULES,
  RULES,
  type Rules,
  rulesOf,
  schemaOf,
} from "../en16931/rules.ts";
import { gapsIn, writtenAnyway } from "./ungated.ts";

export const SYNTAXES = ["ubl", "cii"] as const;
export type Syntax = (typeof SYNTAXES)[number];

/** The profiles whose rules are on this machine, if any are. */
export const CHECKED_PROFILES: readonly ("en16931" | "xrechnung" | "peppol")[] =
  NO_NATIONAL_RULES === undefined ? ["en16931", "xrechnung", "peppol"] : ["en16931", "xrechnung"];

/** The profile that sellers of a state send, if its rules are on this machine. */
export const PROFILE_OF_STATE: Readonly<Partial<Record<string, EinvoiceProfile>>> =
  NO_NATIONAL_RULES === undefined ? { FR: "ctc-fr", MC: "ctc-fr", HR: "hr-cius", RO: "cius-ro" } : {};

/** Reading compiled rules takes a while, so each file is read once. */
function once<Result>(read: (path: string) => Result): (path: string) => Result {
  const known = new Map<string, Result>();
  return (path) => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
}

const rules: (path: string) => Rules = once(rulesOf);
const schema = once(schemaOf);

/** Where the rules of each name are: the folder, which this machine may not have, and for each syntax the file in it. */
const FILES = {
  en16931: [RULES, { ubl: "rules/EN16931-UBL.sch", cii: "rules/EN16931-CII.sch" }],
  xrechnung: [
    RULES,
    { ubl: "xrechnung/ubl/XRechnung-UBL-validation.sch", cii: "xrechnung/cii/XRechnung-CII-validation.sch" },
  ],
  peppol: [NATIONAL_RULES, { ubl: "peppol/PEPPOL-EN16931-UBL.sch" }],
  "ctc-fr": [
    NATIONAL_RULES,
    {
      ubl: "fr/20260804_BR-FR-Flux2-Schematron-UBL_V1.4.0.03.sch",
      cii: "fr/20260804_BR-FR-Flux2-Schematron-CII_V1.4.0.03.sch",
    },
  ],
  "cius-ro": [NATIONAL_RULES, { ubl: "ro/1.0.9/EN16931-CIUS_RO-UBL-validation.sch" }],
  "hr-cius": [NATIONAL_RULES, { ubl: "hr-fiscal/hr-cius-2026-03-13/HR-CIUS-EXT-EN16931-UBL.sch" }],
  peppolSelfBilling: [NATIONAL_RULES, { ubl: "peppol/PEPPOL-EN16931-UBL-SB.sch" }],
} as const satisfies Record<string, readonly [folder: string | undefined, Partial<Record<Syntax, string>>]>;

/** All files that are on this machine. */
export const RULE_FILES: readonly string[] = Object.values(FILES).flatMap(([folder, files]) =>
  folder === undefined ? [] : Object.values(files).map((file) => join(folder, file)),
);

/** The names of the rules that a file has to keep. */
function namesOf(xml: string, profile: EinvoiceProfile): (keyof typeof FILES)[] {
  if (profile === "en16931" || profile === "factur-x") return ["en16931"];
  if (profile !== "peppol") return ["en16931", profile];
  return ["en16931", xml.includes(":selfbilling:3.0<") ? "peppolSelfBilling" : "peppol"];
}

function brokenBy(name: keyof typeof FILES, xml: string, syntax: Syntax): BrokenRule[] {
  const [folder, files]: readonly [string | undefined, Partial<Record<Syntax, string>>] = FILES[name];
  const file = files[syntax];
  const broken = file === undefined ? [] : rules(join(folder!, file))(xml);
  // Older names of the rules about the Canary Islands, Ceuta and Melilla.
  if (name === "cius-ro")
    return broken.map(({ id, flag }) => ({ id: id.replace("BR-IP-", "BR-AF-").replace("BR-IG-", "BR-AG-"), flag }));
  return name === "ctc-fr" ? broken.map(({ id, flag }) => ({ id: frenchRule(id), flag })) : broken;
}

/** Assertions whose names are slips: other syntax and text have the rule named here. */
const FRENCH_SLIPS: Readonly<Record<string, string>> = {
  "BR-FR-08_BT-151-2": "BR-FR-15",
  "BR-FR-30_BT-21": "BR-FR-31",
  "BR-FR-MV-BD_BT-3": "BR-FR-BD-13",
};

/** `BR-FR-05_BT-22-1` of UBL and `BR-FR-05_BT-22_PMT` of CII are the same part of rule `BR-FR-05`. */
function frenchRule(assertion: string): string {
  return FRENCH_SLIPS[assertion] ?? /^BR-FR-(?:[A-Z]+-)?\d+/.exec(assertion)?.[0] ?? assertion;
}

/** Croatia has its own copy of UBL's schemas, because only that describes its extension. */
function schemaFileOf(xml: string, profile: EinvoiceProfile): string {
  if (xml.includes("<rsm:")) return join(RULES!, "xsd/cii-d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd");
  const folder = profile === "hr-cius" ? join(NATIONAL_RULES!, "hr/xsd") : join(RULES!, "xsd/ubl-2.1");
  return join(folder, `maindoc/UBL-${xml.includes("<CreditNote ") ? "CreditNote" : "Invoice"}-2.1.xsd`);
}

/** The errors that the schema of the syntax finds. D22B takes several preceding invoices, where the schema of D16B takes one. */
export function structureOf(xml: string, profile: EinvoiceProfile): string[] {
  const isD22b = profile === "factur-x" || profile === "ctc-fr";
  const name = "ram:InvoiceReferencedDocument";
  const preceding = new RegExp(`(?<=</${name}>)<${name}>.*?</${name}>`, "gs");
  return schema(schemaFileOf(xml, profile))(isD22b ? xml.replace(preceding, "") : xml);
}

/** What the official rules and schemas say about a file: the codes of broken rules, and the errors of its structure. */
export interface Verdict {
  readonly xml: string;
  readonly fatal: readonly string[];
  readonly warnings: readonly string[];
  readonly structure: readonly string[];
}

/** Asks the official rules of a profile about a file. */
export function judge(xml: string, profile: EinvoiceProfile, syntax: Syntax): Verdict {
  const broken = namesOf(xml, profile).flatMap((name) => brokenBy(name, xml, syntax));
  const idsOf = (flag: string) => [...new Set(broken.filter((each) => each.flag === flag).map(({ id }) => id))].sort();
  return { xml, fatal: idsOf("fatal"), warnings: idsOf("warning"), structure: structureOf(xml, profile) };
}

/**
 * Fatal rules without those that UBL's rules report for want of a line (BR-E-08 and the like). BR-16 says what is missing.
 */
export function withoutLineSums(fatal: readonly string[]): readonly string[] {
  return fatal.includes("BR-16") ? fatal.filter((rule) => !rule.endsWith("-08")) : fatal;
}

export { writtenAnyway as written };

/** The rules of the gaps of a document, without repetition. */
export function gapRules(document: EinvoiceDocument, profile: EinvoiceProfile, syntax: Syntax): string[] {
  const gaps = gapsIn(document, profile, syntax);
  return [...new Set(gaps.map(({ rule }) => rule))].sort();
}

/** Rules of the French portal, which these files do not have. */
const OF_PORTALS = /^G\d/;

/**
 * What is wrong with the gaps of a document: fatal rules without a gap, gaps whose rule no syntax breaks, and errors of the
 * structure although there is no gap.
 */
export function disagreements(document: EinvoiceDocument, profile: EinvoiceProfile): string[] {
  const verdicts = SYNTAXES.map((syntax) => ({
    syntax,
    gaps: gapRules(document, profile, syntax),
    ...judge(writtenAnyway(document, profile, syntax), profile, syntax),
  }));
  const fatal = new Set(verdicts.flatMap((verdict) => verdict.fatal));
  return verdicts.flatMap(({ syntax, gaps, structure, ...verdict }) => [
    ...withoutLineSums(verdict.fatal)
      .filter((rule) => !gaps.includes(rule))
      .map((rule) => `${syntax}: ${rule} is broken without a gap`),
    ...gaps
      .filter((rule) => !fatal.has(rule) && !OF_PORTALS.test(rule))
      .map((rule) => `${syntax}: ${rule} is a gap and not broken`),
    ...(gaps.length === 0 ? structure.map((error) => `${syntax}: ${error}`) : []),
  ]);
}
