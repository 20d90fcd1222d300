import { type DecimalText, divided, minus, plus, times } from "../money/decimal-text.ts";
import { minorUnitDigits } from "../money/minor-units.ts";
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
  return Number(minus(plus(plus(total, roundingAmount), disbursementTotal), plus(withheldTotal, splitVat)));
}

/**
 * Whether the client pays the VAT to the state, as under Italy's split payment. Under Poland's, the client pays it to the
 * company, into another account.
 *
 * @see DPR 633/1972, articolo 17-ter (Italy)
 */
export function isVatPaidByClient({ country }: WithCountry, { national }: Pick<InvoiceDocument, "national">): boolean {
  return country === "IT" && national?.it?.splitPayment === true;
}

interface WithCountry {
  readonly country: string;
}

/** The VAT that the client pays to the state: all or none of it. */
export function splitVatOf(seller: WithCountry, document: Pick<InvoiceDocument, "national">, taxTotal: number): number {
  return isVatPaidByClient(seller, document) ? taxTotal : 0;
}

/** The VAT that a stored document leaves to the state: what its other sums do not explain of `payable`. */
export function splitVatIn({ payable, ...sums }: PayableSums & Pick<InvoiceDocument, "payable">): number {
  return Number(minus(payableAmount(sums), payable));
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
  const base = items
    .filter((item) => !isWithheld(item))
    .reduce<DecimalText | number>((left, { netAmount }) => minus(left, netAmount), subtotal);
  const shareOf = (whole: DecimalText | number, percent: number, ofPercent = 100) =>
    Number(divided(times(whole, times(percent, ofPercent)), 10_000, minorUnitDigits(currency)));
  const withheld = withholdings?.map((each): InvoiceWithholding => {
    const { percent, baseAmount = base, basePercent } = each;
    return { ...each, amount: shareOf(baseAmount, percent, basePercent) };
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
  return Number(parts.reduce<DecimalText | number>((sum, { amount }) => plus(sum, amount), 0));
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
