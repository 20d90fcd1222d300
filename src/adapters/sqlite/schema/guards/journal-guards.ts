import { EXCESSIVE_CREDIT, PORTAL_ENTRY_OF_NOTHING, PORTAL_KINDS } from "../../../common/refusals.ts";
import { appendOnly, appliedCredits, CREDIT_NOTES_BY_INVOICE, JOURNAL_BY_INVOICE, leeway } from "../tables.ts";

const LAST_POSITION = `max(
  coalesce((SELECT journal_position FROM faktura_invoices
            WHERE company_id = NEW.company_id AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1), 0),
  coalesce((SELECT max(position) FROM faktura_journal WHERE company_id = NEW.company_id), 0))`;

/** The last position before this invoice. Larger than any position if the invoice before it has none yet. */
const POSITION_BEFORE = `max(
  coalesce((SELECT coalesce(journal_position, 9007199254740991) FROM faktura_invoices
            WHERE company_id = NEW.company_id AND counter < NEW.counter ORDER BY counter DESC LIMIT 1), 0),
  coalesce((SELECT max(position) FROM faktura_journal WHERE company_id = NEW.company_id), 0))`;

/**
 * Triggers that keep the journal and the payments append-only: entries without gaps, and payments only with their
 * entry.
 */
export const JOURNAL_GUARDS = `
${appendOnly("faktura_payments", ["company_id", "invoice_id", "position"])}
${appendOnly("faktura_idempotency_keys", ["company_id", "key"])}

CREATE TRIGGER faktura_invoices_chained BEFORE INSERT ON faktura_invoices
WHEN NEW.journal_position IS NOT NULL AND NEW.journal_position IS NOT 1 + ${POSITION_BEFORE}
  -- A counter out of order is left to the other guard, because SQLite does not define which trigger fires first.
  AND NOT EXISTS (SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND counter >= NEW.counter)
BEGIN SELECT RAISE(ABORT, 'faktura: journal positions must be consecutive'); END;

CREATE TRIGGER faktura_invoices_placed BEFORE UPDATE ON faktura_invoices
WHEN OLD.journal_position IS NULL AND NEW.journal_position IS NOT NULL
  AND NEW.journal_position IS NOT 1 + ${POSITION_BEFORE}
BEGIN SELECT RAISE(ABORT, 'faktura: journal positions must be consecutive'); END;

CREATE TRIGGER faktura_journal_chained BEFORE INSERT ON faktura_journal
WHEN NEW.position IS NOT 1 + ${LAST_POSITION}
BEGIN SELECT RAISE(ABORT, 'faktura: journal positions must be consecutive'); END;

-- What a portal answered is kept in the journal alone.
CREATE TRIGGER faktura_journal_portals BEFORE INSERT ON faktura_journal
WHEN NEW.kind IN ${PORTAL_KINDS} AND (
  json_extract(NEW.document, '$.invoiceId') IS NOT NEW.invoice_id
  OR json_extract(NEW.document, '$.creditNoteId') IS NOT NEW.invoice_id
    AND NOT EXISTS (SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND id = NEW.invoice_id)
  OR json_extract(NEW.document, '$.creditNoteId') IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM faktura_credit_notes WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id
      AND id = json_extract(NEW.document, '$.creditNoteId')))
BEGIN SELECT RAISE(ABORT, 'faktura: ${PORTAL_ENTRY_OF_NOTHING}'); END;

-- What a credit note takes off an invoice is kept in the journal alone too.
CREATE TRIGGER faktura_journal_credits BEFORE INSERT ON faktura_journal
WHEN NEW.kind = 'credit_note.applied' AND (
  json_extract(NEW.document, '$.invoiceId') IS NOT NEW.invoice_id
  OR NOT EXISTS (
    SELECT 1 FROM faktura_journal AS n INDEXED BY faktura_journal_by_invoice, json_each(n.document, '$.correctedInvoices') AS c
    WHERE n.company_id = NEW.company_id AND n.invoice_id = json_extract(NEW.document, '$.creditNoteId')
      AND n.kind = 'credit_note.issued' AND json_extract(c.value, '$.invoiceId') = NEW.invoice_id
      AND json_extract(c.value, '$.amount') = json_extract(NEW.document, '$.total'))
  OR EXISTS (
    SELECT 1 FROM faktura_journal AS n INDEXED BY faktura_journal_by_invoice
    WHERE n.company_id = NEW.company_id AND n.invoice_id = NEW.invoice_id AND n.kind = 'credit_note.applied'
      AND json_extract(n.document, '$.creditNoteId') = json_extract(NEW.document, '$.creditNoteId'))
  OR NOT EXISTS (
    SELECT 1 FROM faktura_invoices AS i WHERE i.company_id = NEW.company_id AND i.id = NEW.invoice_id
      AND i.status <> 'CANCELLED' AND json_extract(i.document, '$.total') > json_extract(NEW.document, '$.total')
        - ${leeway("i.document")} + ${appliedCredits("total", "NEW.invoice_id")} + (
          SELECT total(total) FROM ${CREDIT_NOTES_BY_INVOICE}
          WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id)))
BEGIN SELECT RAISE(ABORT, 'faktura: ${EXCESSIVE_CREDIT}'); END;

CREATE TRIGGER faktura_payments_journaled BEFORE INSERT ON faktura_payments
WHEN NOT EXISTS (
  SELECT 1 FROM ${JOURNAL_BY_INVOICE} WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id
    AND kind = 'payment.recorded' AND json_extract(document, '$.id') = NEW.id)
  OR EXISTS (SELECT 1 FROM faktura_payments
             WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'faktura: a payment needs its own journal entry'); END;

${appendOnly("faktura_journal", ["company_id", "position"])}
`;
