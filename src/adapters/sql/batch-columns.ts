import type { InvoiceState } from "../../domain/invoice/invoice-state.ts";
import type { NewPayment, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { ChainedCreditNote, ChainedInvoice, SeriesRow } from "../engine/batch.ts";

/** A column of a table, without the company's: its type, and the value that it gets of a row of a batch. */
export interface Column<Row> {
  readonly name: string;
  /** A `document` is JSON, and never NULL. An `amount` is given as text. */
  readonly type: "text" | "integer" | "amount" | "day" | "document";
  readonly of: (row: Row) => string | number | null;
}

/** The columns of an invoice as it is issued. The others have their defaults. */
export const ISSUED_COLUMNS: readonly Column<ChainedInvoice>[] = [
  { name: "counter", type: "integer", of: ({ counter }) => counter },
  { name: "id", type: "text", of: ({ id }) => id },
  { name: "invoice_number", type: "text", of: ({ invoiceNumber }) => invoiceNumber },
  { name: "issue_date", type: "day", of: ({ issueDate }) => issueDate },
  { name: "source", type: "text", of: ({ source }) => source },
  { name: "document", type: "document", of: ({ document }) => document },
  { name: "actor", type: "text", of: ({ actor }) => actor },
  { name: "journal_position", type: "integer", of: ({ entry }) => entry.position },
  { name: "digest", type: "text", of: ({ entry }) => entry.digest },
  { name: "amount_due", type: "amount", of: ({ amountDue }) => String(amountDue) },
];

/** The columns of an invoice's state. */
export const STATE_COLUMNS: readonly Column<InvoiceState>[] = [
  { name: "status", type: "text", of: ({ status }) => status },
  { name: "amount_paid", type: "amount", of: ({ amountPaid }) => String(amountPaid) },
  { name: "prepaid_refunded", type: "amount", of: ({ prepaidRefunded }) => String(prepaidRefunded) },
  { name: "discount_taken", type: "amount", of: ({ discountTaken }) => String(discountTaken) },
  { name: "credited_total", type: "amount", of: ({ creditedTotal }) => String(creditedTotal) },
  { name: "amount_due", type: "amount", of: ({ amountDue }) => String(amountDue) },
  { name: "settled_by", type: "text", of: ({ settledBy }) => settledBy },
  { name: "settled_amount", type: "amount", of: ({ settledAmount }) => String(settledAmount) },
  { name: "cancelled_at", type: "text", of: ({ cancelledAt }) => cancelledAt },
  { name: "cancellation_reason", type: "text", of: ({ cancellationReason }) => cancellationReason },
  { name: "written_off_on", type: "text", of: ({ writtenOffOn }) => writtenOffOn },
  { name: "write_off_reason", type: "text", of: ({ writeOffReason }) => writeOffReason },
];

export const SERIES_COLUMNS: readonly Column<SeriesRow>[] = [
  { name: "place", type: "integer", of: ({ place }) => place },
  { name: "series", type: "text", of: ({ series }) => series },
  { name: "number", type: "integer", of: ({ number }) => number },
  { name: "counter", type: "integer", of: ({ counter }) => counter },
  { name: "invoice_number", type: "text", of: ({ invoiceNumber }) => invoiceNumber },
];

/** The columns of a journal entry that is not an invoice. */
export const ENTRY_COLUMNS: readonly Column<StoredEntry>[] = [
  { name: "position", type: "integer", of: ({ position }) => position },
  { name: "kind", type: "text", of: ({ kind }) => kind },
  { name: "invoice_id", type: "text", of: ({ invoiceId }) => invoiceId },
  { name: "source", type: "text", of: ({ source }) => source },
  { name: "actor", type: "text", of: ({ actor }) => actor },
  { name: "recorded_at", type: "text", of: ({ at }) => at },
  { name: "document", type: "document", of: ({ document }) => document },
  { name: "digest", type: "text", of: ({ digest }) => digest },
];

/** The columns of a payment, without its position among those of its invoice, which follows from the table. */
export const PAYMENT_COLUMNS: readonly Column<NewPayment>[] = [
  { name: "invoice_id", type: "text", of: ({ invoiceId }) => invoiceId },
  { name: "id", type: "text", of: ({ id }) => id },
  { name: "amount", type: "amount", of: ({ amount }) => String(amount) },
  { name: "paid_on", type: "day", of: ({ paidOn }) => paidOn },
  { name: "method", type: "text", of: ({ method }) => method },
  { name: "reference", type: "text", of: ({ reference }) => reference },
];

export const CREDIT_NOTE_COLUMNS: readonly Column<ChainedCreditNote>[] = [
  { name: "counter", type: "integer", of: ({ counter }) => counter },
  { name: "id", type: "text", of: ({ id }) => id },
  { name: "credit_note_number", type: "text", of: ({ creditNoteNumber }) => creditNoteNumber },
  { name: "issue_date", type: "day", of: ({ issueDate }) => issueDate },
  { name: "invoice_id", type: "text", of: ({ invoiceId }) => invoiceId },
  { name: "total", type: "amount", of: ({ total }) => String(total) },
  { name: "payable", type: "amount", of: ({ payable }) => String(payable) },
  { name: "position", type: "integer", of: ({ position }) => position },
];

export const KEY_COLUMNS: readonly Column<UsedKey>[] = [
  { name: "key", type: "text", of: ({ key }) => key },
  { name: "fingerprint", type: "text", of: ({ fingerprint }) => fingerprint },
  { name: "invoice_id", type: "text", of: ({ invoiceId }) => invoiceId },
];

/** The same for keys of which some name a credit note. */
export const CREDIT_KEY_COLUMNS: readonly Column<UsedKey>[] = [
  ...KEY_COLUMNS,
  { name: "credit_note_id", type: "text", of: ({ creditNoteId = null }) => creditNoteId },
];

/** The names of these columns, as SQL lists them. */
export function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(", ");
}
