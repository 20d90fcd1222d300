/** The table of the panel's records. A store creates it when the panel first uses it. */
export const PANEL_TABLE = `
CREATE TABLE IF NOT EXISTS faktura_panel_records (
  company_id  TEXT NOT NULL,
  kind        TEXT NOT NULL,
  id          TEXT NOT NULL,
  revision    TEXT NOT NULL,
  sort_key    TEXT NOT NULL,
  search_text TEXT NOT NULL,
  summary     TEXT NOT NULL,
  content     TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (company_id, kind, id)
) STRICT;

CREATE INDEX IF NOT EXISTS faktura_panel_records_sorted
  ON faktura_panel_records (company_id, kind, sort_key, id);
`;
