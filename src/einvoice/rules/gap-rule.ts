import type { EinvoiceGap } from "../../domain/invoice/document-format.ts";
import type { DocumentTerms } from "../terms.ts";

export type { EinvoiceGap } from "../../domain/invoice/document-format.ts";

/** A rule that is flagged fatal: whether the terms break it, and the field that fixes it. */
export interface GapRule extends EinvoiceGap {
  readonly isBroken: (terms: DocumentTerms) => boolean;
  /** Only if the rule of one syntax is stricter than that of the other. */
  readonly syntax?: "ubl" | "cii" | undefined;
}

/** A {@link GapRule} about something that is missing. The field says what to set. */
export type NeedRow = readonly [rule: string, field: string, needed: string, isBroken: GapRule["isBroken"]];

/** The rules of a specification about what is missing. */
export function needRules(specification: string, rows: readonly NeedRow[]): GapRule[] {
  return rows.map(([rule, field, needed, isBroken]) => {
    const own = field.startsWith("seller.") ? `${field.slice(7)} in the company's profile` : field;
    return { rule, field, detail: `${specification} needs ${needed}. Set ${own}.`, isBroken };
  });
}

/** A rule that UBL can break where CII does not: the rule of both syntaxes, and what only that of UBL finds. */
export function stricterInUbl(
  gap: EinvoiceGap,
  isBroken: GapRule["isBroken"],
  isBrokenInUbl: GapRule["isBroken"],
): GapRule[] {
  return [
    { ...gap, isBroken },
    { ...gap, syntax: "ubl", isBroken: (terms) => !isBroken(terms) && isBrokenInUbl(terms) },
  ];
}

/** The rules for documents to which they apply. */
export function rulesWhere(applies: GapRule["isBroken"], rules: readonly GapRule[]): GapRule[] {
  return rules.map((rule) => ({ ...rule, isBroken: (terms) => applies(terms) && rule.isBroken(terms) }));
}

/** A rule of a format of its own: whether a document, as the format means it, breaks it, and the field that fixes it. */
export type RuleRow<Document> = readonly [
  rule: string,
  field: string,
  detail: string,
  isBroken: (document: Document) => boolean,
];

/** The gaps of a document by such rules, in their order. */
export function brokenRules<Document>(format: string, rows: readonly RuleRow<Document>[], of: Document): EinvoiceGap[] {
  const broken = rows.filter(([, , , isBroken]) => isBroken(of));
  return broken.map(([rule, field, detail]) => ({ rule, field, detail: `${format} ${detail}.` }));
}
