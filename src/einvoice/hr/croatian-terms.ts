import { type EinvoiceDocument, issuedAtOf } from "../document.ts";
import type { DocumentTerms, ExemptionTerms } from "../terms.ts";
import { ZONE } from "./fiscal-invoice.ts";

/** What Croatia adds to the terms of a document, and the one of two numbers that its rules can read. */
export function croatianTerms(document: EinvoiceDocument, terms: DocumentTerms): DocumentTerms {
  const { items, allowances = [], charges = [], national, seller } = document;
  const adjustments = [...allowances, ...charges];
  const operatorOfOrder = national?.hr?.operator;
  return {
    ...terms,
    // The VAT number and the tax number are the same OIB. The rules cannot be evaluated with both.
    seller: terms.seller.vatNumber === undefined ? terms.seller : { ...terms.seller, taxNumber: undefined },
    croatian: {
      issueTime: timeOf(issuedAtOf(document)),
      operator: operatorOfOrder ?? seller.national?.hr?.operator,
      isOperatorOfOrder: operatorOfOrder !== undefined,
    },
    lines: terms.lines.map((line, index) => ({ ...line, exemption: exemptionOf(line.category, items[index], terms) })),
    adjustments: terms.adjustments.map((each, index) => ({
      ...each,
      exemption: exemptionOf(each.category, adjustments[index], terms),
    })),
  };
}

/** The Croatian names of the categories that need one (HR-TB-2). */
const NAMES: Readonly<Record<string, string>> = { E: "HR:E", O: "HR:O" };

type Reasons = { readonly exemptionReason?: string | undefined; readonly vatexCode?: string | undefined };

/** Why a part is without VAT: its own reason, or that of its category. */
function exemptionOf(category: string, part: Reasons | undefined, terms: DocumentTerms): ExemptionTerms | undefined {
  const name = NAMES[category];
  if (name === undefined) return undefined;
  const isOwn = part?.exemptionReason !== undefined || part?.vatexCode !== undefined;
  const given = isOwn ? part : terms.breakdown.find((group) => group.category === category);
  return { name, exemptionReason: given?.exemptionReason, vatexCode: given?.vatexCode };
}

/** The time in Croatia, `hh:mm:ss`. Of a time alone, because the clock of records would not fit into `faktura/einvoice`. */
function timeOf(instant: string): string {
  const parts = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, ...parts }).format(new Date(instant));
}
