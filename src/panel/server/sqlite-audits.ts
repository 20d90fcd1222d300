import type { SqliteConnection } from "faktura/sqlite";
import type { AuditStore } from "./audits.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS panel_audits (
  company_id TEXT NOT NULL PRIMARY KEY,
  audit TEXT NOT NULL
)`;

/** Keeps verdicts in a table of the example's own. */
export function sqliteAudits(connection: SqliteConnection): AuditStore {
  connection.exec(TABLE);
  const found = connection.prepare("SELECT audit FROM panel_audits WHERE company_id = ?");
  const saved = connection.prepare(
    `INSERT INTO panel_audits (company_id, audit) VALUES (?, ?)
     ON CONFLICT (company_id) DO UPDATE SET audit = excluded.audit`,
  );
  return {
    async find(companyId) {
      const row = found.get(companyId) as { readonly audit: string } | undefined;
      return row && JSON.parse(row.audit);
    },
    save: async (companyId, audit) => void saved.run(companyId, JSON.stringify(audit)),
  };
}
