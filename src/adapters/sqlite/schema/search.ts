/**
 * The index for searches and for lists by client, which is written behind the journal. It follows from the invoices alone:
 * if all rows of a company are deleted, it is built again.
 */
export const SEARCH = `
CREATE TABLE faktura_search_blocks (
  company_id TEXT NOT NULL,
  block      INTEGER NOT NULL,
  through    INTEGER NOT NULL,
  first_day  TEXT NOT NULL,
  last_day   TEXT NOT NULL,
  PRIMARY KEY (company_id, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE faktura_search_terms (
  company_id TEXT NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('client', 'word', 'amount')),
  term       TEXT NOT NULL,
  id         INTEGER NOT NULL,
  PRIMARY KEY (company_id, kind, term),
  UNIQUE (company_id, id)
) STRICT, WITHOUT ROWID;

-- A group is several blocks, so that a step changes few pages and a search looks up each term only once in each group.
CREATE TABLE faktura_search_postings (
  company_id  TEXT NOT NULL,
  block_group INTEGER NOT NULL,
  term_id     INTEGER NOT NULL,
  block       INTEGER NOT NULL,
  offsets     TEXT NOT NULL,
  PRIMARY KEY (company_id, block_group, term_id, block)
) STRICT, WITHOUT ROWID;

-- Not in the order of the key, because a look-up would read the long texts that it passes.
CREATE TABLE faktura_search_texts (
  company_id TEXT NOT NULL,
  block      INTEGER NOT NULL,
  text       TEXT NOT NULL,
  PRIMARY KEY (company_id, block)
) STRICT;
`;
