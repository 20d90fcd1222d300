import { LOOKUPS } from "./lookups.ts";
import { RETURN_MONTHS } from "./return-months.ts";
import { SEARCH } from "./search.ts";

/** The journal for look-ups by invoice. Without the index named, SQLite reads all entries of the company. */
export const JOURNAL_BY_INVOICE = "faktura_journal INDEXED BY faktura_journal_by_invoice";

/** The credit notes for look-ups by invoice. */
export const CREDIT_NOTES_BY_INVOICE = "faktura_credit_notes INDEXED BY faktura_credit_notes_by_invoice";

/** SQL for what credit notes over several invoices take off the invoice with this id, of the company of `NEW`. */
export function appliedCredits(field: "total" | "payable", invoiceId: string): string {
  return `(SELECT total(json_extract(a.document, '$.${field}'))
    FROM faktura_journal AS a INDEXED BY faktura_journal_by_invoice
    WHERE a.company_id = NEW.company_id AND a.invoice_id = ${invoiceId} AND a.kind = 'credit_note.applied')`;
}

/** The tables of the books and of billing, and their indexes. `faktura_schema` has the file's schema version. */
export const TABLES = `
-- works_with is the lowest version whose library may use the tables; guards has the digest of each guard, as JSON.
CREATE TABLE faktura_schema (
  version    INTEGER NOT NULL,
  works_with INTEGER NOT NULL,
  guards     TEXT NOT NULL
) STRICT;

CREATE TABLE faktura_companies (
  company_id TEXT PRIMARY KEY,
  profile    TEXT NOT NULL
) STRICT;

-- Only companies whose numbering began elsewhere, or whose own counter numbers the invoices.
CREATE TABLE faktura_sequences (
  company_id      TEXT PRIMARY KEY,
  last_counter    INTEGER NOT NULL,
  last_issue_date TEXT,
  counted_by      TEXT NOT NULL CHECK (counted_by IN ('invoices', 'host'))
) STRICT;

-- The small columns come before the document, so that filters read no overflow pages. The checks are for other writers,
-- because rows in this table can be neither corrected nor deleted.
CREATE TABLE faktura_invoices (
  company_id          TEXT NOT NULL,
  counter             INTEGER NOT NULL CHECK (counter >= 1),
  id                  TEXT NOT NULL,
  invoice_number      TEXT NOT NULL,
  issue_date          TEXT NOT NULL CHECK (issue_date IS date(issue_date)),
  source              TEXT NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'panel')),
  status              TEXT NOT NULL DEFAULT 'SENT' CHECK (status IN ('SENT', 'PAID', 'CANCELLED')),
  amount_paid         TEXT NOT NULL DEFAULT '0'
                      CHECK (amount_paid GLOB '[0-9]*' AND amount_paid NOT GLOB '*[^0-9.]*'),
  prepaid_refunded    TEXT NOT NULL DEFAULT '0'
                      CHECK (prepaid_refunded GLOB '[0-9]*' AND prepaid_refunded NOT GLOB '*[^0-9.]*'),
  -- What payments left as cash discount. Their journal entries say how much each.
  discount_taken      TEXT NOT NULL DEFAULT '0'
                      CHECK (discount_taken GLOB '[0-9]*' AND discount_taken NOT GLOB '*[^0-9.]*'),
  credited_total      TEXT NOT NULL DEFAULT '0'
                      CHECK (credited_total GLOB '[0-9]*' AND credited_total NOT GLOB '*[^0-9.]*'),
  amount_due          TEXT CHECK (ltrim(amount_due, '-') GLOB '[0-9]*' AND ltrim(amount_due, '-') NOT GLOB '*[^0-9.]*'),
  -- The number of the final invoice that deducted it, and what is therefore no longer due.
  settled_by          TEXT CHECK (settled_by <> ''),
  settled_amount      TEXT NOT NULL DEFAULT '0' CHECK (settled_amount = '0' OR settled_by IS NOT NULL),
  cancelled_at        TEXT,
  cancellation_reason TEXT,
  -- The day on which it was lost as a bad debt, and why. Its journal entry says the same.
  written_off_on      TEXT CHECK (written_off_on IS date(written_off_on)),
  write_off_reason    TEXT,
  document            TEXT NOT NULL CHECK (json_valid(document)),
  actor               TEXT CHECK (actor <> ''),
  journal_position    INTEGER,
  digest              TEXT
                      CHECK ((digest IS NULL) = (journal_position IS NULL) AND (digest IS NULL OR length(digest) = 64)),
  PRIMARY KEY (company_id, counter),
  UNIQUE (company_id, id),
  CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  CHECK ((written_off_on IS NULL) = (write_off_reason IS NULL)),
  -- Triggers see a row id of -1 if the INSERT names none. An invoice with that row id would block all later inserts.
  CHECK (rowid >= 1)
) STRICT;

-- For lists by status. Not a partial index of unpaid invoices, because that could not find a page of paid ones.
CREATE INDEX faktura_invoices_by_status ON faktura_invoices (company_id, status, counter);
${LOOKUPS}

-- The invoices of named series, in the order of issue, which place counts. A company without named series has no rows.
-- An invoice of the first series has as its number its counter, less the number of rows before it.
CREATE TABLE faktura_series_invoices (
  company_id     TEXT NOT NULL,
  place          INTEGER NOT NULL CHECK (place >= 1),
  series         TEXT NOT NULL CHECK (series <> ''),
  number         INTEGER NOT NULL CHECK (number >= 1),
  counter        INTEGER NOT NULL CHECK (counter >= 1),
  invoice_number TEXT NOT NULL,
  PRIMARY KEY (company_id, place),
  UNIQUE (company_id, series, number),
  UNIQUE (company_id, counter)
) STRICT, WITHOUT ROWID;

-- For look-ups by number, in a named series and in the first one. NOCASE folds the same letters on every build of SQLite.
CREATE INDEX faktura_series_invoices_by_number ON faktura_series_invoices (company_id, invoice_number COLLATE NOCASE);

CREATE INDEX faktura_series_invoices_by_first ON faktura_series_invoices (company_id, counter - place, place);

CREATE TABLE faktura_payments (
  company_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  position   INTEGER NOT NULL,
  id         TEXT NOT NULL,
  amount     TEXT NOT NULL,
  paid_on    TEXT NOT NULL,
  method     TEXT,
  reference  TEXT,
  PRIMARY KEY (company_id, invoice_id, position)
) STRICT, WITHOUT ROWID;

-- A credit note's document is in its journal entry. Credit notes have a series of their own, from 1. One that does not
-- credit one invoice of the books has its own id in place of the invoice's, here and in the journal.
CREATE TABLE faktura_credit_notes (
  company_id         TEXT NOT NULL,
  counter            INTEGER NOT NULL CHECK (counter >= 1),
  id                 TEXT NOT NULL,
  credit_note_number TEXT NOT NULL,
  issue_date         TEXT NOT NULL CHECK (issue_date IS date(issue_date)),
  invoice_id         TEXT NOT NULL,
  total              TEXT NOT NULL CHECK (total GLOB '[0-9]*' AND total NOT GLOB '*[^0-9.]*' AND total + 0 > 0),
  payable            TEXT NOT NULL,
  position           INTEGER NOT NULL,
  PRIMARY KEY (company_id, counter),
  UNIQUE (company_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX faktura_credit_notes_by_invoice ON faktura_credit_notes (company_id, invoice_id, counter);

CREATE INDEX faktura_credit_notes_by_date ON faktura_credit_notes (company_id, issue_date, counter);

-- A key names the invoice that its request was about and, if it issued one, the credit note.
CREATE TABLE faktura_idempotency_keys (
  company_id     TEXT NOT NULL,
  key            TEXT NOT NULL,
  fingerprint    TEXT NOT NULL,
  invoice_id     TEXT NOT NULL,
  credit_note_id TEXT,
  PRIMARY KEY (company_id, key)
) STRICT, WITHOUT ROWID;

-- An invoice's row is its own journal entry. Rows that other writers insert have no position until the library next
-- writes.
CREATE TABLE faktura_journal (
  company_id  TEXT NOT NULL,
  position    INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN (
              'payment.recorded', 'invoice.cancelled', 'invoice.written_off', 'credit_note.issued', 'credit_note.applied',
              'portal_number.recorded', 'portal_refusal.recorded', 'numbering.continued', 'dates.resumed')),
  invoice_id  TEXT,
  source      TEXT NOT NULL CHECK (source IN ('api', 'panel')),
  actor       TEXT CHECK (actor <> ''),
  recorded_at TEXT NOT NULL,
  document    TEXT NOT NULL CHECK (json_valid(document) AND json_type(document) = 'object'),
  digest      TEXT NOT NULL CHECK (length(digest) = 64),
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX faktura_journal_by_invoice ON faktura_journal (company_id, invoice_id, position);

-- An invoice's row contains its billing event, and the sequence has no gaps. So a cursor records which events were
-- acknowledged: all of them up to a counter. Events acknowledged beyond it are stored one by one, until the cursor
-- passes them. The digest is that of the invoice at the cursor, and does not match if the cursor was moved by hand.
CREATE TABLE faktura_billing_cursors (
  company_id           TEXT PRIMARY KEY,
  acknowledged_through INTEGER NOT NULL,
  digest               TEXT
) STRICT;

CREATE TABLE faktura_billing_acknowledged (
  company_id TEXT NOT NULL,
  counter    INTEGER NOT NULL,
  PRIMARY KEY (company_id, counter)
) STRICT, WITHOUT ROWID;

-- The worker that is delivering a company's events. A released lease keeps its row, so that tokens only grow, and how many
-- deliveries in a row have failed, after which the company waits.
CREATE TABLE faktura_billing_leases (
  company_id   TEXT PRIMARY KEY,
  token        INTEGER NOT NULL,
  worker       TEXT NOT NULL,
  leased_until TEXT,
  failures     INTEGER NOT NULL DEFAULT 0,
  waits_until  TEXT
) STRICT, WITHOUT ROWID;
${RETURN_MONTHS}${SEARCH}`;
