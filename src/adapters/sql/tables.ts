import type { SqlTables } from "./table-names.ts";

/** What the two databases write differently in the definitions that they share: pieces of SQL. */
export interface TableSyntax {
  readonly database: "postgres" | "sqlite";
  readonly tables: SqlTables;
  /** Comes before the name of a built-in function. */
  readonly builtIn: string;
  /** The type of texts that are compared byte by byte. */
  readonly text: string;
  /** The type of texts that nothing compares. */
  readonly content: string;
  readonly integer: string;
  readonly amount: string;
  readonly day: string;
  /** Whether a column is a day that exists. */
  isDay(column: string): string;
  /** Whether a column is an amount of 0 or more. */
  isPositive(column: string): string;
  /** Whether a column is any amount. */
  isAmount(column: string): string;
  /** Whether a column is a JSON object. */
  isObject(column: string): string;
  /** Gives a constraint its name, if the database reports names. Those of primary keys follow from their tables. */
  named(name: string): string;
  /** Behind a table whose rows lie in the order of its key, and behind any other. */
  readonly inKeyOrder: string;
  readonly unordered: string;
  /** SQL of the indexes for lists by reference and by due date, which read the document. */
  readonly lookups: string;
}

/** What one of the databases alone writes. */
function eitherOf({ database }: TableSyntax) {
  return {
    either: (sqlite: string, postgres: string) => (database === "sqlite" ? sqlite : postgres),
    inPostgres: (sql: string) => (database === "postgres" ? sql : ""),
  };
}

/**
 * SQL that creates the tables of the books and their indexes. A document is text, because its exact bytes were issued. The
 * checks are for other writers, because rows in these tables can be neither corrected nor deleted.
 */
export function bookTables(sql: TableSyntax): string {
  const { tables, builtIn, text, content, integer, amount, day, isDay, isPositive, isAmount, isObject, named } = sql;
  const { inKeyOrder, unordered } = sql;
  const { either, inPostgres } = eitherOf(sql);
  return `
-- works_with is the lowest version whose library may use the tables; guards has the digest of each guard, as JSON; shard is
-- the name of this database among several, empty if it is alone.
CREATE TABLE ${tables.version} (
  version ${either("INTEGER", "integer")} NOT NULL,
  works_with ${either("INTEGER", "integer")} NOT NULL,${inPostgres("\n  guarded boolean NOT NULL,")}
  guards ${content} NOT NULL,
  shard ${text} NOT NULL DEFAULT ''
)${unordered};

-- The companies that begin their books in this one of several databases. A token says that the others have not been asked
-- yet; NULL, that they do not have the company. With a peer, the company moves there or from there, or has moved: the token is
-- the stage of the move, and nothing of the company may be written.
CREATE TABLE ${tables.shardClaims} (
  company_id ${text} PRIMARY KEY,
  token ${text},
  peer ${text}
)${unordered};

CREATE TABLE ${tables.companies} (
  company_id ${text} PRIMARY KEY,
  profile ${content} NOT NULL
)${unordered};
${sequenceTable(sql)}
-- The small columns come before the document, so that filters read no overflow pages.
CREATE TABLE ${tables.invoices} (
  company_id ${text} NOT NULL,
  counter ${integer} NOT NULL CHECK (counter >= 1),
  id ${text} NOT NULL,
  invoice_number ${text} NOT NULL,
  issue_date ${day} NOT NULL CHECK (${isDay("issue_date")}),
  source ${text} NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'panel')),
  status ${text} NOT NULL DEFAULT 'SENT' CHECK (status IN ('SENT', 'PAID', 'CANCELLED')),
  -- discount_taken is what payments left as cash discount. Their journal entries say how much each.
  ${["amount_paid", "prepaid_refunded", "discount_taken", "credited_total"]
    .map((column) => `${column} ${amount} NOT NULL DEFAULT '0' CHECK (${isPositive(column)})`)
    .join(",\n  ")},
  amount_due ${amount} CHECK (${isAmount("amount_due")}),
  -- The number of the final invoice that deducted it, and what is therefore no longer due.
  settled_by ${text} CHECK (settled_by <> ''),
  settled_amount ${amount} NOT NULL DEFAULT '0' CHECK (${either(
    "settled_amount = '0' OR settled_by IS NOT NULL",
    `${isAmount("settled_amount")} AND (settled_amount = 0::numeric OR settled_by IS NOT NULL)`,
  )}),
  cancelled_at ${text},
  cancellation_reason ${text},
  -- The day on which it was lost as a bad debt, and why. Its journal entry says the same.
  written_off_on ${text} CHECK (${either(isDay("written_off_on"), "written_off_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'")}),
  write_off_reason ${text},
  document ${text} NOT NULL CHECK (${either("json_valid(document)", isObject("document"))}),
  actor ${text} CHECK (actor <> ''),
  journal_position ${integer}${inPostgres(" CHECK (journal_position >= 1)")},
  digest ${text} CHECK (${either(
    `(digest IS NULL) = (journal_position IS NULL) AND (digest IS NULL OR ${builtIn}length(digest) = 64)`,
    `${builtIn}length(digest) = 64`,
  )}),
  PRIMARY KEY (company_id, counter),
  ${named("faktura_invoices_id_key")}UNIQUE (company_id, id),
  ${named("faktura_invoices_cancelled_check")}CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  ${named("faktura_invoices_written_off_check")}CHECK ((written_off_on IS NULL) = (write_off_reason IS NULL)),
  ${either(
    // Triggers see a row id of -1 if the INSERT names none. An invoice with that row id would block all later inserts.
    "CHECK (rowid >= 1)",
    "CONSTRAINT faktura_invoices_placed_check CHECK ((digest IS NULL) = (journal_position IS NULL))",
  )}
)${unordered};

-- For lists by status. Not a partial index of unpaid invoices, because that could not find a page of paid ones.
CREATE INDEX faktura_invoices_by_status ON ${tables.invoices} (company_id, status, counter);
${sql.lookups}

-- The invoices of named series, in the order of issue, which place counts. A company without named series has no rows.
-- An invoice of the first series has as its number its counter, less the number of rows before it.
CREATE TABLE ${tables.seriesInvoices} (
  company_id ${text} NOT NULL,
  place ${integer} NOT NULL CHECK (place >= 1),
  series ${text} NOT NULL CHECK (series <> ''),
  number ${integer} NOT NULL CHECK (number >= 1),
  counter ${integer} NOT NULL CHECK (counter >= 1),
  invoice_number ${text} NOT NULL,
  PRIMARY KEY (company_id, place),
  ${named("faktura_series_invoices_number_key")}UNIQUE (company_id, series, number),
  ${named("faktura_series_invoices_counter_key")}UNIQUE (company_id, counter)
)${inKeyOrder};

-- For look-ups by number, in a named series and in the first one. NOCASE folds the same letters on every build of SQLite.
CREATE INDEX faktura_series_invoices_by_number ON ${tables.seriesInvoices} (company_id, ${either("invoice_number COLLATE NOCASE", "pg_catalog.lower(invoice_number)")});

CREATE INDEX faktura_series_invoices_by_first ON ${tables.seriesInvoices} (company_id, ${either("counter - place", "(counter - place)")}, place);

CREATE TABLE ${tables.payments} (
  company_id ${text} NOT NULL,
  invoice_id ${text} NOT NULL,
  position ${integer} NOT NULL,
  id ${text} NOT NULL,
  amount ${amount} NOT NULL${inPostgres(" CHECK (amount < 'Infinity')")},
  paid_on ${day} NOT NULL${inPostgres(` CHECK (${isDay("paid_on")})`)},
  method ${text},
  reference ${text},
  PRIMARY KEY (company_id, invoice_id, position)
)${inKeyOrder};

-- A credit note's document is in its journal entry. Credit notes have a series of their own, from 1. One that does not
-- credit one invoice of the books has its own id in place of the invoice's, here and in the journal.
CREATE TABLE ${tables.creditNotes} (
  company_id ${text} NOT NULL,
  counter ${integer} NOT NULL CHECK (counter >= 1),
  id ${text} NOT NULL,
  credit_note_number ${text} NOT NULL,
  issue_date ${day} NOT NULL CHECK (${isDay("issue_date")}),
  invoice_id ${text} NOT NULL,
  total ${amount} NOT NULL CHECK (${either(`${isPositive("total")} AND total + 0 > 0`, "total > 0::numeric AND total < 'Infinity'")}),
  payable ${amount} NOT NULL${inPostgres(" CHECK (payable < 'Infinity')")},
  position ${integer} NOT NULL,
  PRIMARY KEY (company_id, counter),
  ${named("faktura_credit_notes_id_key")}UNIQUE (company_id, id)${inPostgres(",\n  CONSTRAINT faktura_credit_notes_position_key UNIQUE (company_id, position)")}
)${inKeyOrder};

CREATE INDEX faktura_credit_notes_by_invoice ON ${tables.creditNotes} (company_id, invoice_id, counter);

CREATE INDEX faktura_credit_notes_by_date ON ${tables.creditNotes} (company_id, issue_date, counter);

-- A key names the invoice that its request was about and, if it issued one, the credit note.
CREATE TABLE ${tables.keys} (
  company_id ${text} NOT NULL,
  key ${text} NOT NULL,
  fingerprint ${text} NOT NULL,
  invoice_id ${text} NOT NULL,
  credit_note_id ${text},
  PRIMARY KEY (company_id, key)
)${inKeyOrder};

-- All journal entries that are not invoices. An invoice's row is its own entry, at its journal_position. Rows that other
-- writers insert have no position until the library next writes.
CREATE TABLE ${tables.journal} (
  company_id ${text} NOT NULL,
  position ${integer} NOT NULL${inPostgres(" CHECK (position >= 1)")},
  kind ${text} NOT NULL CHECK (kind IN (
    'payment.recorded', 'invoice.cancelled', 'invoice.written_off', 'credit_note.issued', 'credit_note.applied',
    'portal_number.recorded', 'portal_refusal.recorded', 'numbering.continued', 'dates.resumed')),
  invoice_id ${text},
  source ${text} NOT NULL CHECK (source IN ('api', 'panel')),
  actor ${text} CHECK (actor <> ''),
  recorded_at ${text} NOT NULL,
  document ${text} NOT NULL CHECK (${isObject("document")}),
  digest ${text} NOT NULL CHECK (${builtIn}length(digest) = 64),
  PRIMARY KEY (company_id, position)
)${inKeyOrder};

CREATE INDEX faktura_journal_by_invoice ON ${tables.journal} (company_id, invoice_id, position);
`;
}

/** The sequences that began elsewhere, or that a host's own counter numbers. PostgreSQL locks a row for each company. */
function sequenceTable(sql: TableSyntax): string {
  const { tables, text, integer, day } = sql;
  const { either, inPostgres } = eitherOf(sql);
  // The fence changes before a call is reported as unwritten that may still arrive, and if a migration excludes older
  // servers. A call that arrives after that writes nothing.
  return `
CREATE TABLE ${tables.sequences} (
  company_id ${text} PRIMARY KEY,
  last_counter ${integer} NOT NULL${inPostgres(" DEFAULT 0")},
  last_issue_date ${day},${inPostgres("\n  fence bigint NOT NULL DEFAULT 0,")}
  counted_by ${text} NOT NULL${either("", " DEFAULT 'invoices'")} CHECK (counted_by IN ('invoices', 'host'))
)${either(" STRICT", "")};
`;
}

/** SQL that creates the table of API keys. Only a hash of each key is stored. */
export function apiKeyTable(sql: TableSyntax): string {
  const { tables, builtIn, text, inKeyOrder } = sql;
  const { either } = eitherOf(sql);
  const isHash = either(`${builtIn}length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'`, "hash ~ '^[0-9a-f]{64}$'");
  const isArray = either(
    "json_valid(scopes) AND json_type(scopes) = 'array'",
    "pg_catalog.json_typeof(scopes::pg_catalog.json) = 'array'",
  );
  return `
CREATE TABLE ${tables.apiKeys} (
  company_id ${text} NOT NULL,
  id ${text} NOT NULL,
  hash ${text} NOT NULL CHECK (${isHash}),
  scopes ${text} NOT NULL CHECK (${isArray}),
  name ${text},
  actor ${text} NOT NULL,
  created_at ${text} NOT NULL,
  expires_at ${text},
  revoked_at ${text},
  last_used_at ${text},
  PRIMARY KEY (company_id, id)
)${inKeyOrder};
`;
}

/**
 * SQL that creates what is written behind the journal. It follows from the books alone: if all rows of a company are deleted,
 * they are written again.
 */
export function indexTables(sql: TableSyntax): string {
  const { tables, text, content, integer, named, inKeyOrder, unordered } = sql;
  const { either, inPostgres } = eitherOf(sql);
  return `
-- Which invoices the returns of a month concern, for each 1,000 entries of the journal. The row without a month says where
-- the summary ends. rules is the number of what decided the months.
CREATE TABLE ${tables.returnMonths} (
  company_id ${text} NOT NULL,
  rules ${integer} NOT NULL,
  month ${text} NOT NULL,
  through ${integer} NOT NULL,
  content ${content} NOT NULL,
  PRIMARY KEY (company_id, rules, month, through)
)${inKeyOrder};

-- The index for searches and for lists by client.
CREATE TABLE ${tables.searchBlocks} (
  company_id ${text} NOT NULL,
  block ${integer} NOT NULL,
  through ${integer} NOT NULL,
  first_day ${text} NOT NULL,
  last_day ${text} NOT NULL,
  PRIMARY KEY (company_id, block)
)${inKeyOrder};

CREATE TABLE ${tables.searchTerms} (
  company_id ${text} NOT NULL,
  kind ${text} NOT NULL CHECK (kind IN ('client', 'word', 'amount')),
  term ${text} NOT NULL,
  id ${integer} NOT NULL,
  PRIMARY KEY (company_id, kind, term),
  ${named("faktura_search_terms_id_key")}UNIQUE (company_id, id)
)${inKeyOrder};

-- A group is several blocks, so that a step changes few pages and a search looks up each term only once in each group.
CREATE TABLE ${tables.searchPostings} (
  company_id ${text} NOT NULL,
  block_group ${integer} NOT NULL,
  term_id ${integer} NOT NULL,
  block ${integer} NOT NULL,
  offsets ${text} NOT NULL,
  PRIMARY KEY (company_id, block_group, term_id, block)
)${inKeyOrder};

-- On SQLite not in the order of the key, because a look-up would read the long texts that it passes. On PostgreSQL in parts
-- that are so short that they stay in the table: reading long ones takes several times as long.
CREATE TABLE ${tables.searchTexts} (
  company_id ${text} NOT NULL,
  block ${integer} NOT NULL,${inPostgres("\n  through bigint NOT NULL,\n  part bigint NOT NULL,")}
  text ${text} NOT NULL,
  PRIMARY KEY (company_id, block${inPostgres(", through, part")})
)${unordered};
${either("", `\nALTER TABLE ${tables.searchTexts} ALTER COLUMN text SET STORAGE EXTERNAL;\n`)}`;
}

/** SQL that creates the table of the panel's records, if it is missing. Nothing guards it, because no invoice depends on it. */
export function panelTable(sql: TableSyntax): string {
  const { tables, text, content, unordered } = sql;
  const { either } = eitherOf(sql);
  return `
CREATE TABLE IF NOT EXISTS ${tables.panelRecords} (
  company_id ${text} NOT NULL,
  kind ${text} NOT NULL,
  id ${text} NOT NULL,
  revision ${text} NOT NULL,
  sort_key ${text} NOT NULL,
  search_text ${text} NOT NULL,
  summary ${content} NOT NULL,
  content ${content} NOT NULL${either(" CHECK (json_valid(content))", "")},
  PRIMARY KEY (company_id, kind, id)
)${unordered};

CREATE INDEX IF NOT EXISTS faktura_panel_records_sorted ON ${tables.panelRecords} (company_id, kind, sort_key, id);
`;
}
