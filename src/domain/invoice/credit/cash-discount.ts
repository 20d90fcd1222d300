import type { DocumentWords } from "../../../languages/document-words.ts";
import { DOCUMENT_WORDS } from "../../../languages/generated/document-words.ts";
import type { CalendarDay } from "../../calendar.ts";
import { amountAsNumber, Decimal, exactSum, roundedUnits } from "../../money/decimal.ts";
import {
  dividedUnits,
  fromMinorUnits,
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  sumOfWhole,
  toMinorUnits,
  ZERO_UNITS,
} from "../../money/minor-units.ts";
import type { Taxes } from "../../money/taxes.ts";
import { fieldRefusal, Refusal } from "../../refusal.ts";
import { mainLanguageOf } from "../../vat/main-language.ts";
import { noteLanguageOf } from "../../vat/note.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";
import { type InvoiceState, withDiscount } from "../invoice-state.ts";
import { retainedOf } from "../payable.ts";
import { type CreditableGroup, taxesOf } from "./credit-groups.ts";
import { payableSums } from "./credit-payable.ts";
import { discountEffect, offeredDiscounts } from "./offered-discounts.ts";

/** A credit note as far as it limits the discount of its invoice. */
export interface CreditBeforeDiscount {
  readonly total: number;
  readonly payable: number;
  readonly cashDiscount?: boolean | undefined;
}

/**
 * What a payment leaves as cash discount, off what the client pays, and with VAT. What is retained until later stays due.
 *
 * @param after the state of the invoice after the payment
 * @throws Refusal `request_invalid` if the invoice offers none, or none any more; `amount_out_of_range` if it is too much
 */
export function discountLeftBy(
  document: InvoiceDocument,
  after: InvoiceState,
  creditNotes: readonly CreditBeforeDiscount[],
  paidOn: CalendarDay,
): { readonly amount: number; readonly total: number } {
  const { currency } = document;
  const digits = minorUnitDigits(currency);
  const discounts = creditNotes.filter(isDiscount);
  const sumOfDiscounts = (field: "total" | "payable") => exactSum(discounts.map((note) => note[field]));
  const offers = offeredDiscounts(document, new Decimal(after.creditedTotal).minus(sumOfDiscounts("total")).toNumber());
  if (offers.length === 0) throw fieldRefusal("cashDiscount", "is not offered by this invoice; leave it out");
  const open = offers.filter(({ until }) => paidOn <= until);
  if (open.length === 0)
    throw fieldRefusal(
      "cashDiscount",
      `is too late: its last day was ${offers.at(-1)!.until}; leave it out, and the rest stays due`,
    );
  const { amountDue } = after;
  const retained = amountDue > 0 ? retainedOf({ ...document, amountDue: Number.POSITIVE_INFINITY }, paidOn) : 0;
  if (amountDue < retained) {
    const step = "record what is paid of that as another payment, without cashDiscount";
    const detail = `leaves ${amountDue} ${currency} due, but ${retained} are due later as retentions; ${step}`;
    throw new Refusal("amount_out_of_range", `The amount ${detail}.`, [{ pointer: "/amount", detail }]);
  }
  const amount = fromMinorUnits(minusUnits(toMinorUnits(amountDue, digits), toMinorUnits(retained, digits)), digits);
  const most = Math.max(...open.map((offer) => offer.amount));
  const left = amountAsNumber(new Decimal(most).minus(sumOfDiscounts("payable")).minus(after.discountTaken));
  if (amount > left) {
    const detail = `leaves ${amount} ${currency} due, but the cash discount comes to ${left}; leave cashDiscount out, and the rest stays due`;
    throw new Refusal("amount_out_of_range", `The amount ${detail}.`, [{ pointer: "/amount", detail }]);
  }
  return { amount, total: totalOfDiscount(document, after, amount) };
}

/** Takes back the discount that was left before. @throws Refusal `request_invalid` if none was, or a credit note has settled it */
export function withoutDiscount(state: InvoiceState): InvoiceState {
  if (state.discountTaken === 0 || state.status === "CANCELLED")
    throw fieldRefusal("cashDiscount", "can be taken back only if discountTaken is above 0; leave it out");
  return withDiscount(state, -state.discountTaken);
}

/** The least total whose share of what the client pays is `amount`: more than that if tax is withheld. */
export function totalOfDiscount(
  document: InvoiceDocument,
  { creditedTotal }: Pick<InvoiceState, "creditedTotal">,
  amount: number,
): number {
  const { withheldTotal = 0, total, currency } = document;
  const digits = minorUnitDigits(currency);
  const before = toMinorUnits(creditedTotal, digits);
  const whole = payableSums(document, ZERO_UNITS, toMinorUnits(total, digits), "all").payable;
  if (withheldTotal === 0 && whole === total) return amount;
  const payableAt = (units: number) => payableSums(document, before, units as MinorUnits, "all").payable;
  let units = Number(roundedUnits(new Decimal(toMinorUnits(amount, digits)).times(total).div(whole)));
  while (payableAt(units) < amount) units += 1;
  while (units > 0 && payableAt(units - 1) >= amount) units -= 1;
  return fromMinorUnits(units as MinorUnits, digits);
}

/** What a cash discount takes off a group. */
export interface DiscountedGroup extends Taxes {
  readonly group: CreditableGroup;
  readonly taxable: MinorUnits;
}

/**
 * A cash discount divided over the groups of an invoice by what is left of them with VAT, and its VAT, rounded in each. Of a
 * Belgian one only over what has no VAT, which is where its discounts are.
 */
export function discountedGroups(
  { currency, seller }: Pick<InvoiceDocument, "currency" | "seller">,
  all: readonly CreditableGroup[],
  total: number,
): DiscountedGroup[] {
  const lowersVat = discountEffect(seller) !== "issue";
  const groups = all.filter((group) => grossLeft(group) > 0 && (lowersVat || group.breakdownLine.taxRate === 0));
  const left = groups.map(grossLeft);
  if (left.length === 0) return [];
  // Percentages that were rounded in each group can come to a cent less than that of the sum.
  const most = Math.min(toMinorUnits(total, minorUnitDigits(currency)), sumOfWhole(left)) as MinorUnits;
  const shares = dividedUnits(most, left);
  return groups.flatMap((group, index) => {
    const share = shares[index]!;
    const taxes = share === grossLeft(group) ? taxesLeft(group) : taxesOf(share, group.breakdownLine, true);
    return share === 0 ? [] : [{ group, taxable: minusUnits(share, taxes.tax), ...taxes }];
  });
}

function grossLeft({ taxable, tax, creditedTaxable, creditedTax }: CreditableGroup): MinorUnits {
  return minusUnits(plusUnits(taxable, tax), plusUnits(creditedTaxable, creditedTax));
}

function taxesLeft({ tax, surcharge, creditedTax, creditedSurcharge }: CreditableGroup): Taxes {
  return { tax: minusUnits(tax, creditedTax), surcharge: minusUnits(surcharge, creditedSurcharge) };
}

const WORDS: Readonly<Record<string, DocumentWords>> = DOCUMENT_WORDS;

/** "Cash discount" in this language, or that of the country, or else in English: the reason of its credit note. */
export function discountWord({ language, country }: { language?: string | undefined; country: string }): string {
  return (WORDS[noteLanguageOf(language ?? mainLanguageOf(country))] ?? DOCUMENT_WORDS.en).cashDiscount;
}

/** Whether a credit note is for a cash discount. */
export function isDiscount({ cashDiscount }: Pick<CreditBeforeDiscount, "cashDiscount">): boolean {
  return cashDiscount === true;
}
