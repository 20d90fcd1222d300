import { amountAsNumber, Decimal } from "../money/decimal.ts";
import type { InvoiceDocument } from "./generated/invoice.ts";
import type { InvoiceStatus } from "./status.ts";

/** The part of an issued invoice that may still change. */
export interface InvoiceState {
  /** As the payments, credits and cancellation make it. */
  readonly status: InvoiceStatus;
  /** The sum of its payments, less refunds. */
  readonly amountPaid: number;
  /** The sum of its credit notes' totals. */
  readonly creditedTotal: number;
  /** ISO 8601 in UTC; `null` unless cancelled. */
  readonly cancelledAt: string | null;
  /** As given with the cancellation; `null` if none was. */
  readonly cancellationReason: string | null;
}

/** The state of an invoice at the moment it is issued. */
export const AS_ISSUED: InvoiceState = {
  status: "SENT",
  amountPaid: 0,
  creditedTotal: 0,
  cancelledAt: null,
  cancellationReason: null,
};

/**
 * The amount still to be paid: total minus what was prepaid, paid and credited, but never below 0; 0 for a cancelled
 * invoice.
 */
export function amountDue(
  { total, prepaidAmount }: Pick<InvoiceDocument, "total" | "prepaidAmount">,
  { status, amountPaid, creditedTotal }: InvoiceState,
): number {
  if (status === "CANCELLED") return 0;
  if (amountPaid === 0 && creditedTotal === 0 && prepaidAmount === undefined) return total;
  const due = new Decimal(total).minus(prepaidOf(prepaidAmount)).minus(amountPaid).minus(creditedTotal);
  return Math.max(0, amountAsNumber(due));
}

/**
 * The status of an invoice that is not cancelled: `PAID` once something was paid, and payments, credit notes and what was
 * prepaid cover the total. So a refund can make it `SENT` again, and one that was credited but never paid stays `SENT`.
 */
export function settledStatus(
  { total, prepaidAmount }: Pick<InvoiceDocument, "total" | "prepaidAmount">,
  { amountPaid, creditedTotal }: Pick<InvoiceState, "amountPaid" | "creditedTotal">,
): "SENT" | "PAID" {
  const covered = new Decimal(amountPaid).plus(creditedTotal).plus(prepaidOf(prepaidAmount));
  return amountPaid > 0 && covered.gte(total) ? "PAID" : "SENT";
}

/** The prepaid amount of a document. Another writer's document may hold anything there, which counts as 0. */
function prepaidOf(prepaidAmount: unknown): number {
  return typeof prepaidAmount === "number" && Number.isFinite(prepaidAmount) ? prepaidAmount : 0;
}
