import { API_KEYS } from "./api-key-schema.ts";
import { BILLING_LEASES } from "./billing-leases.ts";
import type { StoreConnection } from "./connection.ts";
import { FIRST_SCHEMA } from "./first-schema.ts";
import { addJournal, JOURNAL_SCHEMA } from "./journal-schema.ts";

// Lists by status. It is not partial: where nearly all is paid, an index of what is not finds no page of what is.
const STATUS_INDEX = `
CREATE INDEX faktura_invoices_by_status ON faktura_invoices (company_id, status, counter);
`;

// An invoice's row says all that its billing event does, and the sequence has no gaps, so that a cursor tells which events
// were acknowledged: all up to a counter, and those of a few beyond it, until it passes them.
const BILLING_CURSORS = `
CREATE TABLE faktura_billing_cursors (
  company_id           TEXT PRIMARY KEY,
  acknowledged_through INTEGER NOT NULL
) STRICT;

CREATE TABLE faktura_billing_acknowledged (
  company_id TEXT NOT NULL,
  counter    INTEGER NOT NULL,
  PRIMARY KEY (company_id, counter)
) STRICT, WITHOUT ROWID;

INSERT INTO faktura_billing_cursors (company_id, acknowledged_through)
SELECT company_id, coalesce(
  (SELECT min(counter) - 1 FROM faktura_billing_events AS e WHERE e.company_id = i.company_id), max(counter))
FROM faktura_invoices AS i GROUP BY company_id;

INSERT INTO faktura_billing_acknowledged (company_id, counter)
SELECT company_id, counter FROM faktura_invoices AS i JOIN faktura_billing_cursors USING (company_id)
WHERE source = 'api' AND counter > acknowledged_through AND NOT EXISTS (
  SELECT 1 FROM faktura_billing_events AS e WHERE e.company_id = i.company_id AND e.counter = i.counter);

DROP TABLE faktura_billing_events;
`;

/** The table that says which version the file has. */
export const VERSION_TABLE = "CREATE TABLE faktura_schema (version INTEGER NOT NULL) STRICT;";

interface Migration {
  /** All of the schema that it makes or changes: a store compares the file with it. */
  readonly sql: string;
  readonly run: (connection: StoreConnection) => void;
}

const script = (sql: string): Migration => ({ sql, run: (connection) => connection.exec(sql) });

/**
 * Each takes the schema from the version that is its index to the next. Once they are released they are never changed,
 * only added.
 */
export const MIGRATIONS: readonly Migration[] = [
  script(FIRST_SCHEMA),
  script(STATUS_INDEX + BILLING_CURSORS),
  { sql: JOURNAL_SCHEMA, run: addJournal },
  script(BILLING_LEASES),
  script(API_KEYS),
];
