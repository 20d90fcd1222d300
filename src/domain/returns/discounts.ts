import type { CalendarDay } from "../calendar.ts";
import { discountedGroups, totalOfDiscount } from "../invoice/credit/cash-discount.ts";
import { creditableGroups } from "../invoice/credit/credit-groups.ts";
import type { CreditNoteDocument } from "../invoice/generated/credit-note.ts";
import type { InvoiceDocument } from "../invoice/generated/invoice.ts";
import { type GroupKey, isOfGroup } from "../invoice/vat-groups.ts";
import { Decimal, exactSum } from "../money/decimal.ts";
import { fromMinorUnits, minorUnitDigits, minusUnits } from "../money/minor-units.ts";
import type { DocumentPart } from "./document-parts.ts";
import { added, type TaxedAmount, times, ZERO } from "./taxed-amount.ts";

/** A cash discount without a credit note, with what it takes off each group of the invoice. */
export interface BookedDiscount {
  readonly on: CalendarDay;
  readonly recordedOn: CalendarDay;
  /** What it takes off what the client pays. */
  readonly payable: number;
  readonly groups: readonly (GroupKey & TaxedAmount)[];
}

/**
 * What a payment left as cash discount, by the credits before it. A negative amount takes back those in `taken`.
 *
 * @see Directive 2006/112/EC, article 90; UStG § 17(1) (Germany)
 */
export function discountOf(
  document: InvoiceDocument,
  {
    creditNotes,
    credited,
  }: { readonly creditNotes: readonly CreditNoteDocument[]; readonly credited: readonly number[] },
  amount: number,
  taken: readonly Pick<BookedDiscount, "groups">[],
): Pick<BookedDiscount, "payable" | "groups"> {
  if (amount < 0) {
    const groups = taken.flatMap((each) => each.groups);
    return { payable: amount, groups: groups.map((group) => ({ ...group, ...times(group, new Decimal(-1)) })) };
  }
  const digits = minorUnitDigits(document.currency);
  const total = totalOfDiscount(document, { creditedTotal: exactSum(credited).toNumber() }, amount);
  const groups = discountedGroups(document, creditableGroups(document, creditNotes), total);
  return {
    payable: amount,
    groups: groups.map(({ group: { breakdownLine }, taxable, tax, surcharge }) => ({
      ...breakdownLine,
      taxableAmount: new Decimal(fromMinorUnits(taxable, digits)),
      taxAmount: new Decimal(fromMinorUnits(minusUnits(tax, surcharge), digits)),
      surchargeAmount: new Decimal(fromMinorUnits(surcharge, digits)),
    })),
  };
}

/** What a discount takes off a part of its invoice: all parts of a group alike. */
export function discountedOf(
  { groups }: Pick<BookedDiscount, "groups">,
  part: DocumentPart,
  parts: readonly DocumentPart[],
): TaxedAmount {
  const isSame = (group: GroupKey) => isOfGroup({ ...part, vatCategory: part.category }, group);
  const grossOf = (each: TaxedAmount) => each.taxableAmount.plus(each.taxAmount).plus(each.surchargeAmount);
  const ofGroup = parts.filter(isSame).reduce((sum, each) => sum.plus(grossOf(each)), new Decimal(0));
  const whole = groups.filter(isSame).reduce<TaxedAmount>(added, ZERO);
  return ofGroup.eq(0) ? ZERO : times(whole, grossOf(part).div(ofGroup));
}
