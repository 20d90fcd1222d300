import { amountAsNumber, Decimal, exactSum, roundToMinorUnits } from "../money/decimal.ts";
import type { InvoiceDocument, InvoiceItem, InvoiceRetention, InvoiceWithholding } from "./generated/invoice.ts";
import type { InvoiceOrder } from "./generated/order.ts";

/** The sums of a document that lead from its total to what the client pays. */
export type PayableSums = Pick<InvoiceDocument, "total" | "roundingAmount" | "disbursementTotal" | "withheldTotal"> & {
  /** The VAT that the client pays to the state. */
  readonly splitVat?: number | undefined;
};

/**
 * What the client pays on an invoice, or a credit note takes off that: its total with the rounding amount and what was paid in
 * the client's name, less what the client pays to the state instead.
 */
export function payableAmount(sums: PayableSums): number {
  const { total, roundingAmount = 0, disbursementTotal = 0, withheldTotal = 0, splitVat = 0 } = sums;
  if (roundingAmount === 0 && disbursementTotal === 0 && withheldTotal === 0 && splitVat === 0) return total;
  return amountAsNumber(exactSum([total, roundingAmount, disbursementTotal, -withheldTotal, -splitVat]));
}

/**
 * The VAT that the client pays to the state: all of it under Italy's split payment. Under Poland's, the client pays it to the
 * company, into another account.
 *
 * @see DPR 633/1972, articolo 17-ter (Italy)
 */
export function splitVatOf(
  { country }: { readonly country: string },
  { national }: Pick<InvoiceDocument, "national">,
  taxTotal: number,
): number {
  return country === "IT" && national?.it?.splitPayment === true ? taxTotal : 0;
}

/** The VAT that a stored document leaves to the state: what its other sums do not explain of `payable`. */
export function splitVatIn({ payable, ...sums }: PayableSums & Pick<InvoiceDocument, "payable">): number {
  return amountAsNumber(exactSum([payableAmount(sums), -payable]));
}

/** What changes what the client pays, or when, with its amounts. */
export type PayableParts = Pick<InvoiceDocument, "withholdings" | "withheldTotal" | "retentions" | "disbursementTotal">;

const NONE: PayableParts = {};

/** The amounts of an order's withholdings, retentions and disbursements, by its totals. `items` have their net amounts. */
export function payableParts(
  { withholdings, retentions, disbursements }: Pick<InvoiceOrder, "withholdings" | "retentions" | "disbursements">,
  totals: Pick<InvoiceDocument, "subtotal" | "total" | "currency">,
  items: readonly Pick<InvoiceItem, "netAmount" | "national">[],
): PayableParts {
  if ((withholdings ?? retentions ?? disbursements) === undefined) return NONE;
  const { subtotal, total, currency } = totals;
  const others = items.filter((item) => !isWithheld(item)).map(({ netAmount }) => -netAmount);
  const base = exactSum([subtotal, ...others]);
  const shareOf = (whole: Decimal | number, ...percents: readonly number[]) =>
    roundedTo(
      currency,
      percents.reduce((share, percent) => share.times(percent).times("1e-2"), new Decimal(whole)),
    );
  const withheld = withholdings?.map((each): InvoiceWithholding => {
    const { percent, baseAmount, basePercent = 100 } = each;
    return { ...each, amount: shareOf(baseAmount ?? base, percent, baseAmount === undefined ? basePercent : 100) };
  });
  return {
    withholdings: withheld,
    withheldTotal: withheld && sumOf(withheld),
    retentions: retentions?.map(({ percent, amount, ...each }): InvoiceRetention => {
      return percent === undefined
        ? { ...each, amount: amount! }
        : { ...each, percent, amount: shareOf(total, percent) };
    }),
    disbursementTotal: disbursements && sumOf(disbursements),
  };
}

/** Whether withholdings are levied on a line that does not say otherwise: not on Italy's contributions to pension funds. */
export function isWithheld({ national }: Pick<InvoiceItem, "national">): boolean {
  const { withheld, pensionFund } = national?.it ?? {};
  return withheld ?? pensionFund === undefined;
}

/** The sum of the amounts. */
export function sumOf(parts: readonly { readonly amount: number }[]): number {
  return amountAsNumber(exactSum(parts.map(({ amount }) => amount)));
}

function roundedTo(currency: string, amount: Decimal): number {
  return amountAsNumber(roundToMinorUnits(amount, currency));
}

/**
 * What of the amount due may still be paid later: the retentions that are not due before `day`, but no more than is due.
 * Absent: all retentions.
 */
export function retainedOf(
  { retentions = [], amountDue }: Pick<InvoiceDocument, "retentions"> & { readonly amountDue: number },
  day = "",
): number {
  const later = sumOf(retentions.filter(({ dueOn }) => dueOn >= day));
  return Math.max(0, Math.min(later, amountDue));
}

/** What a stored document says is to be paid. A panel's own document may have only a total, or hold anything there, which counts as 0. */
export function payableOf({ payable, total }: { readonly payable?: unknown; readonly total?: unknown }): Decimal {
  return new Decimal(numberOf(payable ?? total));
}

/** An amount of a document. Another writer's document may hold anything there; what no currency can hold counts as 0. */
export function numberOf(amount: unknown): number {
  return typeof amount === "number" && Math.abs(amount) < 1e15 ? amount : 0;
}
