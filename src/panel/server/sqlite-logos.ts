import type { SqliteConnection } from "faktura/sqlite";
import type { Logo, LogoStore } from "./logos.ts";

/** A row without bytes says that there is no logo from that day on. */
const TABLE = `CREATE TABLE IF NOT EXISTS panel_dated_logos (
  company_id TEXT NOT NULL,
  since TEXT NOT NULL,
  type TEXT,
  bytes BLOB,
  saved_at TEXT,
  PRIMARY KEY (company_id, since)
)`;

/** Keeps logos in a table of the example's own. */
export function sqliteLogos(connection: SqliteConnection): LogoStore {
  connection.exec(TABLE);
  const found = connection.prepare(
    `SELECT type, bytes, saved_at AS savedAt FROM panel_dated_logos WHERE company_id = ? AND since <= ?
     ORDER BY since DESC LIMIT 1`,
  );
  const saved = connection.prepare(
    `INSERT INTO panel_dated_logos (company_id, since, type, bytes, saved_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (company_id, since)
     DO UPDATE SET type = excluded.type, bytes = excluded.bytes, saved_at = excluded.saved_at`,
  );
  return {
    async find(companyId, day) {
      const row = found.get(companyId, day) as Logo | { readonly bytes: null } | undefined;
      return row?.bytes ? { ...row, bytes: new Uint8Array(row.bytes) } : undefined;
    },
    save: async (companyId, since, { type, bytes, savedAt }) => void saved.run(companyId, since, type, bytes, savedAt),
    remove: async (companyId, since) => void saved.run(companyId, since, null, null, null),
  };
}
