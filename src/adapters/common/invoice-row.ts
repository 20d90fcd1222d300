import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { asIssued } from "../../domain/invoice/invoice-state.ts";
import type { InvoiceStatus } from "../../domain/invoice/status.ts";
import { parseInvoice } from "../../domain/invoice/stored-document.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";

/** A row of the invoice table, as both databases return it. The counter may be text; the amounts always are. */
export interface InvoiceRow {
  readonly counter: number | string;
  readonly status: InvoiceStatus;
  readonly amount_paid: string;
  readonly prepaid_refunded: string;
  readonly discount_taken: string;
  readonly credited_total: string;
  /** NULL in a row that another writer inserted, until its state changes. */
  readonly amount_due: string | null;
  readonly settled_by: string | null;
  readonly settled_amount: string;
  readonly cancelled_at: string | null;
  readonly cancellation_reason: string | null;
  readonly written_off_on: string | null;
  readonly write_off_reason: string | null;
  readonly document: string;
}

export function invoiceOf(row: InvoiceRow): StoredInvoice {
  return withDocument(row, parseInvoice(row.document));
}

/** The invoice of a row, with its document as it was read. */
export function withDocument(row: InvoiceRow, document: InvoiceDocument): StoredInvoice {
  return {
    counter: Number(row.counter),
    document,
    state: {
      status: row.status,
      amountPaid: Number(row.amount_paid),
      prepaidRefunded: Number(row.prepaid_refunded),
      discountTaken: Number(row.discount_taken),
      creditedTotal: Number(row.credited_total),
      amountDue: row.amount_due === null ? asIssued(document).amountDue : Number(row.amount_due),
      settledBy: row.settled_by,
      settledAmount: Number(row.settled_amount),
      cancelledAt: row.cancelled_at,
      cancellationReason: row.cancellation_reason,
      writtenOffOn: row.written_off_on,
      writeOffReason: row.write_off_reason,
    },
  };
}

/** An amount as the audit reads it: `NaN` if the text differs from how the library writes the amount. */
export function writtenAmount(text: string | null): number {
  const amount = Number(text);
  return String(amount) === text ? amount : Number.NaN;
}

/** The number in a company's only row; 0 if there is no row, `NaN` if there are several or if it is not a number. */
export function onlyNumber(texts: readonly (string | null)[]): number {
  const [text = "0"] = texts;
  return texts.length > 1 || text === null ? Number.NaN : Number(text);
}
