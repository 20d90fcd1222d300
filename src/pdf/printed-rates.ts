import { isMarginCode } from "../domain/invoice/exempt-sales.ts";
import type { InvoiceBreakdownLine } from "../domain/invoice/generated/invoice.ts";
import type { EinvoiceDocument } from "../einvoice/document.ts";
import type { Formats } from "./formats.ts";

/** What a rate is shown for: a group of the breakdown, or a line. */
export interface RatedPart extends Pick<InvoiceBreakdownLine, "taxRate" | "surchargeRate"> {
  readonly category: string | undefined;
  readonly vatexCode?: string | null | undefined;
}

/** Stands for what an invoice must not state. */
export const UNSTATED = "–";

/**
 * Whether a part is under a margin scheme: the invoice states neither its rate nor its VAT, and its price is with VAT.
 *
 * @see Directive 2006/112/EC, articles 226(13) and (14), 325; ustawa o VAT, art. 106e ust. 2 and 3 (Poland)
 */
export function isOfMargin({ category, vatexCode }: Pick<RatedPart, "category" | "vatexCode">): boolean {
  return category === "E" && isMarginCode(vatexCode);
}

/** Whether all parts of a document are under a margin scheme. */
export function isAllOfMargin({ vatBreakdown }: Pick<EinvoiceDocument, "vatBreakdown">): boolean {
  return vatBreakdown.every(isOfMargin);
}

/** Whether groups of other categories have the same rate, so that the rate alone does not name the group. */
export function isRateShared({ vatBreakdown }: Pick<EinvoiceDocument, "vatBreakdown">, part: RatedPart): boolean {
  const { category, taxRate } = part;
  if (category === undefined) return false;
  return vatBreakdown.some((other) => other.taxRate === taxRate && other.category !== category);
}

/**
 * A rate such as `19 %`; `0 % (AE)` with EN 16931's code of its category if other categories have the same rate, and
 * `21 % + 5,2 %` with an equivalence surcharge. Of a margin scheme only the code.
 */
export function printedRate(document: EinvoiceDocument, part: RatedPart, formats: Formats, country?: string): string {
  const named = [country, isRateShared(document, part) ? part.category : undefined].filter(
    (each) => each !== undefined,
  );
  if (isOfMargin(part)) return named.join(", ") || UNSTATED;
  const { taxRate, surchargeRate } = part;
  const surcharge = surchargeRate === undefined ? "" : ` + ${formats.percent(surchargeRate)}`;
  const rate = formats.percent(taxRate) + surcharge;
  return named.length === 0 ? rate : `${rate} (${named.join(", ")})`;
}
