const TABLES = `
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

CREATE TABLE faktura_billing_events (
  company_id  TEXT NOT NULL,
  counter     INTEGER NOT NULL,
  event_id    TEXT NOT NULL,
  invoice_id  TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  PRIMARY KEY (company_id, counter)
) STRICT, WITHOUT ROWID;
`;

const ISSUED_COLUMNS = ["company_id", "counter", "id", "invoice_number", "issue_date", "source", "document"];

// The database itself refuses what the law refuses, whoever writes to it. Guards run BEFORE the write, because REPLACE
// deletes what is in its way without firing a delete trigger; a guard on INSERT sees it in time.
const GUARDS = `
CREATE TRIGGER faktura_invoices_follow BEFORE INSERT ON faktura_invoices
WHEN NEW.counter IS NOT 1 + coalesce(
    (SELECT max(counter) FROM faktura_invoices WHERE company_id = NEW.company_id),
    (SELECT last_counter FROM faktura_sequences WHERE company_id = NEW.company_id),
    0)
  -- A host's own counter also numbers invoices that are not kept here; then numbers must grow, no more.
  AND NOT EXISTS (
    SELECT 1 FROM faktura_sequences
    WHERE company_id = NEW.company_id AND counted_by = 'host' AND NEW.counter > coalesce(
      (SELECT max(counter) FROM faktura_invoices WHERE company_id = NEW.company_id), 0))
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice must have the last counter plus one'); END;

CREATE TRIGGER faktura_invoices_dates BEFORE INSERT ON faktura_invoices
WHEN NEW.issue_date < coalesce(
  (SELECT issue_date FROM faktura_invoices WHERE company_id = NEW.company_id ORDER BY counter DESC LIMIT 1),
  (SELECT last_issue_date FROM faktura_sequences WHERE company_id = NEW.company_id))
BEGIN SELECT RAISE(ABORT, 'faktura: issue dates must not run backwards'); END;

CREATE TRIGGER faktura_invoices_new BEFORE INSERT ON faktura_invoices
WHEN EXISTS (SELECT 1 FROM faktura_invoices WHERE company_id = NEW.company_id AND id = NEW.id)
  OR EXISTS (SELECT 1 FROM faktura_invoices WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice cannot be replaced'); END;

CREATE TRIGGER faktura_invoices_issued BEFORE UPDATE ON faktura_invoices
WHEN ${["rowid", ...ISSUED_COLUMNS].map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")}
BEGIN SELECT RAISE(ABORT, 'faktura: an issued invoice cannot be changed'); END;

CREATE TRIGGER faktura_invoices_final BEFORE UPDATE ON faktura_invoices
WHEN OLD.status IS NOT 'SENT'
BEGIN SELECT RAISE(ABORT, 'faktura: a paid or cancelled invoice cannot be changed'); END;

CREATE TRIGGER faktura_invoices_kept BEFORE DELETE ON faktura_invoices
BEGIN SELECT RAISE(ABORT, 'faktura: an invoice cannot be deleted'); END;

${appendOnly("faktura_payments", ["company_id", "invoice_id", "position"])}
${appendOnly("faktura_idempotency_keys", ["company_id", "key"])}
`;

/** The tables of version 1, and their guards. */
export const FIRST_SCHEMA = TABLES + GUARDS;

/** Triggers that let rows be added to `table`, but neither changed, deleted nor replaced. */
export function appendOnly(table: string, key: readonly string[]): string {
  const sameKey = key.map((column) => `${column} = NEW.${column}`).join(" AND ");
  const refuse = `BEGIN SELECT RAISE(ABORT, 'faktura: rows of ${table} are only ever added'); END;`;
  return `
CREATE TRIGGER ${table}_new BEFORE INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${sameKey}) ${refuse}
CREATE TRIGGER ${table}_fixed BEFORE UPDATE ON ${table} ${refuse}
CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table} ${refuse}`;
}
