import type { InvoiceBreakdownLine } from "../invoice/generated/invoice.ts";
import { type GroupKey, isOfGroup } from "../invoice/vat-groups.ts";
import { Decimal, roundToMinorUnits } from "../money/decimal.ts";
import type { Supply } from "../vat/vat-table.ts";
import type { ReportedDocument } from "./reported-document.ts";
import { subtracted, type TaxedAmount } from "./taxed-amount.ts";

/** What lines sell, as far as it decides where they are declared. */
interface Sold {
  /** `undefined` if neither its lines nor the document state it, or a place of supply, which services have. */
  readonly supply: Supply | undefined;
  /** The stated place of supply: a country code, or the id of an area. */
  readonly placeOfSupply: string | undefined;
}

/** The part of a document that is in one group, and has one supply and place, with its amounts in the document's currency. */
export interface DocumentPart extends Sold, GroupKey, TaxedAmount {}

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

function partOf(group: InvoiceBreakdownLine, sold: Sold): DocumentPart {
  return { ...keyOf(group), ...sold, ...amountsOf(group) };
}

function keyOf({ category, taxRate, rateCountry, surchargeRate }: InvoiceBreakdownLine): GroupKey {
  return { category, taxRate, rateCountry, surchargeRate };
}

function amountsOf({ taxableAmount, taxAmount, surchargeAmount = 0 }: InvoiceBreakdownLine): TaxedAmount {
  return {
    taxableAmount: new Decimal(taxableAmount),
    taxAmount: new Decimal(taxAmount),
    surchargeAmount: new Decimal(surchargeAmount),
  };
}

function divided(
  group: InvoiceBreakdownLine,
  nets: ReadonlyMap<string, SoldAmount>,
  { currency }: ReportedDocument,
): DocumentPart[] {
  const { taxRate, surchargeRate = 0 } = group;
  let left = amountsOf(group);
  return [...nets.values()].map(({ sold, net }, index) => {
    const isLast = index === nets.size - 1;
    const onNet = (rate: number) => roundToMinorUnits(net.times(rate).times("1e-2"), currency);
    const own = { taxableAmount: net, taxAmount: onNet(taxRate), surchargeAmount: onNet(surchargeRate) };
    const amount = isLast ? left : own;
    left = subtracted(left, amount);
    return { ...keyOf(group), ...sold, ...amount };
  });
}
