import { DEDUCTED_ONCE, TAKEN_BY_CREDIT_NOTE, TAKEN_BY_SERIES } from "../../../common/refusals.ts";
import { BY_NUMBER } from "../series.ts";
import { appliedCredits, CREDIT_NOTES_BY_INVOICE, JOURNAL_BY_INVOICE, leeway } from "../tables.ts";

const ISSUED_COLUMNS = ["company_id", "counter", "id", "invoice_number", "issue_date", "source", "actor", "document"];

const PAYMENTS =
  "(SELECT total(amount) FROM faktura_payments WHERE company_id = NEW.company_id AND invoice_id = NEW.id)";

/** The cash discounts that the entries of its payments say. Most invoices have none, and need no look at them. */
const DISCOUNTS = `CASE WHEN NEW.discount_taken IS '0' AND OLD.discount_taken IS '0' THEN 0 ELSE (
      SELECT total(json_extract(document, '$.discountTaken')) FROM ${JOURNAL_BY_INVOICE}
      WHERE company_id = NEW.company_id AND invoice_id = NEW.id AND kind = 'payment.recorded') END`;

const creditNotes = (column: "total" | "payable") =>
  `((SELECT total(${column}) FROM ${CREDIT_NOTES_BY_INVOICE} WHERE company_id = NEW.company_id AND invoice_id = NEW.id)
    + ${appliedCredits(column, "NEW.id")})`;

/** A field of the document, if it is a number that a currency can hold; else another value. */
const numberIn = (field: string, otherwise: string) =>
  `CASE WHEN json_type(OLD.document, '$.${field}') IN ('integer', 'real') ` +
  `AND abs(json_extract(OLD.document, '$.${field}')) < 1e15 ` +
  `THEN json_extract(OLD.document, '$.${field}') ELSE ${otherwise} END`;

const PREPAID = numberIn("prepaidAmount", "0");

/** The most that can be paid on an invoice: what is payable, or the total of a panel's document, minus what was prepaid. */
const MOST = `(${numberIn("payable", numberIn("total", "0"))} - ${PREPAID})`;

/**
 * The library writes amounts without redundant zeros or points and with at most four decimals, so equal amounts are
 * equal texts.
 */
const isNotNormalised = (column: string) =>
  ["0[0-9]*", "*.*0", "*.", "*.*.*", "*.?????*"]
    .map((pattern) => `ltrim(NEW.${column}, '-') GLOB '${pattern}'`)
    .join(" OR ");

const LEEWAY = leeway("OLD.document");

/** The columns that payments, credit notes and a cancellation change. */
const BALANCE = ["amount_paid", "prepaid_refunded", "discount_taken", "credited_total", "settled_amount", "amount_due"];

const IS_CHANGED = [...BALANCE, "status", "settled_by"]
  .map((column) => `NEW.${column} IS NOT OLD.${column}`)
  .join(" OR ");

/**
 * What is due must follow from the document, its payments and its credit notes; only refunds beyond what was paid reach what was
 * prepaid; and the library takes no payment above what can be paid. If nothing was paid, the amounts do not matter for that: a
 * panel's document with a negative total must not block the company's next write, which gives it its position.
 */
const IS_UNBALANCED = `NOT coalesce(abs(${PAYMENTS} - NEW.amount_paid + NEW.prepaid_refunded) < ${LEEWAY}
      AND abs(${DISCOUNTS} - NEW.discount_taken) < ${LEEWAY}
      AND abs(${creditNotes("total")} - NEW.credited_total) < ${LEEWAY}
      AND (NEW.amount_paid IS '0' OR NEW.prepaid_refunded IS '0') AND NEW.prepaid_refunded + 0 < ${PREPAID} + ${LEEWAY}
      AND CASE NEW.status WHEN 'CANCELLED' THEN NEW.amount_due IS '0'
        ELSE abs(${MOST} - NEW.amount_paid + NEW.prepaid_refunded - NEW.discount_taken
          - ${creditNotes("payable")} - NEW.settled_amount - NEW.amount_due) < ${LEEWAY}
          AND NOT (NEW.amount_paid + 0 > 0 AND NEW.amount_paid + 0 > ${MOST} + ${LEEWAY}) END, 0)`;

/** Something was paid, and nothing is due. */
const IS_PAID = `coalesce(NEW.amount_paid + 0 > 0 AND NEW.amount_due + 0 < ${LEEWAY}, 0)`;

/**
 * With these triggers the database itself refuses what the law forbids, whatever program writes. They run BEFORE the
 * write, because REPLACE deletes conflicting rows without firing a delete trigger.
 */
export const INVOICE_GUARDS = `
CREATE TRIGGER faktura_invoices_follow BEFORE INSERT ON faktura_invoices
WHEN NEW.counter IS NOT 1 + coalesce(
    (SELECT max(counter) FROM faktura_invoices WHERE company_id = NEW.company_id),
    (SELECT last_counter FROM faktura_sequences WHERE company_id = NEW.company_id),
    0)
  -- A host's own counter also numbers invoices that are not kept here. Then the counters only have to grow.
  AND NOT EXISTS (
    SELECT 1 FROM faktura_sequences
    WHERE company_id = NEW.company_id AND counted_by = 'host' AND NEW.counter > coalesce(
      (SELECT max(counter) FROM faktura_invoices WHERE company_id = NEW.company_id), 0))
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice must have the last counter plus one'); END;

CREATE TRIGGER faktura_invoices_new BEFORE INSERT ON faktura_invoices
WHEN EXISTS (SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND id = NEW.id)
  OR EXISTS (SELECT 1 FROM faktura_invoices WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice cannot be replaced'); END;

-- Equal numbers have equal counters, within their series. An invoice of a named series is compared when its row in the
-- series is inserted.
CREATE TRIGGER faktura_invoices_numbered BEFORE INSERT ON faktura_invoices
WHEN EXISTS (SELECT 1 FROM faktura_credit_notes WHERE company_id = NEW.company_id AND counter = NEW.counter - coalesce(
               (SELECT max(place) FROM faktura_series_invoices WHERE company_id = NEW.company_id), 0)
             AND lower(credit_note_number) = lower(NEW.invoice_number))
BEGIN SELECT RAISE(ABORT, 'faktura: ${TAKEN_BY_CREDIT_NOTE}'); END;

CREATE TRIGGER faktura_invoices_in_one_series BEFORE INSERT ON faktura_invoices
WHEN EXISTS (SELECT 1 FROM ${BY_NUMBER}
             WHERE company_id = NEW.company_id AND invoice_number = NEW.invoice_number COLLATE NOCASE)
BEGIN SELECT RAISE(ABORT, 'faktura: ${TAKEN_BY_SERIES}'); END;

CREATE TRIGGER faktura_invoices_kept BEFORE DELETE ON faktura_invoices
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice cannot be deleted'); END;

CREATE TRIGGER faktura_invoices_dates BEFORE INSERT ON faktura_invoices
WHEN NEW.issue_date < coalesce(
    (SELECT issue_date FROM faktura_invoices WHERE company_id = NEW.company_id ORDER BY counter DESC LIMIT 1),
    (SELECT last_issue_date FROM faktura_sequences WHERE company_id = NEW.company_id))
  -- A journal entry after the last invoice may resume an earlier date.
  AND coalesce(NEW.issue_date < (
    SELECT json_extract(document, '$.resumedOn') FROM ${JOURNAL_BY_INVOICE}
    WHERE company_id = NEW.company_id AND invoice_id IS NULL AND kind = 'dates.resumed'
      AND json_extract(document, '$.lastCounter') = (
        SELECT max(counter) FROM faktura_invoices WHERE company_id = NEW.company_id)
      AND json_extract(document, '$.resumedOn') IS date(json_extract(document, '$.resumedOn'))
    ORDER BY position DESC LIMIT 1), TRUE)
BEGIN SELECT RAISE(ABORT, 'faktura: issue dates must not run backwards'); END;

CREATE TRIGGER faktura_invoices_issued BEFORE UPDATE ON faktura_invoices
WHEN ${["rowid", ...ISSUED_COLUMNS].map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")}
  OR (OLD.journal_position IS NOT NULL
      AND (OLD.journal_position IS NOT NEW.journal_position OR OLD.digest IS NOT NEW.digest))
BEGIN SELECT RAISE(ABORT, 'faktura: an issued invoice cannot be changed'); END;

CREATE TRIGGER faktura_invoices_final BEFORE UPDATE ON faktura_invoices
WHEN (OLD.status = 'PAID' AND NEW.status = 'CANCELLED') OR (OLD.status = 'CANCELLED' AND (
  NEW.status IS NOT 'CANCELLED' OR NEW.cancelled_at IS NOT OLD.cancelled_at
  OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.credited_total IS NOT OLD.credited_total
  OR NEW.discount_taken IS NOT OLD.discount_taken OR NEW.amount_paid + 0 > OLD.amount_paid + 0 OR NEW.prepaid_refunded + 0 < OLD.prepaid_refunded + 0))
BEGIN SELECT RAISE(ABORT, 'faktura: a paid invoice cannot be cancelled, and a cancelled one only takes refunds'); END;

CREATE TRIGGER faktura_invoices_deducted BEFORE UPDATE ON faktura_invoices
WHEN OLD.settled_by IS NOT NULL AND NEW.settled_by IS NOT NULL AND NEW.settled_by IS NOT OLD.settled_by
BEGIN SELECT RAISE(ABORT, 'faktura: ${DEDUCTED_ONCE}'); END;

CREATE TRIGGER faktura_invoices_unpaid BEFORE INSERT ON faktura_invoices
WHEN NEW.status IS NOT 'SENT' OR NEW.amount_paid IS NOT '0' OR NEW.prepaid_refunded IS NOT '0'
  OR NEW.discount_taken IS NOT '0' OR NEW.credited_total IS NOT '0' OR NEW.settled_by IS NOT NULL OR NEW.cancellation_reason IS NOT NULL
  OR NEW.written_off_on IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice must be inserted as SENT, unpaid and not credited'); END;

-- The table checks that it is JSON. JSON that begins with a brace is an object, so it need not be parsed a second time.
CREATE TRIGGER faktura_invoices_object BEFORE INSERT ON faktura_invoices
WHEN ltrim(NEW.document, char(9, 10, 13, 32)) NOT GLOB '{*' AND json_valid(NEW.document)
BEGIN SELECT RAISE(ABORT, 'faktura: a document must be a JSON object'); END;

CREATE TRIGGER faktura_invoices_settled BEFORE UPDATE ON faktura_invoices
WHEN ((${IS_CHANGED}) AND (${[IS_UNBALANCED, ...BALANCE.map(isNotNormalised)].join("\n    OR ")}))
  OR (NEW.status IS NOT 'CANCELLED' AND (NEW.status = 'PAID') IS NOT ${IS_PAID})
  OR (NEW.status IS NOT 'CANCELLED' AND NEW.cancellation_reason IS NOT NULL)
  OR (NEW.written_off_on IS NOT OLD.written_off_on OR NEW.write_off_reason IS NOT OLD.write_off_reason) AND (
    OLD.written_off_on IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM ${JOURNAL_BY_INVOICE} WHERE company_id = NEW.company_id AND invoice_id = NEW.id
        AND kind = 'invoice.written_off' AND json_extract(document, '$.on') IS NEW.written_off_on
        AND json_extract(document, '$.reason') IS NEW.write_off_reason))
  OR (NEW.status = 'CANCELLED' AND NOT EXISTS (
    SELECT 1 FROM ${JOURNAL_BY_INVOICE} WHERE company_id = NEW.company_id AND invoice_id = NEW.id
      AND kind = 'invoice.cancelled' AND json_extract(document, '$.cancelledAt') IS NEW.cancelled_at
      AND json_extract(document, '$.cancellationReason') IS NEW.cancellation_reason))
BEGIN SELECT RAISE(ABORT, 'faktura: the state of the invoice does not match its journal entries'); END;
`;
