import { appendOnly } from "./tables.ts";

const MESSAGE = "faktura: the cursor of events can only move forward, to an entry of the journal";

/** Larger than any position. Used for an invoice that has no position yet. */
const UNCHAINED = "9223372036854775807";

/**
 * The digest must be that of the entry at the cursor, and the counter that of the last invoice up to there. Otherwise
 * entries would be skipped.
 */
const IS_ELSEWHERE = `NEW.digest IS NULL
  OR NEW.digest IS NOT coalesce(
    (SELECT digest FROM faktura_journal WHERE company_id = NEW.company_id AND position = NEW.acknowledged_through),
    (SELECT digest FROM faktura_invoices WHERE company_id = NEW.company_id AND counter = NEW.invoices_through
       AND journal_position = NEW.acknowledged_through))
  OR coalesce((SELECT coalesce(journal_position, ${UNCHAINED}) FROM faktura_invoices
    WHERE company_id = NEW.company_id AND counter = NEW.invoices_through), 0) > NEW.acknowledged_through
  OR coalesce((SELECT coalesce(journal_position, ${UNCHAINED}) FROM faktura_invoices
    WHERE company_id = NEW.company_id AND counter > NEW.invoices_through ORDER BY counter LIMIT 1),
    ${UNCHAINED}) <= NEW.acknowledged_through`;

/**
 * The tables of the journal's events, and their guards. The journal itself is the record of the events. A cursor says up
 * to which entry a consumer has acknowledged them.
 */
export const EVENTS = `
CREATE TABLE faktura_event_cursors (
  company_id           TEXT NOT NULL,
  consumer             TEXT NOT NULL,
  acknowledged_through INTEGER NOT NULL,
  invoices_through     INTEGER NOT NULL,
  digest               TEXT NOT NULL,
  PRIMARY KEY (company_id, consumer)
) STRICT, WITHOUT ROWID;

-- The worker that is delivering a company's events to a consumer. A released lease keeps its row, as that of billing does.
CREATE TABLE faktura_event_leases (
  company_id   TEXT NOT NULL,
  consumer     TEXT NOT NULL,
  token        INTEGER NOT NULL,
  worker       TEXT NOT NULL,
  leased_until TEXT,
  failures     INTEGER NOT NULL DEFAULT 0,
  waits_until  TEXT,
  PRIMARY KEY (company_id, consumer)
) STRICT, WITHOUT ROWID;

-- The consumers that began where the journals were then. Their cursors are in the same commit.
CREATE TABLE faktura_event_consumers (
  consumer TEXT NOT NULL PRIMARY KEY,
  begun_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The events that the cursor has passed although no delivery succeeded. The entry is found by its position and by the
-- counter of the last invoice before it.
CREATE TABLE faktura_events_aside (
  company_id      TEXT NOT NULL,
  consumer        TEXT NOT NULL,
  position        INTEGER NOT NULL,
  invoices_before INTEGER NOT NULL,
  attempts        INTEGER NOT NULL,
  error           TEXT NOT NULL,
  at              TEXT NOT NULL,
  PRIMARY KEY (company_id, consumer, position)
) STRICT, WITHOUT ROWID;
${appendOnly("faktura_event_consumers", ["consumer"])}

CREATE TRIGGER faktura_event_cursors_forward BEFORE UPDATE ON faktura_event_cursors
WHEN NEW.company_id IS NOT OLD.company_id OR NEW.consumer IS NOT OLD.consumer
  OR NEW.acknowledged_through < OLD.acknowledged_through OR ${IS_ELSEWHERE}
BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END;

CREATE TRIGGER faktura_event_cursors_new BEFORE INSERT ON faktura_event_cursors
WHEN EXISTS (SELECT 1 FROM faktura_event_cursors WHERE company_id = NEW.company_id AND consumer = NEW.consumer)
  OR ${IS_ELSEWHERE}
BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END;

CREATE TRIGGER faktura_event_cursors_kept BEFORE DELETE ON faktura_event_cursors
BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END;
`;
