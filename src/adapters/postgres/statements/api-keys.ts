import type { ApiKeyStore } from "../../../ports/api-key-store.ts";
import { API_KEY_COLUMNS, type ApiKeyRow, apiKeyOf } from "../../common/api-key-row.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";

type Statement<Result> = (session: Session, tables: Tables) => Promise<Result>;

/** The API keys of a PostgreSQL store. Each read or write is one statement, which may be repeated. */
export function apiKeyRows(
  read: <Result>(query: Statement<Result>) => Promise<Result>,
  write: (statement: Statement<void>) => Promise<void>,
): ApiKeyStore {
  const change = (sql: (table: string) => string, ...values: unknown[]) =>
    write(async (session, { apiKeys }) => void (await session.rows(sql(apiKeys), values)));
  const select = (rest: string, ...values: unknown[]) =>
    read(async (session, { apiKeys }) => {
      const sql = `SELECT ${API_KEY_COLUMNS} FROM ${apiKeys} WHERE company_id = $1 ${rest}`;
      return (await session.rows<ApiKeyRow>(sql, values)).map(apiKeyOf);
    });
  return {
    insert: (companyId, { id, hash, scopes, name, actor, createdAt, expiresAt }) =>
      change(
        // If it is repeated after a lost answer, it inserts nothing. A different key with this id violates the primary
        // key.
        (table) => `INSERT INTO ${table} (company_id, id, hash, scopes, name, actor, created_at, expires_at)
          SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text
          WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE company_id = $1 AND id = $2 AND hash = $3)`,
        ...[companyId, id, hash, JSON.stringify(scopes), name, actor, createdAt, expiresAt],
      ),
    find: async (companyId, keyId) => (await select("AND id = $2", companyId, keyId))[0],
    list: (companyId) => select("ORDER BY created_at, id", companyId),
    revoke: (...values) =>
      change(
        (table) => `UPDATE ${table} SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL`,
        ...values,
      ),
    expire: (...values) =>
      change(
        (table) => `UPDATE ${table} SET expires_at = $3
          WHERE company_id = $1 AND id = $2 AND (expires_at IS NULL OR expires_at > $3)`,
        ...values,
      ),
    touch: (...values) =>
      change(
        (table) => `UPDATE ${table} SET last_used_at = $3
          WHERE company_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3)`,
        ...values,
      ),
  };
}
