import { EXCESSIVE_CREDIT, TAKEN_BY_INVOICE } from "../../../common/refusals.ts";
import { BY_NUMBER, counterOfFirst } from "../series.ts";
import { appendOnly, appliedCredits, CREDIT_NOTES_BY_INVOICE, JOURNAL_BY_INVOICE, leeway } from "../tables.ts";

/** The last credit note of the company. */
const last = (column: string) =>
  `(SELECT ${column} FROM faktura_credit_notes WHERE company_id = NEW.company_id ORDER BY counter DESC LIMIT 1)`;

/** Triggers that let credit notes be added in their order, each with its journal entry and within its invoice's total. */
export const CREDIT_NOTE_GUARDS = `
${appendOnly("faktura_credit_notes", ["company_id", "counter"])}

CREATE TRIGGER faktura_credit_notes_follow BEFORE INSERT ON faktura_credit_notes
WHEN NEW.counter IS NOT 1 + coalesce(${last("counter")}, 0)
  OR EXISTS (SELECT 1 FROM faktura_credit_notes WHERE company_id = NEW.company_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'faktura: a credit note must have the last counter plus one'); END;

-- Equal numbers have equal counters, within their series.
CREATE TRIGGER faktura_credit_notes_numbered BEFORE INSERT ON faktura_credit_notes
WHEN EXISTS (SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id
             AND counter = ${counterOfFirst("NEW.company_id", "NEW.counter")}
             AND lower(invoice_number) = lower(NEW.credit_note_number))
  OR EXISTS (SELECT 1 FROM ${BY_NUMBER}
             WHERE company_id = NEW.company_id AND invoice_number = NEW.credit_note_number COLLATE NOCASE)
BEGIN SELECT RAISE(ABORT, 'faktura: ${TAKEN_BY_INVOICE}'); END;

CREATE TRIGGER faktura_credit_notes_dates BEFORE INSERT ON faktura_credit_notes
WHEN NEW.issue_date < ${last("issue_date")}
  -- Dates may continue from an earlier day if the journal says so after the last credit note.
  AND coalesce(NEW.issue_date < (
    SELECT json_extract(document, '$.resumedOn') FROM ${JOURNAL_BY_INVOICE}
    WHERE company_id = NEW.company_id AND invoice_id IS NULL AND position > ${last("position")}
      AND kind = 'dates.resumed' AND json_extract(document, '$.resumedOn') IS date(json_extract(document, '$.resumedOn'))
    ORDER BY position DESC LIMIT 1), TRUE)
BEGIN SELECT RAISE(ABORT, 'faktura: issue dates must not run backwards'); END;

CREATE TRIGGER faktura_credit_notes_journaled BEFORE INSERT ON faktura_credit_notes
WHEN NOT EXISTS (
  SELECT 1 FROM faktura_journal WHERE company_id = NEW.company_id AND position = NEW.position
    AND kind = 'credit_note.issued' AND invoice_id = NEW.invoice_id AND json_extract(document, '$.id') = NEW.id
    AND json_extract(document, '$.creditNoteNumber') = NEW.credit_note_number
    AND json_extract(document, '$.issueDate') = NEW.issue_date AND json_extract(document, '$.total') = NEW.total + 0
    AND json_extract(document, '$.payable') = NEW.payable + 0
    AND coalesce(json_extract(document, '$.corrects.invoiceId'), NEW.id) = NEW.invoice_id)
  OR EXISTS (SELECT 1 FROM ${CREDIT_NOTES_BY_INVOICE}
             WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'faktura: a credit note needs a journal entry'); END;

CREATE TRIGGER faktura_credit_notes_within BEFORE INSERT ON faktura_credit_notes
WHEN NEW.invoice_id IS NOT NEW.id AND NOT EXISTS (
  SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND id = NEW.invoice_id AND status <> 'CANCELLED'
    AND json_extract(document, '$.total') > NEW.total - ${leeway("document")} + (
      SELECT total(total) FROM ${CREDIT_NOTES_BY_INVOICE}
      WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id) + ${appliedCredits("total", "NEW.invoice_id")})
BEGIN SELECT RAISE(ABORT, 'faktura: ${EXCESSIVE_CREDIT}'); END;
`;
