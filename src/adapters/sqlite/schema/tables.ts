/** The journal, for whoever looks up an invoice's entries: left alone, SQLite reads all that the company has. */
export const JOURNAL_BY_INVOICE = "faktura_journal INDEXED BY faktura_journal_by_invoice";

/** The table that says which version the file has. */
export const VERSION_TABLE = "CREATE TABLE faktura_schema (version INTEGER NOT NULL) STRICT;";

/** The tables of the books and of billing, and their indexes. */
export const TABLES = `
CREATE TABLE faktura_companies (
  company_id TEXT PRIMARY KEY,
  profile    TEXT NOT NULL
) STRICT;

-- Only companies whose numbering did not begin here: where it stood before, and who counts.
CREATE TABLE faktura_sequences (
  company_id      TEXT PRIMARY KEY,
  last_counter    INTEGER NOT NULL,
  last_issue_date TEXT,
  counted_by      TEXT NOT NULL CHECK (counted_by IN ('invoices', 'host'))
) STRICT;

-- The small columns stand before the document, so that filters read no overflow page. The checks are for other
-- writers: what is once in this table can be neither mended nor deleted.
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
  cancelled_at        TEXT,
  cancellation_reason TEXT,
  document            TEXT NOT NULL CHECK (json_valid(document)),
  actor               TEXT CHECK (actor <> ''),
  journal_position    INTEGER,
  digest              TEXT
                      CHECK ((digest IS NULL) = (journal_position IS NULL) AND (digest IS NULL OR length(digest) = 64)),
  PRIMARY KEY (company_id, counter),
  UNIQUE (company_id, id),
  CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  -- Where an insert names no row id, triggers see -1: an invoice that had it would refuse all that come after.
  CHECK (rowid >= 1)
) STRICT;

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

CREATE TABLE faktura_idempotency_keys (
  company_id  TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  invoice_id  TEXT NOT NULL,
  PRIMARY KEY (company_id, key)
) STRICT, WITHOUT ROWID;

-- Lists by status. It is not partial: where nearly all is paid, an index of what is not finds no page of what is.
CREATE INDEX faktura_invoices_by_status ON faktura_invoices (company_id, status, counter);

-- An invoice's entry is its own row. Rows that others insert leave their place open, until the library next writes.
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

-- An invoice's row says all that its billing event does, and the sequence has no gaps, so that a cursor tells which
-- events were acknowledged: all up to a counter, and those of a few beyond it, until it passes them. The digest is of the
-- invoice at that counter: a cursor that was moved by hand has another's, or none.
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

-- Who delivers a company's events just now. A row stays when its lease is released, so that tokens only grow.
CREATE TABLE faktura_billing_leases (
  company_id   TEXT PRIMARY KEY,
  token        INTEGER NOT NULL,
  worker       TEXT NOT NULL,
  leased_until TEXT
) STRICT, WITHOUT ROWID;
`;
