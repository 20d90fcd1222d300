import type { CalendarDay } from "../calendar.ts";
import { insteadOf } from "../instead-of.ts";
import { amountAsNumber, Decimal } from "../money/decimal.ts";
import type { Invoice, InvoiceDocument } from "./generated/invoice.ts";
import { retainedOf } from "./payable.ts";
import type { InvoiceStatus } from "./status.ts";

/** The part of an issued invoice that may still change. */
export interface InvoiceState {
  /** As the payments, credits and cancellation make it. */
  readonly status: InvoiceStatus;
  /** The sum of its payments, less refunds; 0 if more was refunded than paid. */
  readonly amountPaid: number;
  /** What was refunded beyond its payments, and so of what was prepaid. 0 unless {@link amountPaid} is 0. */
  readonly prepaidRefunded: number;
  /** What payments left as cash discount without a credit note. */
  readonly discountTaken: number;
  /** The sum of its credit notes' totals. */
  readonly creditedTotal: number;
  /**
   * What the client still has to pay; negative is what the seller owes back; 0 once cancelled. It is `payable`, less what was
   * prepaid, paid, taken as cash discount and credited, the credit notes counting with their `payable`.
   */
  readonly amountDue: number;
  /** The number of the final invoice that deducted this advance, or of the corrected one that replaced it; `null` if none did. */
  readonly settledBy: string | null;
  /** What was due when it was deducted or replaced, and is no longer. */
  readonly settledAmount: number;
  /** ISO 8601 in UTC; `null` unless cancelled. */
  readonly cancelledAt: string | null;
  /** As given with the cancellation; `null` if none was. */
  readonly cancellationReason: string | null;
  /** The day on which it was lost as a bad debt; `null` unless written off, for good. */
  readonly writtenOffOn: CalendarDay | null;
  /** As given with the write-off; `null` unless written off. */
  readonly writeOffReason: string | null;
}

/** The fields of a document that decide what is paid on it. `total` counts where a panel's own document has no `payable`. */
export type PayableAmounts = Pick<InvoiceDocument, "payable" | "prepaidAmount"> & { readonly total?: number };

/** The state of an invoice at the moment it is issued. */
export function asIssued(document: PayableAmounts): InvoiceState {
  return {
    status: "SENT",
    amountPaid: 0,
    prepaidRefunded: 0,
    discountTaken: 0,
    creditedTotal: 0,
    amountDue:
      document.prepaidAmount === undefined && document.payable !== undefined
        ? document.payable
        : amountAsNumber(mostPayable(document)),
    settledBy: null,
    settledAmount: 0,
    cancelledAt: null,
    cancellationReason: null,
    writtenOffOn: null,
    writeOffReason: null,
  };
}

/** The most that can be paid: what is payable, minus what was prepaid. The guards of both databases say the same in SQL. */
export function mostPayable(document: PayableAmounts): Decimal {
  return payableOf(document).minus(numberOf(document.prepaidAmount));
}

/** What was prepaid and not refunded, and paid: what a refund can reach. */
export function refundable({ prepaidAmount }: PayableAmounts, { amountPaid, prepaidRefunded }: InvoiceState): Decimal {
  return new Decimal(numberOf(prepaidAmount)).plus(amountPaid).minus(prepaidRefunded);
}

/**
 * The state after a payment, or a refund if it is negative: of what was paid first, then of what was prepaid. A payment
 * restores what was refunded of the latter first.
 */
export function withPayment(state: InvoiceState, amount: Decimal): InvoiceState {
  const paid = amount.plus(state.amountPaid).minus(state.prepaidRefunded);
  return settled(state, amount, {
    amountPaid: paid.gt(0) ? amountAsNumber(paid) : 0,
    prepaidRefunded: paid.lt(0) ? amountAsNumber(paid.times(-1)) : 0,
  });
}

/** The state after a cash discount was taken or, if `amount` is negative, taken back. */
export function withDiscount(state: InvoiceState, amount: number): InvoiceState {
  const discountTaken = amountAsNumber(new Decimal(state.discountTaken).plus(amount));
  return settled(state, new Decimal(amount), { discountTaken });
}

/** The state after a credit note. */
export function withCredit(state: InvoiceState, { total, payable }: { total: number; payable: number }): InvoiceState {
  const creditedTotal = amountAsNumber(new Decimal(state.creditedTotal).plus(total));
  return settled(state, new Decimal(payable), { creditedTotal });
}

/** The state after a final invoice has deducted it, or another one replaced it, so that `amount` is no longer due. */
export function withSettlement(state: InvoiceState, settledBy: string, amount: number): InvoiceState {
  return settled(state, new Decimal(amount), { settledBy, settledAmount: amount });
}

/** The state without its settlement, because the final invoice was cancelled or credited in full, or the corrected one cancelled. */
export function withoutSettlement(state: InvoiceState): InvoiceState {
  return settled(state, new Decimal(-state.settledAmount), { settledBy: null, settledAmount: 0 });
}

/** The state after the cancellation. */
export function withCancellation(state: InvoiceState, cancelledAt: string, reason: string | null): InvoiceState {
  return { ...state, status: "CANCELLED", amountDue: 0, cancelledAt, cancellationReason: reason };
}

/**
 * The state with less due. Unless cancelled, it is `PAID` exactly when something was paid and nothing is due. So a refund can
 * make it `SENT` again, and one that was credited but never paid stays `SENT`.
 */
function settled(state: InvoiceState, less: Decimal, changes: Partial<InvoiceState>): InvoiceState {
  const after = { ...state, ...changes };
  if (state.status === "CANCELLED") return after;
  const amountDue = amountAsNumber(new Decimal(state.amountDue).minus(less));
  return { ...after, amountDue, status: after.amountPaid > 0 && amountDue <= 0 ? "PAID" : "SENT" };
}

/** What the credit notes of an invoice took off what is to be paid. */
export function creditedPayable(
  invoice: PayableAmounts &
    Pick<Invoice, "creditedTotal" | "amountPaid" | "prepaidRefunded" | "discountTaken" | "amountDue" | "settledAmount">,
): number {
  const { creditedTotal, amountPaid, prepaidRefunded = 0, discountTaken = 0, amountDue, settledAmount = 0 } = invoice;
  if (creditedTotal === 0) return 0;
  const unpaid = mostPayable(invoice).minus(amountPaid).plus(prepaidRefunded).minus(discountTaken);
  return amountAsNumber(unpaid.minus(amountDue).minus(settledAmount));
}

/**
 * What the seller owes back, in the invoice's currency: of a cancelled invoice all that was paid and prepaid, otherwise what
 * payments, the prepaid amount and credit notes exceed `payable` by; 0 if nothing.
 *
 * @throws TypeError if it is not an invoice as the library returns it
 *
 * @example
 * ```ts
 * import { refundDue } from "faktura";
 *
 * console.log(refundDue({ status: "PAID", amountPaid: 238, amountDue: -59.5 })); // 59.5
 * ```
 */
export function refundDue(
  invoice: Pick<Invoice, "status" | "amountPaid" | "amountDue"> &
    Partial<Pick<Invoice, "prepaidAmount" | "prepaidRefunded">>,
): number {
  const { status, amountPaid, amountDue, prepaidAmount, prepaidRefunded } = Object(invoice) as typeof invoice;
  if (![amountPaid, amountDue].every(Number.isFinite))
    throw new TypeError(`refundDue needs an invoice${insteadOf(invoice)}`);
  if (status !== "CANCELLED") return Math.max(0, -amountDue);
  return amountAsNumber(new Decimal(amountPaid).plus(numberOf(prepaidAmount)).minus(numberOf(prepaidRefunded)));
}

type Overdue = Pick<Invoice, "amountDue"> & Partial<Pick<Invoice, "dueDate" | "retentions" | "writtenOffOn">>;

/**
 * Whether something is due that was to be paid before `day`, `YYYY-MM-DD` in the company's time zone: more than what the client
 * may pay on that day or later, as a retention. Nothing of an invoice that was written off.
 */
export function isOverdue(invoice: Overdue, day: CalendarDay): boolean {
  return overdueAmount(invoice, day) > 0;
}

/** How much of the amount due was to be paid before `day`, in the invoice's currency; 0 if {@link isOverdue} is `false`. */
export function overdueAmount(invoice: Overdue, day: CalendarDay): number {
  const { amountDue, dueDate, writtenOffOn, retentions } = invoice;
  if (!(amountDue > 0) || writtenOffOn !== undefined || dueDate === undefined || dueDate >= day) return 0;
  if (retentions === undefined) return amountDue;
  return amountAsNumber(new Decimal(amountDue).minus(retainedOf(invoice, day)));
}

/** What a stored document says is to be paid. A panel's own document may have only a total, or hold anything there, which counts as 0. */
export function payableOf({ payable, total }: { readonly payable?: unknown; readonly total?: unknown }): Decimal {
  return new Decimal(numberOf(payable ?? total));
}

/** An amount of a document. Another writer's document may hold anything there; what no currency can hold counts as 0. */
export function numberOf(amount: unknown): number {
  return typeof amount === "number" && Math.abs(amount) < 1e15 ? amount : 0;
}
