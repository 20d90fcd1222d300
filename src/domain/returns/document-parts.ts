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
 * The parts of a document: the groups of its VAT breakdown, each divided by the supply and the place of its lines. An
 * allowance or a charge that states neither is divided as the lines of its group are. The
 * amounts of a group's parts add up to the group exactly: the VAT of each part but the last is rounded, and the last gets
 * the rest.
 */
export function documentParts(document: ReportedDocument): DocumentPart[] {
  const { vatBreakdown, items, allowances = [], charges = [] } = document;
  if ([...items, ...allowances, ...charges].every((part) => statesOnly(part, document))) {
    return vatBreakdown.map((group) => partOf(group, soldOf({}, document)));
  }
  return vatBreakdown.flatMap((group) => {
    const nets = new Map<string, SoldAmount>();
    const add = (part: Partial<Sold>, net: Decimal) => {
      const sold = soldOf(part, document);
      const key = `${sold.supply} ${sold.placeOfSupply}`;
      nets.set(key, { sold, net: (nets.get(key)?.net ?? new Decimal(0)).plus(net) });
    };
    for (const item of items) if (isOfGroup(item, group)) add(item, new Decimal(item.netAmount));
    const adjustments = [
      ...allowances.map((each) => ({ ...each, net: new Decimal(each.netAmount).neg() })),
      ...charges.map((each) => ({ ...each, net: new Decimal(each.netAmount) })),
    ].filter((each) => isOfGroup(each, group));
    const own = adjustments.filter(({ supply, placeOfSupply }) => (supply ?? placeOfSupply) !== undefined);
    const shared = adjustments.filter((each) => !own.includes(each));
    const sharedNet = shared.reduce((sum, { net }) => sum.plus(net), new Decimal(0));
    if (nets.size === 0 && shared.length > 0) add({}, sharedNet);
    else share(nets, sharedNet, document);
    for (const each of own) add(each, each.net);
    const [first] = nets.values();
    return nets.size < 2 ? [partOf(group, first?.sold ?? soldOf({}, document))] : divided(group, nets, document);
  });
}

/** What is sold with one supply and place, in one group. */
interface SoldAmount {
  readonly sold: Sold;
  readonly net: Decimal;
}

type PartOfGroup = Pick<ReportedDocument["items"][number], "vatCategory" | "taxRate" | "rateCountry">;

function isOfGroup(part: PartOfGroup, { category, taxRate, rateCountry }: InvoiceBreakdownLine): boolean {
  const isOfCountry = part.rateCountry === undefined || part.rateCountry === rateCountry;
  return part.vatCategory === category && part.taxRate === taxRate && isOfCountry;
}

/** Adds a part of an amount to each, in proportion to what they are. The last gets the rest, because it gets that of its group. */
function share(nets: Map<string, SoldAmount>, amount: Decimal, { currency }: ReportedDocument): void {
  const whole = [...nets.values()].reduce((sum, { net }) => sum.plus(net), new Decimal(0));
  if (amount.eq(0) || whole.eq(0)) return;
  for (const [key, { sold, net }] of nets) {
    nets.set(key, { sold, net: net.plus(roundToMinorUnits(amount.times(net).div(whole), currency)) });
  }
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
  nets: ReadonlyMap<string, SoldAmount>,
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
