import { TAKEN_BY_CREDIT_NOTE, TAKEN_BY_SERIES } from "../../common/refusals.ts";
import { appendOnly, JOURNAL_BY_INVOICE } from "./tables.ts";

/** The invoices of named series for look-ups by number. */
export const BY_NUMBER = "faktura_series_invoices INDEXED BY faktura_series_invoices_by_number";

/** The same for look-ups of how many of them come before a number of the first series. */
const BY_FIRST = "faktura_series_invoices INDEXED BY faktura_series_invoices_by_first";

/** SQL of the counter that an invoice of the first series has, with the number `number`. */
export function counterOfFirst(companyId: string, number: string): string {
  return `${number} + coalesce((SELECT place FROM ${BY_FIRST}
    WHERE company_id = ${companyId} AND counter - place < ${number} ORDER BY counter - place DESC, place DESC LIMIT 1), 0)`;
}

const LAST_OF_COMPANY = (column: string) =>
  `(SELECT ${column} FROM faktura_series_invoices WHERE company_id = NEW.company_id ORDER BY place DESC LIMIT 1)`;

/** SQL of the position that a named series continues, before its first invoice; NULL if there is none. */
export function continuedSeries(column: "lastCounter" | "lastIssueDate", companyId: string, series: string): string {
  return `(SELECT json_extract(document, '$.${column}') FROM ${JOURNAL_BY_INVOICE}
    WHERE company_id = ${companyId} AND invoice_id IS NULL AND kind = 'numbering.continued'
      AND json_extract(document, '$.series') = ${series} ORDER BY position DESC LIMIT 1)`;
}

/** Triggers that number each named series without gaps. A row follows its invoice, whose document names the series. */
export const SERIES_GUARDS = `
${appendOnly("faktura_series_invoices", ["company_id", "place"])}

CREATE TRIGGER faktura_series_invoices_follow BEFORE INSERT ON faktura_series_invoices
WHEN NEW.place IS NOT 1 + coalesce(${LAST_OF_COMPANY("place")}, 0)
  OR NEW.counter <= coalesce(${LAST_OF_COMPANY("counter")}, 0)
  OR NEW.number IS NOT 1 + coalesce(
    (SELECT max(number) FROM faktura_series_invoices WHERE company_id = NEW.company_id AND series = NEW.series),
    ${continuedSeries("lastCounter", "NEW.company_id", "NEW.series")},
    0)
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice must have the last number of its series plus one'); END;

CREATE TRIGGER faktura_series_invoices_issued BEFORE INSERT ON faktura_series_invoices
WHEN NOT EXISTS (
  SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND counter = NEW.counter
    AND invoice_number = NEW.invoice_number AND json_extract(document, '$.series') = NEW.series)
BEGIN SELECT RAISE(ABORT, 'faktura: a row of a series needs an invoice that names the series'); END;

CREATE TRIGGER faktura_series_invoices_credited BEFORE INSERT ON faktura_series_invoices
WHEN EXISTS (SELECT 1 FROM faktura_credit_notes WHERE company_id = NEW.company_id AND counter = NEW.number
             AND lower(credit_note_number) = lower(NEW.invoice_number))
BEGIN SELECT RAISE(ABORT, 'faktura: ${TAKEN_BY_CREDIT_NOTE}'); END;

CREATE TRIGGER faktura_series_invoices_first BEFORE INSERT ON faktura_series_invoices
WHEN EXISTS (
  SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND counter <> NEW.counter
    AND counter = ${counterOfFirst("NEW.company_id", "NEW.number")}
    AND lower(invoice_number) = lower(NEW.invoice_number))
BEGIN SELECT RAISE(ABORT, 'faktura: ${TAKEN_BY_SERIES}'); END;
`;
