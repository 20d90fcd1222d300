import type { Tables } from "../settings.ts";

/**
 * SQL for the index for searches and for lists by client, which is written behind the journal. It follows from the invoices
 * alone: if all rows of a company are deleted, it is built again.
 */
export function searchTables({ searchBlocks, searchTerms, searchPostings, searchTexts }: Tables): string {
  return `
CREATE TABLE ${searchBlocks} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  block      bigint NOT NULL,
  through    bigint NOT NULL,
  first_day  pg_catalog.text COLLATE "C" NOT NULL,
  last_day   pg_catalog.text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_search_blocks_pkey PRIMARY KEY (company_id, block)
);

CREATE TABLE ${searchTerms} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  kind       pg_catalog.text COLLATE "C" NOT NULL CHECK (kind IN ('client', 'word', 'amount')),
  term       pg_catalog.text COLLATE "C" NOT NULL,
  id         bigint NOT NULL,
  CONSTRAINT faktura_search_terms_pkey PRIMARY KEY (company_id, kind, term),
  CONSTRAINT faktura_search_terms_id_key UNIQUE (company_id, id)
);

-- A group is several blocks, so that a step changes few pages and a search looks up each term only once in each group.
CREATE TABLE ${searchPostings} (
  company_id  pg_catalog.text COLLATE "C" NOT NULL,
  block_group bigint NOT NULL,
  term_id     bigint NOT NULL,
  block       bigint NOT NULL,
  offsets     pg_catalog.text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_search_postings_pkey PRIMARY KEY (company_id, block_group, term_id, block)
);

-- Parts of a block's text, so short that they stay in the table: reading long ones takes several times as long.
CREATE TABLE ${searchTexts} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  block      bigint NOT NULL,
  through    bigint NOT NULL,
  part       bigint NOT NULL,
  text       pg_catalog.text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_search_texts_pkey PRIMARY KEY (company_id, block, through, part)
);

ALTER TABLE ${searchTexts} ALTER COLUMN text SET STORAGE EXTERNAL;
`;
}
