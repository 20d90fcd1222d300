import type { InvoiceBreakdownLine } from "../invoice/generated/invoice.ts";
import { Decimal, roundToMinorUnits } from "../money/decimal.ts";
import type { Supply } from "../vat/vat-table.ts";
import type { ReportedDocument } from "./reported-document.ts";

/** What lines sell, as far as it decides where they are declared. */
interface Sold {
  /** `undefined` if neither its lines nor the document state it, or a place of supply, which services have. */
  readonly supply: Supply | undefined;
  /** The stated place of supply: a country code, or the id of an area. */
  readonly placeOfSupply: string | undefined;
}

/** The part of a document that has one category, rate, country, supply and place, with its amounts in the document's currency. */
export interface DocumentPart extends Sold, Pick<InvoiceBreakdownLine, "category" | "taxRate" | "rateCountry"> {
  readonly taxableAmount: Decimal;
  readonly taxAmount: Decimal;
}

/**
 * The parts of a document: the groups of its VAT breakdown, each divided by the supply and the place of its lines. The
 * amounts of a group's parts add up to the group exactly: the VAT of each part but the last is rounded, and the last gets
 * the rest.
 */
export function documentParts(document: ReportedDocument): DocumentPart[] {
  const { vatBreakdown, items } = document;
  if (items.every((item) => statesOnly(item, document))) {
    return vatBreakdown.map((group) => partOf(group, soldOf({}, document)));
  }
  return vatBreakdown.flatMap((group) => {
    const nets = new Map<string, { readonly sold: Sold; readonly net: Decimal }>();
    for (const item of items) {
      const isOfCountry = item.rateCountry === undefined || item.rateCountry === group.rateCountry;
      if (item.vatCategory !== group.category || item.taxRate !== group.taxRate || !isOfCountry) continue;
      const sold = soldOf(item, document);
      const key = `${sold.supply} ${sold.placeOfSupply}`;
      nets.set(key, { sold, net: (nets.get(key)?.net ?? new Decimal(0)).plus(item.netAmount) });
    }
    const [first] = nets.values();
    return nets.size < 2 ? [partOf(group, first?.sold ?? soldOf({}, document))] : divided(group, nets, document);
  });
}

/** Whether a line states nothing about its supply and place that the document does not state. */
function statesOnly(item: Partial<Sold>, { supply, placeOfSupply }: ReportedDocument): boolean {
  return (
    (item.supply === undefined || item.supply === supply) &&
    (item.placeOfSupply === undefined || item.placeOfSupply === placeOfSupply)
  );
}

function soldOf(item: Partial<Sold>, document: ReportedDocument): Sold {
  const placeOfSupply = item.placeOfSupply ?? document.placeOfSupply;
  const implied = placeOfSupply === undefined ? undefined : "services";
  return { supply: item.supply ?? document.supply ?? implied, placeOfSupply };
}

function partOf({ category, taxRate, rateCountry, taxableAmount, taxAmount }: InvoiceBreakdownLine, sold: Sold) {
  const amounts = { taxableAmount: new Decimal(taxableAmount), taxAmount: new Decimal(taxAmount) };
  return { category, taxRate, rateCountry, ...sold, ...amounts };
}

function divided(
  group: InvoiceBreakdownLine,
  nets: ReadonlyMap<string, { readonly sold: Sold; readonly net: Decimal }>,
  { currency }: ReportedDocument,
): DocumentPart[] {
  const { category, taxRate, rateCountry } = group;
  let [taxable, tax] = [new Decimal(group.taxableAmount), new Decimal(group.taxAmount)];
  return [...nets.values()].map(({ sold, net }, index) => {
    const isLast = index === nets.size - 1;
    const taxableAmount = isLast ? taxable : net;
    const taxAmount = isLast ? tax : roundToMinorUnits(net.times(taxRate).times("1e-2"), currency);
    taxable = taxable.minus(taxableAmount);
    tax = tax.minus(taxAmount);
    return { category, taxRate, rateCountry, ...sold, taxableAmount, taxAmount };
  });
}
