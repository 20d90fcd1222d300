import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { asIssued, type InvoiceState } from "../../domain/invoice/invoice-state.ts";
import type { InvoiceStatus } from "../../domain/invoice/status.ts";
import { parseInvoice } from "../../domain/invoice/stored-document.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";

/** The columns of an invoice's state, as both databases return them: amounts as text. */
export type StateRow = Readonly<
  Record<"amount_paid" | "prepaid_refunded" | "discount_taken" | "credited_total" | "settled_amount", string> &
    Record<"settled_by" | "cancelled_at" | "cancellation_reason" | "written_off_on" | "write_off_reason", string | null>
> & {
  readonly status: InvoiceStatus;
  /** NULL in a row that another writer inserted, until its state changes. */
  readonly amount_due: string | null;
};

/** A row of the invoice table. The counter may be text. */
export interface InvoiceRow extends StateRow {
  readonly counter: number | string;
  readonly document: string;
}

export function invoiceOf(row: InvoiceRow): StoredInvoice {
  return withDocument(row, parseInvoice(row.document));
}

/** The invoice of a row, with its document as it was read. */
export function withDocument(row: InvoiceRow, document: InvoiceDocument): StoredInvoice {
  const state = stateOf(row, Number);
  state.amountDue ??= asIssued(document).amountDue;
  return { counter: Number(row.counter), document, state: state as InvoiceState };
}

/** The state in a row. `amountOf` reads an amount. */
export function stateOf(row: StateRow, amountOf: (text: string) => number) {
  return {
    status: row.status,
    amountPaid: amountOf(row.amount_paid),
    prepaidRefunded: amountOf(row.prepaid_refunded),
    discountTaken: amountOf(row.discount_taken),
    creditedTotal: amountOf(row.credited_total),
    amountDue: row.amount_due === null ? null : amountOf(row.amount_due),
    settledBy: row.settled_by,
    settledAmount: amountOf(row.settled_amount),
    cancelledAt: row.cancelled_at,
    cancellationReason: row.cancellation_reason,
    writtenOffOn: row.written_off_on,
    writeOffReason: row.write_off_reason,
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
