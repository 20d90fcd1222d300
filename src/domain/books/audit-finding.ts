/**
 * Everything an audit can find, from the whole journal to the single invoice. Codes are part of the public API and
 * never change their meaning; details may be reworded.
 */
export const AUDIT_FINDING_CODES = [
  "guard_missing",
  "history_rewritten",
  "entry_missing",
  "entry_out_of_order",
  "place_out_of_range",
  "digest_mismatch",
  "entry_unreadable",
  "entry_without_invoice",
  "counter_missing",
  "counter_doubled",
  "continuation_mismatch",
  "resumption_mismatch",
  "issue_date_backwards",
  "number_mismatch",
  "number_doubled",
  "series_mismatch",
  "document_unreadable",
  "document_not_canonical",
  "document_version_unknown",
  "document_mismatch",
  "totals_mismatch",
  "payment_missing",
  "payment_without_entry",
  "payment_mismatch",
  "cancellation_mismatch",
  "write_off_mismatch",
  "credit_note_missing",
  "credit_note_without_entry",
  "credit_note_mismatch",
  "credit_note_out_of_series",
  "credit_note_amounts_mismatch",
  "credited_total_mismatch",
  "portal_number_mismatch",
  "portal_refusal_mismatch",
  "amount_paid_mismatch",
  "amount_due_mismatch",
  "advance_mismatch",
  "status_mismatch",
  "billing_cursor_moved",
] as const;

/** One of {@link AUDIT_FINDING_CODES}. */
export type AuditFindingCode = (typeof AUDIT_FINDING_CODES)[number];

/** Something in a company's books that differs from what was written, or should never have been written. */
export interface AuditFinding {
  /** What was found. Codes never change their meaning. */
  readonly code: AuditFindingCode;
  /** Number of the invoice concerned, from its row. */
  readonly invoiceNumber?: string | undefined;
  /** Counter of the invoice concerned. */
  readonly counter?: number | undefined;
  /** Number of the credit note concerned. */
  readonly creditNoteNumber?: string | undefined;
  /** Position of the journal entry concerned. */
  readonly position?: number | undefined;
  /** In English, for people. */
  readonly detail: string;
}

/** Receives the findings of an audit. */
export type ReportFinding = (finding: AuditFinding) => void;
