import type { SqliteConnection } from "faktura/sqlite";
import type { Logo, LogoStore } from "./logos.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS panel_logos (
  company_id TEXT NOT NULL PRIMARY KEY,
  type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  saved_at TEXT NOT NULL
)`;

/** Keeps logos in a table of the example's own. */
export function sqliteLogos(connection: SqliteConnection): LogoStore {
  connection.exec(TABLE);
  const found = connection.prepare("SELECT type, bytes, saved_at AS savedAt FROM panel_logos WHERE company_id = ?");
  const saved = connection.prepare(
    `INSERT INTO panel_logos (company_id, type, bytes, saved_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (company_id) DO UPDATE SET type = excluded.type, bytes = excluded.bytes, saved_at = excluded.saved_at`,
  );
  const removed = connection.prepare("DELETE FROM panel_logos WHERE company_id = ?");
  return {
    async find(companyId) {
      const row = found.get(companyId) as Logo | undefined;
      return row && { ...row, bytes: new Uint8Array(row.bytes) };
    },
    save: async (companyId, { type, bytes, savedAt }) => void saved.run(companyId, type, bytes, savedAt),
    remove: async (companyId) => void removed.run(companyId),
  };
}
