import type { StoreConnection } from "./connection.ts";
import { CURSOR_GUARDS } from "./cursor-guards.ts";
import { appendOnly } from "./first-schema.ts";
import { chainBooks, JOURNAL_BY_INVOICE } from "./journal-rows.ts";

// An invoice's entry is its own row. Rows that others insert leave their place open, until the library next writes.
const TABLES = `
CREATE TABLE faktura_journal (
  company_id  TEXT NOT NULL,
  position    INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('payment.recorded', 'invoice.cancelled', 'numbering.continued', 'dates.resumed')),
  invoice_id  TEXT,
  source      TEXT NOT NULL CHECK (source IN ('api', 'panel')),
  actor       TEXT CHECK (actor <> ''),
  recorded_at TEXT NOT NULL,
  document    TEXT NOT NULL CHECK (json_valid(document) AND json_type(document) = 'object'),
  digest      TEXT NOT NULL CHECK (length(digest) = 64),
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX faktura_journal_by_invoice ON faktura_journal (company_id, invoice_id, position);

ALTER TABLE faktura_invoices ADD COLUMN actor TEXT CHECK (actor <> '');
ALTER TABLE faktura_invoices ADD COLUMN journal_position INTEGER;
ALTER TABLE faktura_invoices ADD COLUMN digest TEXT
  CHECK ((digest IS NULL) = (journal_position IS NULL) AND (digest IS NULL OR length(digest) = 64));

-- The digest of the invoice up to which events are acknowledged: a cursor that was moved by hand has another's, or none.
ALTER TABLE faktura_billing_cursors ADD COLUMN digest TEXT;

DROP TRIGGER faktura_invoices_dates;
DROP TRIGGER faktura_invoices_issued;
DROP TRIGGER faktura_invoices_final;
`;

const LAST_POSITION = `max(
  coalesce((SELECT journal_position FROM faktura_invoices
            WHERE company_id = NEW.company_id AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1), 0),
  coalesce((SELECT max(position) FROM faktura_journal WHERE company_id = NEW.company_id), 0))`;

/** Where the journal ends before this invoice: beyond all positions, where the one before has none yet. */
const POSITION_BEFORE = `max(
  coalesce((SELECT coalesce(journal_position, 9007199254740991) FROM faktura_invoices
            WHERE company_id = NEW.company_id AND counter < NEW.counter ORDER BY counter DESC LIMIT 1), 0),
  coalesce((SELECT max(position) FROM faktura_journal WHERE company_id = NEW.company_id), 0))`;

const ISSUED_COLUMNS = ["company_id", "counter", "id", "invoice_number", "issue_date", "source", "actor", "document"];

const PAYMENTS =
  "(SELECT total(amount) FROM faktura_payments WHERE company_id = NEW.company_id AND invoice_id = NEW.id)";

/** Half of the smallest minor unit there is: sums of doubles come that near to the sum of what they stand for. */
const NEAR = "< 0.00005";

/** The library writes no needless zero or point, and no more than four decimals; then equal amounts are equal texts. */
const IS_WRITTEN_OTHERWISE = ["0[0-9]*", "*.*0", "*.", "*.*.*", "*.?????*"]
  .map((pattern) => `NEW.amount_paid GLOB '${pattern}'`)
  .join(" OR ");

const GUARDS = `
CREATE TRIGGER faktura_invoices_dates BEFORE INSERT ON faktura_invoices
WHEN NEW.issue_date < coalesce(
    (SELECT issue_date FROM faktura_invoices WHERE company_id = NEW.company_id ORDER BY counter DESC LIMIT 1),
    (SELECT last_issue_date FROM faktura_sequences WHERE company_id = NEW.company_id))
  -- Behind the last invoice dates may go on from an earlier day, where the journal says so.
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
WHEN OLD.status IS NOT 'SENT'
BEGIN SELECT RAISE(ABORT, 'faktura: a paid or cancelled invoice cannot be changed'); END;

CREATE TRIGGER faktura_invoices_unpaid BEFORE INSERT ON faktura_invoices
WHEN NEW.status IS NOT 'SENT' OR NEW.amount_paid IS NOT '0' OR NEW.cancellation_reason IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice is issued as SENT, and unpaid'); END;

-- The table of version 1 checks that it is JSON. JSON that begins like an object is one, so that none is parsed twice.
CREATE TRIGGER faktura_invoices_object BEFORE INSERT ON faktura_invoices
WHEN ltrim(NEW.document, char(9, 10, 13, 32)) NOT GLOB '{*' AND json_valid(NEW.document)
BEGIN SELECT RAISE(ABORT, 'faktura: a document is a JSON object'); END;

CREATE TRIGGER faktura_invoices_chained BEFORE INSERT ON faktura_invoices
WHEN NEW.journal_position IS NOT NULL AND NEW.journal_position IS NOT 1 + ${POSITION_BEFORE}
  -- A counter that does not follow is another guard's to tell; SQLite does not say which of them is asked first.
  AND NOT EXISTS (SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND counter >= NEW.counter)
BEGIN SELECT RAISE(ABORT, 'faktura: the journal has no gaps'); END;

CREATE TRIGGER faktura_invoices_placed BEFORE UPDATE ON faktura_invoices
WHEN OLD.journal_position IS NULL AND NEW.journal_position IS NOT NULL
  AND NEW.journal_position IS NOT 1 + ${POSITION_BEFORE}
BEGIN SELECT RAISE(ABORT, 'faktura: the journal has no gaps'); END;

CREATE TRIGGER faktura_journal_chained BEFORE INSERT ON faktura_journal
WHEN NEW.position IS NOT 1 + ${LAST_POSITION}
BEGIN SELECT RAISE(ABORT, 'faktura: the journal has no gaps'); END;

CREATE TRIGGER faktura_payments_journaled BEFORE INSERT ON faktura_payments
WHEN NOT EXISTS (
  SELECT 1 FROM ${JOURNAL_BY_INVOICE} WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id
    AND kind = 'payment.recorded' AND json_extract(document, '$.id') = NEW.id)
  OR EXISTS (SELECT 1 FROM faktura_payments
             WHERE company_id = NEW.company_id AND invoice_id = NEW.invoice_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'faktura: a payment needs its entry in the journal'); END;

CREATE TRIGGER faktura_invoices_settled BEFORE UPDATE ON faktura_invoices
WHEN (NEW.amount_paid IS NOT OLD.amount_paid
      AND (NOT abs(${PAYMENTS} - NEW.amount_paid) ${NEAR} OR ${IS_WRITTEN_OTHERWISE}))
  OR (NEW.status = 'PAID' AND NOT coalesce(abs(json_extract(OLD.document, '$.total') - NEW.amount_paid) ${NEAR}, 0))
  OR (NEW.status IS NOT 'CANCELLED' AND NEW.cancellation_reason IS NOT NULL)
  OR (NEW.status = 'CANCELLED' AND NOT EXISTS (
    SELECT 1 FROM ${JOURNAL_BY_INVOICE} WHERE company_id = NEW.company_id AND invoice_id = NEW.id
      AND kind = 'invoice.cancelled' AND json_extract(document, '$.cancelledAt') IS NEW.cancelled_at
      AND json_extract(document, '$.cancellationReason') IS NEW.cancellation_reason))
BEGIN SELECT RAISE(ABORT, 'faktura: the journal does not say so of this invoice'); END;

${CURSOR_GUARDS}
${appendOnly("faktura_journal", ["company_id", "position"])}
`;

const CURSOR_DIGESTS = `
UPDATE faktura_billing_cursors AS c SET digest = (
  SELECT digest FROM faktura_invoices AS i WHERE i.company_id = c.company_id AND i.counter = c.acknowledged_through);
`;

/** What the journal adds to the schema. */
export const JOURNAL_SCHEMA = TABLES + GUARDS;

/** Adds the journal, with an entry for all that is in the books, and the guards around it. */
export function addJournal(connection: StoreConnection): void {
  connection.exec(TABLES);
  const companies = connection.all<{ company_id: string }>(
    "SELECT company_id FROM faktura_invoices UNION SELECT company_id FROM faktura_sequences",
  );
  for (const { company_id } of companies) chainBooks(connection, company_id);
  connection.exec(CURSOR_DIGESTS);
  connection.exec(GUARDS);
}
