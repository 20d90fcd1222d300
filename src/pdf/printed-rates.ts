import type { InvoiceBreakdownLine } from "../domain/invoice/generated/invoice.ts";
import type { EinvoiceDocument } from "../einvoice/document.ts";
import type { Formats } from "./formats.ts";

/** What a rate is shown for: a group of the breakdown, or a line. */
export type RatedPart = Pick<InvoiceBreakdownLine, "taxRate" | "surchargeRate"> & {
  readonly category: string | undefined;
};

/** Whether groups of other categories have the same rate, so that the rate alone does not name the group. */
export function isRateShared({ vatBreakdown }: Pick<EinvoiceDocument, "vatBreakdown">, part: RatedPart): boolean {
  const { category, taxRate } = part;
  if (category === undefined) return false;
  return vatBreakdown.some((other) => other.taxRate === taxRate && other.category !== category);
}

/**
 * A rate such as `19 %`; `0 % (AE)` with EN 16931's code of its category if other categories have the same rate, and
 * `21 % + 5,2 %` with an equivalence surcharge.
 */
export function printedRate(document: EinvoiceDocument, part: RatedPart, formats: Formats, country?: string): string {
  const named = [country, isRateShared(document, part) ? part.category : undefined].filter(
    (each) => each !== undefined,
  );
  const { taxRate, surchargeRate } = part;
  const surcharge = surchargeRate === undefined ? "" : ` + ${formats.percent(surchargeRate)}`;
  const rate = formats.percent(taxRate) + surcharge;
  return named.length === 0 ? rate : `${rate} (${named.join(", ")})`;
}
