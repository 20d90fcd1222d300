import { notOneOf } from "../known-names.ts";

/**
 * The states of an invoice. It is issued as `SENT` and becomes `PAID` once payments cover the total. `CANCELLED` is
 * final; the invoice keeps its number.
 */
export const INVOICE_STATUSES = ["SENT", "PAID", "CANCELLED"] as const;

/** One of {@link INVOICE_STATUSES}. */
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Which statuses may be cancelled. A new status does not compile until it is listed here. */
const MAY_CANCEL: Record<InvoiceStatus, boolean> = {
  SENT: true,
  PAID: false, // the specification's one exception: money has moved, so correct with a credit note
  CANCELLED: true, // cancelling again changes nothing
};

/**
 * Whether an invoice in this status may be cancelled: every status except `PAID`.
 *
 * @throws TypeError if `status` is not one of the statuses
 *
 * @example
 * ```ts
 * import { canCancel } from "faktura";
 *
 * console.log(canCancel("SENT"), canCancel("PAID")); // true false
 * ```
 */
export function canCancel(status: InvoiceStatus): boolean {
  if (!INVOICE_STATUSES.includes(status)) {
    const isInvoice = INVOICE_STATUSES.includes(Object(status).status);
    const fault = notOneOf(INVOICE_STATUSES, status) + (isInvoice ? "; pass its status" : "");
    throw new TypeError(`canCancel needs the status of an invoice, which ${fault}`);
  }
  return MAY_CANCEL[status];
}
