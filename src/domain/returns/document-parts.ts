import type { InvoiceBreakdownLine } from "../invoice/generated/invoice.ts";
import { Decimal, roundToMinorUnits } from "../money/decimal.ts";
import type { Supply } from "../vat/vat-table.ts";
import type { ReportedDocument } from "./reported-document.ts";

/** The part of a document that has one category, rate, country and supply, with its amounts in the document's currency. */
export interface DocumentPart extends Pick<InvoiceBreakdownLine, "category" | "taxRate" | "rateCountry"> {
  /** `undefined` if neither its lines nor the document state it. */
  readonly supply: Supply | undefined;
  readonly taxableAmount: Decimal;
  readonly taxAmount: Decimal;
}

/**
 * The parts of a document: the groups of its VAT breakdown, each divided by the supply of its lines. The amounts of a
 * group's parts add up to the group exactly: the VAT of each part but the last is rounded, and the last gets the rest.
 */
export function documentParts(document: ReportedDocument): DocumentPart[] {
  const { vatBreakdown, items, supply } = document;
  if (items.every((item) => item.supply === undefined || item.supply === supply)) {
    return vatBreakdown.map((group) => partOf(group, supply));
  }
  return vatBreakdown.flatMap((group) => {
    const nets = new Map<Supply | undefined, Decimal>();
    for (const item of items) {
      const isOfCountry = item.rateCountry === undefined || item.rateCountry === group.rateCountry;
      if (item.vatCategory !== group.category || item.taxRate !== group.taxRate || !isOfCountry) continue;
      const own = item.supply ?? supply;
      nets.set(own, (nets.get(own) ?? new Decimal(0)).plus(item.netAmount));
    }
    return nets.size < 2
      ? [partOf(group, nets.size === 0 ? supply : [...nets.keys()][0])]
      : divided(group, nets, document);
  });
}

function partOf(
  { category, taxRate, rateCountry, taxableAmount, taxAmount }: InvoiceBreakdownLine,
  supply: Supply | undefined,
) {
  const amounts = { taxableAmount: new Decimal(taxableAmount), taxAmount: new Decimal(taxAmount) };
  return { category, taxRate, rateCountry, supply, ...amounts };
}

function divided(
  group: InvoiceBreakdownLine,
  nets: ReadonlyMap<Supply | undefined, Decimal>,
  { currency }: ReportedDocument,
): DocumentPart[] {
  const { category, taxRate, rateCountry } = group;
  let [taxable, tax] = [new Decimal(group.taxableAmount), new Decimal(group.taxAmount)];
  return [...nets].map(([supply, net], index) => {
    const isLast = index === nets.size - 1;
    const taxableAmount = isLast ? taxable : net;
    const taxAmount = isLast ? tax : roundToMinorUnits(net.times(taxRate).times("1e-2"), currency);
    taxable = taxable.minus(taxableAmount);
    tax = tax.minus(taxAmount);
    return { category, taxRate, rateCountry, supply, taxableAmount, taxAmount };
  });
}
