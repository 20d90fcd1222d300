import type { SqliteConnection } from "faktura/sqlite";
import type { Draft, DraftEntry } from "../wire.ts";
import type { DraftStore } from "./drafts.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS panel_drafts (
  company_id TEXT NOT NULL,
  id TEXT NOT NULL,
  revision TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (company_id, id)
)`;

type Row = Omit<Draft, "fields"> & { readonly fields: string };

/** Keeps drafts in a table of the example's own. */
export function sqliteDrafts(connection: SqliteConnection): DraftStore {
  connection.exec(TABLE);
  const listed = connection.prepare(
    `SELECT id, saved_at AS savedAt, ifnull(json_extract(fields, '$."/clientName"'), '') AS clientName
     FROM panel_drafts WHERE company_id = ? ORDER BY saved_at DESC, id`,
  );
  const found = connection.prepare(
    "SELECT id, revision, saved_at AS savedAt, fields FROM panel_drafts WHERE company_id = ? AND id = ?",
  );
  const inserted = connection.prepare(
    `INSERT INTO panel_drafts (revision, saved_at, fields, company_id, id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING 1`,
  );
  const updated = connection.prepare(
    `UPDATE panel_drafts SET revision = ?, saved_at = ?, fields = ?
     WHERE company_id = ? AND id = ? AND revision IN (SELECT value FROM json_each(?)) RETURNING 1`,
  );
  const removed = connection.prepare("DELETE FROM panel_drafts WHERE company_id = ? AND id = ?");
  return {
    list: async (companyId) => listed.all(companyId) as DraftEntry[],
    async find(companyId, id) {
      const row = found.get(companyId, id) as Row | undefined;
      return row && { ...row, fields: JSON.parse(row.fields) };
    },
    async save(companyId, { id, revision, savedAt, fields }, replaces) {
      const values = [revision, savedAt, JSON.stringify(fields), companyId, id];
      if (updated.get(...values, JSON.stringify(replaces)) !== undefined) return true;
      return replaces.includes("") && inserted.get(...values) !== undefined;
    },
    remove: async (companyId, id) => void removed.run(companyId, id),
  };
}
