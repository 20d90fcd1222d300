import { tableNames } from "../../sql/table-names.ts";
import { apiKeyTable, bookTables, indexTables, panelTable, type TableSyntax } from "../../sql/tables.ts";
import { LOOKUPS } from "./lookups.ts";

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

const isPositive = (text: string) => `${text} GLOB '[0-9]*' AND ${text} NOT GLOB '*[^0-9.]*'`;

/** How SQLite writes what the databases write differently in their tables. */
const SYNTAX: TableSyntax = {
  database: "sqlite",
  tables: tableNames(""),
  builtIn: "",
  text: "TEXT",
  content: "TEXT",
  integer: "INTEGER",
  amount: "TEXT",
  day: "TEXT",
  isDay: (column) => `${column} IS date(${column})`,
  isPositive,
  isAmount: (column) => isPositive(`ltrim(${column}, '-')`),
  isObject: (column) => `json_valid(${column}) AND json_type(${column}) = 'object'`,
  named: () => "",
  inKeyOrder: " STRICT, WITHOUT ROWID",
  unordered: " STRICT",
  lookups: LOOKUPS,
};

/** The tables of the books and of billing, and their indexes. `faktura_schema` has the file's schema version. */
export const TABLES = `${bookTables(SYNTAX)}
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
${indexTables(SYNTAX)}`;

/** The table of API keys. */
export const API_KEY_TABLE = apiKeyTable(SYNTAX);

/** The table of the panel's records. A store creates it when the panel first uses it. */
export const PANEL_TABLE = panelTable(SYNTAX);

/** Triggers that let rows be inserted into `table`, but not changed, deleted or replaced. */
export function appendOnly(table: string, key: readonly string[]): string {
  const sameKey = key.map((column) => `${column} = NEW.${column}`).join(" AND ");
  const refuse = `BEGIN SELECT RAISE(ABORT, 'faktura: rows of ${table} cannot be changed or deleted'); END;`;
  return `
CREATE TRIGGER ${table}_new BEFORE INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${sameKey}) ${refuse}
CREATE TRIGGER ${table}_fixed BEFORE UPDATE ON ${table} ${refuse}
CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table} ${refuse}`;
}

/**
 * SQL for the largest difference that rounding of doubles can cause between sums of an invoice's payments or credit notes.
 * It depends on the total, because payments and refunds may be much larger than what is left of them. It is less than half
 * of a minor unit of any currency, because amounts have at most fifteen digits.
 */
export function leeway(document: string): string {
  return `(0.00005 + 4e-16 * abs(coalesce(json_extract(${document}, '$.total') + 0, 0)))`;
}
