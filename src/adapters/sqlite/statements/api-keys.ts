import type { ApiKeyStore } from "../../../ports/api-key-store.ts";
import { API_KEY_COLUMNS, type ApiKeyRow, apiKeyOf } from "../../common/api-key-row.ts";
import type { Session } from "../connection/session.ts";

type KeyIds = readonly [companyId: string, keyId: string];

/** The API keys of a SQLite store. `read` and `write` retry while the file is locked, and `write` commits. */
export function apiKeyRows(
  read: <Result>(query: (session: Session) => Result) => Promise<Result>,
  write: (statements: (session: Session) => void) => Promise<void>,
): ApiKeyStore {
  /** Sets a column of the key's row, if the row meets the condition. */
  const change = (column: string, value: string, [companyId, keyId]: KeyIds, condition: string, ...values: string[]) =>
    write((session) => {
      const key = "WHERE company_id = ? AND id = ?";
      const due = session.get(`SELECT 1 FROM faktura_api_keys ${key} AND ${condition}`, companyId, keyId, ...values);
      if (due === undefined) return;
      session.write(1, `UPDATE faktura_api_keys SET ${column} = ? ${key}`, value, companyId, keyId);
    });
  return {
    insert: (companyId, { id, hash, scopes, name, actor, createdAt, expiresAt }) =>
      write((session) =>
        session.write(
          1,
          `INSERT INTO faktura_api_keys (company_id, id, hash, scopes, name, actor, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[companyId, id, hash, JSON.stringify(scopes), name, actor, createdAt, expiresAt],
        ),
      ),
    find: (companyId, keyId) =>
      read((session) => {
        const sql = `SELECT ${API_KEY_COLUMNS} FROM faktura_api_keys WHERE company_id = ? AND id = ?`;
        const row = session.get<ApiKeyRow>(sql, companyId, keyId);
        return row && apiKeyOf(row);
      }),
    list: (companyId) =>
      read((session) => {
        const sql = `SELECT ${API_KEY_COLUMNS} FROM faktura_api_keys WHERE company_id = ? ORDER BY created_at, id`;
        return session.all<ApiKeyRow>(sql, companyId).map(apiKeyOf);
      }),
    revoke: (companyId, keyId, revokedAt) => change("revoked_at", revokedAt, [companyId, keyId], "revoked_at IS NULL"),
    expire: (companyId, keyId, expiresAt) =>
      change("expires_at", expiresAt, [companyId, keyId], "(expires_at IS NULL OR expires_at > ?)", expiresAt),
    touch: (companyId, keyId, usedAt) =>
      change("last_used_at", usedAt, [companyId, keyId], "(last_used_at IS NULL OR last_used_at < ?)", usedAt),
  };
}
