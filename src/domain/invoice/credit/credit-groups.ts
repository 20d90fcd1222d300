import { Decimal, roundedUnits } from "../../money/decimal.ts";
import {
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  sumOfWhole,
  toMinorUnits,
  ZERO_UNITS,
} from "../../money/minor-units.ts";
import { chargedRate, type Taxes, taxesOn, taxesWithin } from "../../money/taxes.ts";
import type { InvoiceBreakdownLine, InvoiceDocument } from "../generated/invoice.ts";
import { type GroupKey, isOfGroup } from "../vat-groups.ts";
import { amountInWords, isPartOf, partsExceed } from "./credit-limits.ts";
import type { PartCredit } from "./credit-lines.ts";
import { splitCreditNets } from "./credit-nets.ts";

/** The fields of an earlier credit note's group that limit the next credit. */
export type CreditedGroup = GroupKey & Pick<InvoiceBreakdownLine, "taxableAmount" | "taxAmount" | "surchargeAmount">;

/** A group of the invoice's breakdown, and what was credited of it. */
export interface CreditableGroup extends Taxes {
  readonly breakdownLine: InvoiceBreakdownLine;
  readonly taxable: MinorUnits;
  creditedTaxable: MinorUnits;
  creditedTax: MinorUnits;
  creditedSurcharge: MinorUnits;
}

/** What is credited of a group. */
export interface GroupCredit extends Taxes {
  readonly group: CreditableGroup;
  readonly taxable: MinorUnits;
  /** The net amounts of its lines, allowances and charges. */
  readonly nets: ReadonlyMap<PartCredit, MinorUnits>;
}

/** The groups of an invoice's breakdown, with what earlier credit notes credited of each. */
export function creditableGroups(
  { vatBreakdown, currency }: Pick<InvoiceDocument, "vatBreakdown" | "currency">,
  creditNotes: readonly { readonly vatBreakdown: readonly CreditedGroup[] }[],
): CreditableGroup[] {
  const digits = minorUnitDigits(currency);
  const amountsOf = ({ taxableAmount, taxAmount, surchargeAmount = 0 }: CreditedGroup) => {
    const surcharge = toMinorUnits(surchargeAmount, digits);
    const tax = plusUnits(toMinorUnits(taxAmount, digits), surcharge);
    return { taxable: toMinorUnits(taxableAmount, digits), tax, surcharge };
  };
  const nothing = { creditedTaxable: ZERO_UNITS, creditedTax: ZERO_UNITS, creditedSurcharge: ZERO_UNITS };
  const groups = vatBreakdown.map((breakdownLine): CreditableGroup => {
    return { breakdownLine, ...amountsOf(breakdownLine), ...nothing };
  });
  for (const line of creditNotes.flatMap((note) => note.vatBreakdown)) {
    const part = { ...line, vatCategory: line.category };
    const group = groups.find(({ breakdownLine }) => isOfGroup(part, breakdownLine));
    if (group === undefined) continue;
    const { taxable, tax, surcharge } = amountsOf(line);
    group.creditedTaxable = plusUnits(group.creditedTaxable, taxable);
    group.creditedTax = plusUnits(group.creditedTax, tax);
    group.creditedSurcharge = plusUnits(group.creditedSurcharge, surcharge);
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
  taxes?: ReadonlyMap<CreditableGroup, Taxes>,
): GroupCredit[] {
  return groups.flatMap((group) => {
    const own = credits.filter(({ line: { item } }) => isOfGroup(item, group.breakdownLine));
    return own.length === 0 ? [] : [creditGroup(document, group, own, taxes?.get(group))];
  });
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
  given: Taxes | undefined,
): GroupCredit {
  const { breakdownLine, creditedTaxable, creditedTax, creditedSurcharge } = group;
  const isGross = document.prices === "gross";
  const amount = sumOfWhole(own.map((credit) => credit.amount));
  const whole = isGross ? plusUnits(group.taxable, group.tax) : group.taxable;
  const before = isGross ? plusUnits(creditedTaxable, creditedTax) : creditedTaxable;
  requirePartOf(minusUnits(whole, before), amount, own, document, group);
  const after = plusUnits(before, amount);
  const due = after === whole ? group : taxesOf(after, breakdownLine, isGross);
  const { tax, surcharge } = given ?? {
    tax: minusUnits(due.tax, creditedTax),
    surcharge: minusUnits(due.surcharge, creditedSurcharge),
  };
  const taxable = isGross ? minusUnits(amount, tax) : amount;
  const nets = isGross
    ? splitCreditNets(own, chargedRate(breakdownLine), taxable)
    : new Map(own.map((credit) => [credit, credit.amount]));
  return { group, taxable, tax, surcharge, nets };
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

/** What is charged on a taxable amount, or contained in a gross amount. */
export function taxesOf(amount: MinorUnits, group: InvoiceBreakdownLine, isGross: boolean): Taxes {
  if (!isGross) return taxesOn(amount, group);
  const rate = new Decimal(chargedRate(group));
  return taxesWithin(roundedUnits(rate.times(amount).div(rate.plus(100))), group);
}
