import { writeCii } from "../../src/einvoice/cii.ts";
import type { EinvoiceDocument } from "../../src/einvoice/document.ts";
import { documentTerms } from "../../src/einvoice/document-terms.ts";
import { gapsOf } from "../../src/einvoice/gaps.ts";
import type { EinvoiceProfile } from "../../src/einvoice/specification.ts";
import { writeUbl } from "../../src/einvoice/ubl.ts";
import { type Rules, rulesOf, schemaOf } from "../en16931/rules.ts";

export const SYNTAXES = ["ubl", "cii"] as const;
export type Syntax = (typeof SYNTAXES)[number];

/** The profiles whose rules are published for everybody to run. */
export const CHECKED_PROFILES = ["en16931", "xrechnung"] as const;

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

export const FILES: Record<Syntax, readonly [en16931: string, xrechnung: string]> = {
  ubl: ["rules/EN16931-UBL.sch", "xrechnung/ubl/XRechnung-UBL-validation.sch"],
  cii: ["rules/EN16931-CII.sch", "xrechnung/cii/XRechnung-CII-validation.sch"],
};

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
  const [en16931, xrechnung] = FILES[syntax];
  const broken = [...rules(en16931)(xml), ...(profile === "xrechnung" ? rules(xrechnung)(xml) : [])];
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
