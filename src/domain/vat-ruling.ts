import { saleWarnings } from "./sale-warnings.ts";
import { vatexCodeOf } from "./vat-category.ts";
import type { VatCompany, VatDecision } from "./vat-decision.ts";
import { vatNote } from "./vat-note.ts";
import type { VatNumber } from "./vat-number.ts";
import { vatReason } from "./vat-reason.ts";
import type { VatSale } from "./vat-sale.ts";
import type { VatTerritory } from "./vat-territory.ts";

/** What is decided of the sales of one kind at one rate. */
export interface VatRuling extends Omit<VatDecision, "reason"> {
  /** The reason up to the client's number; all of it where it names none. */
  readonly reasonStart: string;
  /** What follows the number; `undefined` where the reason names none. */
  readonly reasonEnd: string | undefined;
}

/** Stands in for the client's number, and comes nowhere else in a reason. */
const NUMBER = "\u0000";

/**
 * The ruling on a sale. It is remembered with the sale's kind: writing it anew takes several times as long as all the
 * rest of a decision.
 */
export function ruleOn(sale: VatSale, rate: number, ratedBy: VatTerritory | undefined, company: VatCompany): VatRuling {
  const { kind } = sale;
  // The seller's own words are printed as they are, and could be of any length.
  if (!isUsual(sale) || company.exemptionNote !== undefined) return makeRuling(sale, rate, ratedBy, company);
  if (kind.ruling?.rate !== rate) kind.ruling = makeRuling(sale, rate, ratedBy, company);
  return kind.ruling;
}

/** Whether nothing is to be said about the client's number. */
function isUsual({ kind, vatNumber, idleVatNumber }: VatSale): boolean {
  if (vatNumber !== undefined) return vatNumber.country === kind.client.numbersOf && vatNumber.checksum !== "failed";
  return idleVatNumber === undefined || idleVatNumber.country === kind.client.numbersOf;
}

function makeRuling(
  sale: VatSale,
  rate: number,
  ratedBy: VatTerritory | undefined,
  { country, language, exemptionNote }: VatCompany,
): VatRuling {
  const { row, sellerInEu, supply } = sale.kind;
  // A host's own table may hold a place whose standard rate is 0, which EN 16931 calls zero rated (BR-S-05).
  const standard = ratedBy?.category === "S" && rate === 0 ? "Z" : ratedBy?.category;
  const category = standard ?? row.category;
  const [reasonStart = "", reasonEnd] = vatReason(sale.kind, NUMBER, rate, ratedBy).split(NUMBER);
  return {
    rate,
    treatment: row.treatment,
    rateCountry: ratedBy?.rateCountry ?? null,
    category,
    vatexCode: vatexCodeOf(category),
    reasonStart,
    reasonEnd,
    vatNote: vatNote(row.treatment, { sellerCountry: country, sellerInEu, supply, language, exemptionNote }),
    warnings: saleWarnings(sale),
  };
}

/** The reason with the client's number in its place. */
export function writeReason({ reasonStart, reasonEnd }: VatRuling, vatNumber: VatNumber | undefined): string {
  if (reasonEnd === undefined || vatNumber === undefined) return reasonStart;
  return reasonStart + vatNumber.prefix + vatNumber.number + reasonEnd;
}
