import type { InvoiceDocument } from "../domain/invoice.ts";
import type { InvoiceStatus } from "../domain/invoice-status.ts";
import type { StoredInvoice } from "../ports/invoice-repository.ts";

/** A row of the table of invoices, as both databases give it: counter and amount may come as text. */
export interface InvoiceRow {
  readonly counter: number | string;
  readonly status: InvoiceStatus;
  readonly amount_paid: string;
  readonly cancelled_at: string | null;
  readonly cancellation_reason: string | null;
  readonly document: string;
}

export function invoiceOf(row: InvoiceRow): StoredInvoice {
  return {
    counter: Number(row.counter),
    document: JSON.parse(row.document) as InvoiceDocument,
    state: {
      status: row.status,
      amountPaid: Number(row.amount_paid),
      cancelledAt: row.cancelled_at,
      cancellationReason: row.cancellation_reason,
    },
  };
}
