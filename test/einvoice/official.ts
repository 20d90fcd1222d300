import { join } from "node:path";
import { writeCii } from "../../src/einvoice/cii.ts";
import type { EinvoiceDocument } from "../../src/einvoice/document.ts";
import { documentTerms } from "../../src/einvoice/document-terms.ts";
import { gapsOf } from "../../src/einvoice/gaps.ts";
import type { EinvoiceProfile } from "../../src/einvoice/specification.ts";
import { writeUbl } from "../../src/einvoice/ubl.ts";
import {
  type BrokenRule,
  NATIONAL_RULES,
  NO_PEPPOL_RULES,
  RULES,
  type Rules,
  rulesOf,
  schemaOf,
} from "../en16931/rules.ts";

export const SYNTAXES = ["ubl", "cii"] as const;
export type Syntax = (typeof SYNTAXES)[number];

/** The profiles whose rules are on this machine, if any are. */
export const CHECKED_PROFILES: readonly ("en16931" | "xrechnung" | "peppol")[] =
  NO_PEPPOL_RULES === undefined ? ["en16931", "xrechnung", "peppol"] : ["en16931", "xrechnung"];

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
  peppolSelfBilling: [NATIONAL_RULES, { ubl: "peppol/PEPPOL-EN16931-UBL-SB.sch" }],
} as const satisfies Record<string, readonly [folder: string | undefined, Partial<Record<Syntax, string>>]>;

/** All files that are on this machine. */
export const RULE_FILES: readonly string[] = Object.values(FILES).flatMap(([folder, files]) =>
  folder === undefined ? [] : Object.values(files).map((file) => join(folder, file)),
);

/** The names of the rules that a file has to keep. */
function namesOf(xml: string, profile: EinvoiceProfile): (keyof typeof FILES)[] {
  if (profile === "xrechnung") return ["en16931", "xrechnung"];
  if (profile !== "peppol") return ["en16931"];
  return ["en16931", xml.includes(":selfbilling:3.0<") ? "peppolSelfBilling" : "peppol"];
}

function brokenBy(name: keyof typeof FILES, xml: string, syntax: Syntax): BrokenRule[] {
  const [folder, files]: readonly [string | undefined, Partial<Record<Syntax, string>>] = FILES[name];
  const file = files[syntax];
  return file === undefined ? [] : rules(join(folder!, file))(xml);
}

function schemaFileOf(xml: string): string {
  if (xml.includes("<rsm:")) return "xsd/cii-d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd";
  return `xsd/ubl-2.1/maindoc/UBL-${xml.includes("<CreditNote ") ? "CreditNote" : "Invoice"}-2.1.xsd`;
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
  return { xml, fatal: idsOf("fatal"), warnings: idsOf("warning"), structure: schema(schemaFileOf(xml))(xml) };
}

/** The document in a syntax, whether or not it has gaps. */
export function written(document: EinvoiceDocument, profile: EinvoiceProfile, syntax: Syntax): string {
  const terms = documentTerms(document, profile);
  return syntax === "ubl" ? writeUbl(terms) : writeCii(terms);
}

/** The rules of the gaps of a document, without repetition. */
export function gapRules(document: EinvoiceDocument, profile: EinvoiceProfile, syntax: Syntax): string[] {
  const gaps = gapsOf(documentTerms(document, profile), profile, syntax);
  return [...new Set(gaps.map(({ rule }) => rule))].sort();
}

/**
 * What is wrong with the gaps of a document: fatal rules without a gap, gaps whose rule no syntax breaks, and errors of the
 * structure although there is no gap.
 */
export function disagreements(document: EinvoiceDocument, profile: EinvoiceProfile): string[] {
  const verdicts = SYNTAXES.map((syntax) => ({
    syntax,
    gaps: gapRules(document, profile, syntax),
    ...judge(written(document, profile, syntax), profile, syntax),
  }));
  const fatal = new Set(verdicts.flatMap((verdict) => verdict.fatal));
  return verdicts.flatMap(({ syntax, gaps, structure, ...verdict }) => [
    ...verdict.fatal.filter((rule) => !gaps.includes(rule)).map((rule) => `${syntax}: ${rule} is broken without a gap`),
    ...gaps.filter((rule) => !fatal.has(rule)).map((rule) => `${syntax}: ${rule} is a gap and not broken`),
    ...(gaps.length === 0 ? structure.map((error) => `${syntax}: ${error}`) : []),
  ]);
}
