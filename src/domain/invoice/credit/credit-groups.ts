import { Decimal, roundedUnits } from "../../money/decimal.ts";
import {
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  roundedProduct,
  sumOfWhole,
  toMinorUnits,
  ZERO_UNITS,
} from "../../money/minor-units.ts";
import type { VatCategory } from "../../vat/category.ts";
import type { InvoiceBreakdownLine, InvoiceDocument, InvoiceItem } from "../generated/invoice.ts";
import { amountInWords, isPartOf, partsExceed } from "./credit-limits.ts";
import type { PartCredit } from "./credit-lines.ts";
import { splitCreditNets } from "./credit-nets.ts";

/** The fields of an earlier credit note's group that limit the next credit. */
export type CreditedGroup = Pick<
  InvoiceBreakdownLine,
  "category" | "taxRate" | "rateCountry" | "taxableAmount" | "taxAmount"
>;

/** A group of the invoice's breakdown, and what was credited of it. */
export interface CreditableGroup {
  readonly breakdownLine: InvoiceBreakdownLine;
  readonly taxable: MinorUnits;
  readonly tax: MinorUnits;
  creditedTaxable: MinorUnits;
  creditedTax: MinorUnits;
}

/** What is credited of a group. */
export interface GroupCredit {
  readonly group: CreditableGroup;
  readonly taxable: MinorUnits;
  readonly tax: MinorUnits;
  /** The net amounts of its lines, allowances and charges. */
  readonly nets: ReadonlyMap<PartCredit, MinorUnits>;
}

/** The groups of an invoice's breakdown, with what earlier credit notes credited of each. */
export function creditableGroups(
  { vatBreakdown, currency }: Pick<InvoiceDocument, "vatBreakdown" | "currency">,
  creditNotes: readonly { readonly vatBreakdown: readonly CreditedGroup[] }[],
): CreditableGroup[] {
  const digits = minorUnitDigits(currency);
  const amountsOf = ({ taxableAmount, taxAmount }: CreditedGroup) => {
    return { taxable: toMinorUnits(taxableAmount, digits), tax: toMinorUnits(taxAmount, digits) };
  };
  const groups = vatBreakdown.map((breakdownLine): CreditableGroup => {
    return { breakdownLine, ...amountsOf(breakdownLine), creditedTaxable: ZERO_UNITS, creditedTax: ZERO_UNITS };
  });
  for (const line of creditNotes.flatMap((note) => note.vatBreakdown)) {
    const group = groups.find((each) => hasLine(each, line));
    if (group === undefined) continue;
    const { taxable, tax } = amountsOf(line);
    group.creditedTaxable = plusUnits(group.creditedTaxable, taxable);
    group.creditedTax = plusUnits(group.creditedTax, tax);
  }
  return groups;
}

/**
 * What parts of the invoice credit of the groups. `taxes` has the VAT of those whose VAT is not that by difference.
 *
 * @throws Refusal `credit_exceeds_invoice` if it is more than is left of one
 */
export function creditGroups(
  document: InvoiceDocument,
  groups: readonly CreditableGroup[],
  credits: readonly PartCredit[],
  taxes?: ReadonlyMap<CreditableGroup, MinorUnits>,
): GroupCredit[] {
  return groups.flatMap((group) => {
    const own = credits.filter(({ line }) => isOfGroup(line, group));
    return own.length === 0 ? [] : [creditGroup(document, group, own, taxes?.get(group))];
  });
}

/** Whether a part of the invoice is of a group. */
export function isOfGroup({ item }: PartCredit["line"], group: CreditableGroup): boolean {
  return hasLine(group, { ...item, category: item.vatCategory });
}

/** Whether something is left of a group after these credits. */
export function isOpenAfter(group: CreditableGroup, credits: readonly GroupCredit[]): boolean {
  const own = credits.find((each) => each.group === group);
  const taxable = plusUnits(group.creditedTaxable, own?.taxable ?? ZERO_UNITS);
  const tax = plusUnits(group.creditedTax, own?.tax ?? ZERO_UNITS);
  return taxable !== group.taxable || tax !== group.tax;
}

/** By difference: the VAT on all that is credited so far, less what earlier credit notes credited; unless `given` says it. */
function creditGroup(
  document: InvoiceDocument,
  group: CreditableGroup,
  own: readonly PartCredit[],
  given: MinorUnits | undefined,
): GroupCredit {
  const { breakdownLine, creditedTaxable, creditedTax } = group;
  const isGross = document.prices === "gross";
  const amount = sumOfWhole(own.map((credit) => credit.amount));
  const whole = isGross ? plusUnits(group.taxable, group.tax) : group.taxable;
  const before = isGross ? plusUnits(creditedTaxable, creditedTax) : creditedTaxable;
  requirePartOf(minusUnits(whole, before), amount, own, document, group);
  const after = plusUnits(before, amount);
  const taxAfter = after === whole ? group.tax : taxOf(after, breakdownLine.taxRate, isGross);
  const tax = given ?? minusUnits(taxAfter, creditedTax);
  if (!isGross) return { group, taxable: amount, tax, nets: new Map(own.map((credit) => [credit, credit.amount])) };
  const taxable = minusUnits(amount, tax);
  return { group, taxable, tax, nets: splitCreditNets(own, breakdownLine.taxRate, taxable) };
}

/** @throws Refusal `credit_exceeds_invoice` unless the amount of these parts is at most what is left of their group */
function requirePartOf(
  left: MinorUnits,
  amount: MinorUnits,
  own: readonly PartCredit[],
  { currency, allowances }: InvoiceDocument,
  { breakdownLine: { category, taxRate } }: CreditableGroup,
): void {
  if (isPartOf(new Decimal(amount), new Decimal(left))) return;
  const of = `of category ${category} at ${taxRate} %`;
  const hasLines = own.some((credit) => "lineNumber" in credit);
  const hasAllowances = own.some(({ line }) => "field" in line && line.field === "allowances");
  if (amount < 0 && hasAllowances) {
    const detail = "are more than the lines and charges that are credited with them";
    const step = "Credit lines or charges of this category too.";
    throw partsExceed("allowances", `${of} ${detail}`, `The allowances ${of} ${detail}. ${step}`);
  }
  const parts = hasLines ? "lines" : "charges";
  const detail = `${of} can be credited up to ${amountInWords(left, currency)}`;
  const step = allowances === undefined ? "Credit less of them." : "Credit less of them, or take allowances back too.";
  throw partsExceed(parts, detail, `The ${parts} ${detail}. ${step}`);
}

/** The VAT on a taxable amount, or in a gross amount. */
function taxOf(amount: MinorUnits, taxRate: number, isGross: boolean): MinorUnits {
  if (!isGross) return roundedProduct(amount, taxRate, -2);
  return roundedUnits(new Decimal(amount).times(taxRate).div(new Decimal(taxRate).plus(100)));
}

/** Whether a line is of the group. Lines state the country of their rate only if they differ in it. */
function hasLine(
  { breakdownLine: { category, taxRate, rateCountry } }: CreditableGroup,
  own: Pick<InvoiceItem, "taxRate" | "rateCountry"> & { readonly category: VatCategory },
): boolean {
  const isOfCountry = own.rateCountry === undefined || rateCountry === own.rateCountry;
  return category === own.category && taxRate === own.taxRate && isOfCountry;
}
