import { parseStored, type StoredResumption } from "../../../domain/invoice/stored-document.ts";
import type { Session } from "../connection/session.ts";
import { JOURNAL_BY_INVOICE } from "../schema/tables.ts";

/** The columns of a row of a list. */
export const INVOICE_COLUMNS =
  "counter, id, status, amount_paid, prepaid_refunded, discount_taken, credited_total, amount_due, settled_by, " +
  "settled_amount, cancelled_at, cancellation_reason, written_off_on, write_off_reason, document";

/** All entries that resumed dates, in order. Uses the index on invoice ids, because few entries have none. */
export function findResumptions(session: Session, companyId: string): StoredResumption[] {
  const rows = session.all<{ document: string }>(
    `SELECT document FROM ${JOURNAL_BY_INVOICE}
     WHERE company_id = ? AND invoice_id IS NULL AND kind = 'dates.resumed' ORDER BY position`,
    companyId,
  );
  return rows.map(({ document }) => parseStored("dates.resumed", document));
}
