/**
 * Everything an audit can find, from the journal as a whole to the single invoice. Codes are part of the public API and
 * never change meaning; details may.
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
  "document_unreadable",
  "document_not_canonical",
  "document_version_unknown",
  "document_mismatch",
  "totals_mismatch",
  "payment_missing",
  "payment_without_entry",
  "payment_mismatch",
  "cancellation_mismatch",
  "amount_paid_mismatch",
  "status_mismatch",
  "billing_cursor_moved",
] as const;

/** One of {@link AUDIT_FINDING_CODES}. */
export type AuditFindingCode = (typeof AUDIT_FINDING_CODES)[number];

/** Something in a company's books that is not as it was written, or never should have been. */
export interface AuditFinding {
  readonly code: AuditFindingCode;
  /** Of the invoice that it is about, as its row has it. */
  readonly invoiceNumber?: string | undefined;
  /** Of the invoice that it is about. */
  readonly counter?: number | undefined;
  /** Of the journal's entry that it is about. */
  readonly position?: number | undefined;
  /** English text, for people. */
  readonly detail: string;
}

/** Takes what an audit finds. */
export type ReportFinding = (finding: AuditFinding) => void;
