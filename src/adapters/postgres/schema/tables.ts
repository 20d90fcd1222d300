import type { Tables } from "../settings.ts";
import { apiKeyTable } from "./api-keys.ts";
import { eventTables } from "./events.ts";
import { lookupIndexes } from "./lookups.ts";
import { returnMonthsTable } from "./return-months.ts";
import { searchTables } from "./search.ts";

/**
 * SQL that creates the tables. Ids and keys are compared byte by byte. A document is text, because its exact bytes were
 * issued. Days are dates and amounts are numeric, so PostgreSQL itself rejects days that do not exist. The checks are
 * for other writers, because rows in these tables can be neither corrected nor deleted.
 */
export function createTables(tables: Tables): string {
  const { version, companies, sequences, invoices, seriesInvoices, payments, creditNotes, keys, journal } = tables;
  const { cursors, acknowledged, leases } = tables;
  return `
-- works_with is the lowest version whose library may use the tables; guards has the digest of each guard, as JSON.
CREATE TABLE ${version} (
  version integer NOT NULL, works_with integer NOT NULL, guarded boolean NOT NULL, guards pg_catalog.text NOT NULL
);

CREATE TABLE ${companies} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  profile    pg_catalog.text NOT NULL,
  CONSTRAINT faktura_companies_pkey PRIMARY KEY (company_id)
);

-- A row for each company that has issued an invoice. Transactions lock it. It also stores a sequence that began
-- elsewhere.
CREATE TABLE ${sequences} (
  company_id      pg_catalog.text COLLATE "C" NOT NULL,
  last_counter    bigint NOT NULL DEFAULT 0,
  last_issue_date pg_catalog.date,
  -- Changes before a call is reported as unwritten that may still arrive, and if a migration excludes older servers. A
  -- call that arrives after that writes nothing.
  fence           bigint NOT NULL DEFAULT 0,
  counted_by      pg_catalog.text COLLATE "C" NOT NULL DEFAULT 'invoices' CHECK (counted_by IN ('invoices', 'host')),
  CONSTRAINT faktura_sequences_pkey PRIMARY KEY (company_id)
);

CREATE TABLE ${invoices} (
  company_id          pg_catalog.text COLLATE "C" NOT NULL,
  counter             bigint NOT NULL CHECK (counter >= 1),
  id                  pg_catalog.text COLLATE "C" NOT NULL,
  invoice_number      pg_catalog.text COLLATE "C" NOT NULL,
  issue_date          pg_catalog.date NOT NULL CHECK (issue_date >= pg_catalog.make_date(1, 1, 1)
    AND issue_date <= pg_catalog.make_date(9999, 12, 31)),
  source              pg_catalog.text COLLATE "C" NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'panel')),
  status              pg_catalog.text COLLATE "C" NOT NULL DEFAULT 'SENT' CHECK (status IN ('SENT', 'PAID', 'CANCELLED')),
  amount_paid         numeric NOT NULL DEFAULT 0 CHECK (amount_paid >= 0::numeric AND amount_paid < 'Infinity'),
  prepaid_refunded    numeric NOT NULL DEFAULT 0 CHECK (prepaid_refunded >= 0::numeric AND prepaid_refunded < 'Infinity'),
  -- What payments left as cash discount. Their journal entries say how much each.
  discount_taken      numeric NOT NULL DEFAULT 0 CHECK (discount_taken >= 0::numeric AND discount_taken < 'Infinity'),
  credited_total      numeric NOT NULL DEFAULT 0 CHECK (credited_total >= 0::numeric AND credited_total < 'Infinity'),
  amount_due          numeric CHECK (amount_due > '-Infinity' AND amount_due < 'Infinity'),
  -- The number of the final invoice that deducted it, and what is therefore no longer due.
  settled_by          pg_catalog.text COLLATE "C" CHECK (settled_by <> ''),
  settled_amount      numeric NOT NULL DEFAULT 0 CHECK (settled_amount > '-Infinity' AND settled_amount < 'Infinity'
                        AND (settled_amount = 0::numeric OR settled_by IS NOT NULL)),
  cancelled_at        pg_catalog.text COLLATE "C",
  cancellation_reason pg_catalog.text COLLATE "C",
  -- The day on which it was lost as a bad debt, and why. Its journal entry says the same.
  written_off_on      pg_catalog.text COLLATE "C" CHECK (written_off_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  write_off_reason    pg_catalog.text COLLATE "C",
  document            pg_catalog.text COLLATE "C" NOT NULL CHECK (pg_catalog.json_typeof(document::pg_catalog.json) = 'object'),
  actor               pg_catalog.text COLLATE "C" CHECK (actor <> ''),
  journal_position    bigint CHECK (journal_position >= 1),
  digest              pg_catalog.text COLLATE "C" CHECK (pg_catalog.length(digest) = 64),
  CONSTRAINT faktura_invoices_pkey PRIMARY KEY (company_id, counter),
  CONSTRAINT faktura_invoices_id_key UNIQUE (company_id, id),
  CONSTRAINT faktura_invoices_cancelled_check CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  CONSTRAINT faktura_invoices_written_off_check CHECK ((written_off_on IS NULL) = (write_off_reason IS NULL)),
  CONSTRAINT faktura_invoices_placed_check CHECK ((digest IS NULL) = (journal_position IS NULL))
);

-- For lists by status. Not a partial index of unpaid invoices, because that could not find a page of paid ones.
CREATE INDEX faktura_invoices_by_status ON ${invoices} (company_id, status, counter);
${lookupIndexes(tables)}

-- The invoices of named series, in the order of issue, which place counts. A company without named series has no rows.
-- An invoice of the first series has as its number its counter, less the number of rows before it.
CREATE TABLE ${seriesInvoices} (
  company_id     pg_catalog.text COLLATE "C" NOT NULL,
  place          bigint NOT NULL CHECK (place >= 1),
  series         pg_catalog.text COLLATE "C" NOT NULL CHECK (series <> ''),
  number         bigint NOT NULL CHECK (number >= 1),
  counter        bigint NOT NULL CHECK (counter >= 1),
  invoice_number pg_catalog.text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_series_invoices_pkey PRIMARY KEY (company_id, place),
  CONSTRAINT faktura_series_invoices_number_key UNIQUE (company_id, series, number),
  CONSTRAINT faktura_series_invoices_counter_key UNIQUE (company_id, counter)
);

-- For look-ups by number, in a named series and in the first one.
CREATE INDEX faktura_series_invoices_by_number ON ${seriesInvoices} (company_id, pg_catalog.lower(invoice_number));

CREATE INDEX faktura_series_invoices_by_first ON ${seriesInvoices} (company_id, (counter - place), place);

CREATE TABLE ${payments} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  invoice_id pg_catalog.text COLLATE "C" NOT NULL,
  position   bigint NOT NULL,
  id         pg_catalog.text COLLATE "C" NOT NULL,
  amount     numeric NOT NULL CHECK (amount < 'Infinity'),
  paid_on    pg_catalog.date NOT NULL CHECK (paid_on >= pg_catalog.make_date(1, 1, 1)
    AND paid_on <= pg_catalog.make_date(9999, 12, 31)),
  method     pg_catalog.text COLLATE "C",
  reference  pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_payments_pkey PRIMARY KEY (company_id, invoice_id, position)
);

-- A credit note's document is in its journal entry. Credit notes have a series of their own, from 1. One that does not
-- credit one invoice of the books has its own id in place of the invoice's, here and in the journal.
CREATE TABLE ${creditNotes} (
  company_id         pg_catalog.text COLLATE "C" NOT NULL,
  counter            bigint NOT NULL CHECK (counter >= 1),
  id                 pg_catalog.text COLLATE "C" NOT NULL,
  credit_note_number pg_catalog.text COLLATE "C" NOT NULL,
  issue_date         pg_catalog.date NOT NULL CHECK (issue_date >= pg_catalog.make_date(1, 1, 1)
    AND issue_date <= pg_catalog.make_date(9999, 12, 31)),
  invoice_id         pg_catalog.text COLLATE "C" NOT NULL,
  total              numeric NOT NULL CHECK (total > 0::numeric AND total < 'Infinity'),
  payable            numeric NOT NULL CHECK (payable < 'Infinity'),
  position           bigint NOT NULL,
  CONSTRAINT faktura_credit_notes_pkey PRIMARY KEY (company_id, counter),
  CONSTRAINT faktura_credit_notes_id_key UNIQUE (company_id, id),
  CONSTRAINT faktura_credit_notes_position_key UNIQUE (company_id, position)
);

CREATE INDEX faktura_credit_notes_by_invoice ON ${creditNotes} (company_id, invoice_id, counter);

CREATE INDEX faktura_credit_notes_by_date ON ${creditNotes} (company_id, issue_date, counter);

-- A key names the invoice that its request was about and, if it issued one, the credit note.
CREATE TABLE ${keys} (
  company_id     pg_catalog.text COLLATE "C" NOT NULL,
  key            pg_catalog.text COLLATE "C" NOT NULL,
  fingerprint    pg_catalog.text COLLATE "C" NOT NULL,
  invoice_id     pg_catalog.text COLLATE "C" NOT NULL,
  credit_note_id pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_idempotency_keys_pkey PRIMARY KEY (company_id, key)
);

-- All journal entries that are not invoices. An invoice's row is its own entry, at its journal_position.
CREATE TABLE ${journal} (
  company_id  pg_catalog.text COLLATE "C" NOT NULL,
  position    bigint NOT NULL CHECK (position >= 1),
  kind        pg_catalog.text COLLATE "C" NOT NULL
              CHECK (kind IN (
              'payment.recorded', 'invoice.cancelled', 'invoice.written_off', 'credit_note.issued', 'credit_note.applied',
              'portal_number.recorded', 'portal_refusal.recorded', 'numbering.continued', 'dates.resumed')),
  invoice_id  pg_catalog.text COLLATE "C",
  source      pg_catalog.text COLLATE "C" NOT NULL CHECK (source IN ('api', 'panel')),
  actor       pg_catalog.text COLLATE "C" CHECK (actor <> ''),
  recorded_at pg_catalog.text COLLATE "C" NOT NULL,
  document    pg_catalog.text COLLATE "C" NOT NULL CHECK (pg_catalog.json_typeof(document::pg_catalog.json) = 'object'),
  digest      pg_catalog.text COLLATE "C" NOT NULL CHECK (pg_catalog.length(digest) = 64),
  CONSTRAINT faktura_journal_pkey PRIMARY KEY (company_id, position)
);

CREATE INDEX faktura_journal_by_invoice ON ${journal} (company_id, invoice_id, position);

-- Which billing events were acknowledged: all of them up to a counter. The digest is that of the invoice at the
-- counter.
CREATE TABLE ${cursors} (
  company_id           pg_catalog.text COLLATE "C" NOT NULL,
  acknowledged_through bigint NOT NULL DEFAULT 0,
  digest               pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_billing_cursors_pkey PRIMARY KEY (company_id)
);

-- The events acknowledged beyond the cursor, until it passes them.
CREATE TABLE ${acknowledged} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  counter    bigint NOT NULL,
  CONSTRAINT faktura_billing_acknowledged_pkey PRIMARY KEY (company_id, counter)
);

-- The worker that is delivering a company's events. A released lease keeps its row, so that tokens only grow, and how many
-- deliveries in a row have failed, after which the company waits.
CREATE TABLE ${leases} (
  company_id   pg_catalog.text COLLATE "C" NOT NULL,
  token        bigint NOT NULL,
  worker       pg_catalog.text COLLATE "C" NOT NULL,
  leased_until pg_catalog.text COLLATE "C",
  failures     bigint NOT NULL DEFAULT 0,
  waits_until  pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_billing_leases_pkey PRIMARY KEY (company_id)
);
${eventTables(tables)}
${apiKeyTable(tables)}
${returnMonthsTable(tables)}
${searchTables(tables)}`;
}
