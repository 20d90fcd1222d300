import type { ApiKeyStore } from "../../../ports/api-key-store.ts";
import { API_KEY_COLUMNS, type ApiKeyRow, apiKeyOf } from "../../common/api-key-row.ts";
import type { Session } from "../connection/session.ts";

/** The API keys of a SQLite store. `read` and `write` retry while the file is locked, and `write` commits. */
export function apiKeyRows(
  read: <Result>(query: (session: Session) => Result) => Promise<Result>,
  write: (statements: (session: Session) => void) => Promise<void>,
): ApiKeyStore {
  const change = (sql: string, ...values: unknown[]) => write((session) => session.run(sql, ...values));
  return {
    insert: (companyId, { id, hash, scopes, name, actor, createdAt, expiresAt }) =>
      change(
        `INSERT INTO faktura_api_keys (company_id, id, hash, scopes, name, actor, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[companyId, id, hash, JSON.stringify(scopes), name, actor, createdAt, expiresAt],
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
    revoke: (companyId, keyId, revokedAt) =>
      change(
        "UPDATE faktura_api_keys SET revoked_at = ? WHERE company_id = ? AND id = ? AND revoked_at IS NULL",
        ...[revokedAt, companyId, keyId],
      ),
    expire: (companyId, keyId, expiresAt) =>
      change(
        `UPDATE faktura_api_keys SET expires_at = ?
         WHERE company_id = ? AND id = ? AND (expires_at IS NULL OR expires_at > ?)`,
        ...[expiresAt, companyId, keyId, expiresAt],
      ),
    touch: (companyId, keyId, usedAt) =>
      change(
        `UPDATE faktura_api_keys SET last_used_at = ?
         WHERE company_id = ? AND id = ? AND (last_used_at IS NULL OR last_used_at < ?)`,
        ...[usedAt, companyId, keyId, usedAt],
      ),
  };
}
