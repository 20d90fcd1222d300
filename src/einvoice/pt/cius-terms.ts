import type { CompanyProfile } from "../../domain/generated/company-profile.ts";
import { plus } from "../../domain/money/decimal-text.ts";
import type { EinvoiceDocument } from "../document.ts";
import { documentTerms } from "../document-terms.ts";
import { withOwnProfile } from "../own-profile.ts";
import type { AdjustmentTerms, DocumentTerms } from "../terms.ts";
import { writeUbl } from "../ubl.ts";
import { portugueseDocumentOf } from "./portuguese-document.ts";
import { seriesNumber } from "./series-number.ts";

/** The name of the attribute of an item that says why it is without VAT. */
const REASON = "#TAXEXEMPTIONREASONCODE@CLASSIFIEDTAXCATEGORY#";

/** What a document means in CIUS-PT, complete or not: numbers are those that the tax authority knows, reasons its codes. */
export function ciusTerms(given: EinvoiceDocument, ownProfile?: Partial<CompanyProfile>): DocumentTerms {
  const document = withOwnProfile(given, ownProfile);
  const terms = documentTerms(document, "en16931");
  const { number, lines: signed } = portugueseDocumentOf(document);
  const codeOf = (index: number) => signed[index]?.exemptionCode;
  const { totals, deliverTo, payment, buyer } = terms;
  return {
    ...terms,
    specification: "urn:cen.eu:en16931:2017#compliant#urn:feap.gov.pt:CIUS-PT:2.1.1",
    // It has no place for another number than that of VAT.
    seller: { ...terms.seller, taxNumber: undefined },
    number: number?.invoiceNo ?? terms.number,
    precedingInvoices: terms.precedingInvoices.map((each) => {
      return { ...each, number: seriesNumber(document, each.number)?.invoiceNo ?? each.number };
    }),
    // Every document has an address of delivery (BR-CIUS-PT-66).
    deliverTo: { ...deliverTo, address: deliverTo.address ?? buyer.address },
    // Its number alone says nothing that is not said already, and CIUS-PT has references of Multibanco there.
    payment: payment && { ...payment, reference: payment.reference === terms.number ? undefined : payment.reference },
    totals: {
      ...totals,
      allowanceTotal: totals.allowanceTotal ?? "0",
      chargeTotal: totals.chargeTotal ?? "0",
      prepaidAmount: totals.prepaidAmount ?? "0",
      roundingAmount: totals.roundingAmount ?? "0",
    },
    adjustments: terms.adjustments.map(based),
    breakdown: terms.breakdown.map((each) => {
      const index = document.items.findIndex(({ vatCategory }) => vatCategory === each.category);
      return { ...each, vatexCode: each.rate === "0" ? codeOf(index) : undefined };
    }),
    lines: terms.lines.map((line, index) => {
      const value = codeOf(index);
      const reasons = line.category === "E" && value !== undefined ? [{ name: REASON, value }] : [];
      return {
        ...line,
        adjustments: line.adjustments.map(based),
        attributes: [...(line.attributes ?? []), ...reasons],
      };
    }),
  };
}

/** A base amount without a percentage breaks DT-CIUS-PT-158, 159, 168 and 169. */
function based<Adjustment extends AdjustmentTerms>(adjustment: Adjustment): Adjustment {
  return adjustment.percent === undefined ? { ...adjustment, baseAmount: undefined } : adjustment;
}

const NUMBERS = /(<cbc:(?:\w*Amount|Percent|MultiplierFactorNumeric|\w*Quantity)(?: [^>]*)?>)(-?\d+)(?:\.(\d+))?(?=<)/g;

/** The terms in UBL, in which CIUS-PT has two decimals at least in every number. */
export function writeCius(terms: DocumentTerms): string {
  const padded = (_: string, start: string, whole: string, fraction = "") =>
    `${start}${whole}.${fraction.padEnd(2, "0")}`;
  return writeUbl(terms).replace(NUMBERS, padded);
}

/** Whether a sum of amounts is below zero. */
export const isNegative = (...amounts: readonly (string | undefined)[]) =>
  amounts.some((amount) => Number(plus(amount ?? "0", 0)) < 0);
