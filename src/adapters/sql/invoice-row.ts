import type { InvoiceDocument } from "../../domain/invoice/invoice.ts";
import type { InvoiceStatus } from "../../domain/invoice/status.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";

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

/** An amount as an audit reads it: a text that is not how the library writes an amount is none. */
export function writtenAmount(text: string | null): number {
  const amount = Number(text);
  return String(amount) === text ? amount : Number.NaN;
}

/** The number of a company's only row, 0 without one; `NaN` where there are several, or where it is none. */
export function onlyNumber(texts: readonly (string | null)[]): number {
  const [text = "0"] = texts;
  return texts.length > 1 || text === null ? Number.NaN : Number(text);
}
