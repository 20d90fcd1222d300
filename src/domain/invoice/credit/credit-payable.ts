import { divided, times } from "../../money/decimal-text.ts";
import {
  fromMinorUnits,
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  toMinorUnits,
  ZERO_UNITS,
} from "../../money/minor-units.ts";
import type { CreditNoteDocument } from "../generated/credit-note.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";
import { payableAmount, splitVatOf, sumOf } from "../payable.ts";

/** The parts of a credit note between its total and its `payable`. */
export type CreditedPayable = Pick<
  CreditNoteDocument,
  "roundingAmount" | "withholdings" | "withheldTotal" | "disbursements" | "disbursementTotal" | "payable"
>;

/** The amounts of an invoice that its credits take shares of. */
export type PayableDocument = Pick<
  InvoiceDocument,
  ("currency" | "seller" | "national" | "taxTotal" | "total") | ("withholdings" | "disbursements" | "roundingAmount")
>;

/**
 * What a credit of `total` takes off what the client pays, after credits of `before`: the total, and its shares of what else the
 * invoice's amount consists of. Shares are by difference, so that those of all credits add up to the invoice's amounts. Of
 * disbursements and the rounding amount, cash discounts take no share, which is that of the last credit: `discounted` is what
 * they are of `before`.
 */
export function payableSums(
  document: PayableDocument,
  before: MinorUnits,
  total: MinorUnits,
  discounted: MinorUnits | "all" = ZERO_UNITS,
): CreditedPayable {
  const { currency, seller, taxTotal, withholdings, disbursements } = document;
  const digits = minorUnitDigits(currency);
  const whole = toMinorUnits(document.total, digits);
  const shareOf = (amount = 0, without: MinorUnits = ZERO_UNITS): number => {
    const units = toMinorUnits(amount, digits);
    const [sooner, later] = [before, plusUnits(before, total)].map((credited) =>
      credited === whole ? units : Number(divided(times(units, minusUnits(credited, without)), String(whole), 0)),
    );
    return fromMinorUnits(minusUnits(later as MinorUnits, sooner as MinorUnits), digits);
  };
  const outside = (amount = 0) => (discounted === "all" ? 0 : shareOf(amount, discounted));
  const sums = {
    roundingAmount: outside(document.roundingAmount) || undefined,
    withholdings: withholdings?.map(({ baseAmount: _, ...each }) => ({ ...each, amount: shareOf(each.amount) })),
    disbursements: disbursements?.map((each) => ({ ...each, amount: outside(each.amount) })),
  };
  const totals = {
    withheldTotal: sums.withholdings && sumOf(sums.withholdings),
    disbursementTotal: sums.disbursements && sumOf(sums.disbursements),
  };
  const { roundingAmount } = sums;
  const splitVat = shareOf(splitVatOf(seller, document, taxTotal));
  const payable = payableAmount({ ...totals, total: fromMinorUnits(total, digits), roundingAmount, splitVat });
  return { ...sums, ...totals, payable };
}
