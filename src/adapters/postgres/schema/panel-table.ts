import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";

/** The qualified name of the table of the panel's records. */
export function panelTableIn({ schema }: Tables): string {
  return `${schema}.faktura_panel_records`;
}

/** SQL for the table of the panel's records. Nothing guards it, because no invoice depends on it. */
export function panelTable(tables: Tables): string {
  const table = panelTableIn(tables);
  return `
CREATE TABLE IF NOT EXISTS ${table} (
  company_id  pg_catalog.text COLLATE "C" NOT NULL,
  kind        pg_catalog.text COLLATE "C" NOT NULL,
  id          pg_catalog.text COLLATE "C" NOT NULL,
  revision    pg_catalog.text COLLATE "C" NOT NULL,
  sort_key    pg_catalog.text COLLATE "C" NOT NULL,
  search_text pg_catalog.text COLLATE "C" NOT NULL,
  summary     pg_catalog.text NOT NULL,
  content     pg_catalog.text NOT NULL,
  CONSTRAINT faktura_panel_records_pkey PRIMARY KEY (company_id, kind, id)
);
CREATE INDEX IF NOT EXISTS faktura_panel_records_sorted ON ${table} (company_id, kind, sort_key, id);
`;
}

/** Whether the schema has the table of the panel's records. */
export async function hasPanelTable(session: Session, { schemaName }: Tables): Promise<boolean> {
  // Queries the catalogue, because reading a table that does not exist would abort the transaction.
  const found = await session.rows(
    `SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'faktura_panel_records' AND relkind IN ('r', 'p')
      AND relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1)`,
    [schemaName],
  );
  return found.length > 0;
}
