import { asIssued } from "../../domain/invoice/invoice-state.ts";
import type { InvoiceStatus } from "../../domain/invoice/status.ts";
import { parseCreditNote, parseInvoice, type StoredPortalEntry } from "../../domain/invoice/stored-document.ts";
import type { StoredCreditNote } from "../../ports/credit-note-repository.ts";
import type { StoredInvoice, UsedKey } from "../../ports/invoice-repository.ts";

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
  readonly document: string;
}

export function invoiceOf(row: InvoiceRow): StoredInvoice {
  const document = parseInvoice(row.document);
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

/** A row of the table of idempotency keys, as both databases return it. */
export interface KeyRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly invoice_id: string;
  readonly credit_note_id: string | null;
}

export function usedKeyOf({ key, fingerprint, invoice_id: invoiceId, credit_note_id }: KeyRow): UsedKey {
  const used = { key, fingerprint, invoiceId };
  return credit_note_id === null ? used : { ...used, creditNoteId: credit_note_id };
}

/** The entries about portals of an invoice and its credit notes: a JSON array of their texts, or NULL. */
export interface PortalEntryRow {
  readonly portal_entries: string | null;
}

export function portalEntriesIn({ portal_entries }: PortalEntryRow): StoredPortalEntry[] {
  const texts = JSON.parse(portal_entries ?? "[]") as string[];
  return texts.map((text) => JSON.parse(text) as StoredPortalEntry);
}

/** A credit note's row and its document, as both databases return them. The counter may be text. */
export interface CreditNoteRow extends PortalEntryRow {
  readonly counter: number | string;
  readonly document: string;
}

export function creditNoteOf(row: CreditNoteRow): StoredCreditNote {
  return { counter: Number(row.counter), document: parseCreditNote(row.document), portalEntries: portalEntriesIn(row) };
}
