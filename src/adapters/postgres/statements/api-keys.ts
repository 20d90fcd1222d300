import type { ApiKeyStore } from "../../../ports/api-key-store.ts";
import { API_KEY_COLUMNS, type ApiKeyRow, apiKeyOf } from "../../common/api-key-row.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { runWrites } from "./counted-writes.ts";

/** SQL of 1 if there is the key that a change names, else 0. A change that comes too late writes what is there. */
const knownKeys = (table: string) =>
  `(SELECT pg_catalog.count(*) FROM ${table} AS k WHERE k.company_id = $1 AND k.id = $2)`;

type Statement<Result> = (session: Session, tables: Tables) => Promise<Result>;

/** The API keys of a PostgreSQL store. Each read or write is one statement, which may be repeated. */
export function apiKeyRows(
  read: <Result>(query: Statement<Result>) => Promise<Result>,
  write: (statement: Statement<void>) => Promise<void>,
): ApiKeyStore {
  const change = (rows: (table: string) => string, sql: (table: string) => string, ...values: unknown[]) =>
    write(async (session, { apiKeys: table }) =>
      runWrites(session, [{ name: "api_keys", table, sql: sql(table), rows: rows(table) }], values),
    );
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
        (table) =>
          `1 - (SELECT pg_catalog.count(*) FROM ${table} AS k WHERE k.company_id = $1 AND k.id = $2 AND k.hash = $3)`,
        (table) => `INSERT INTO ${table} (company_id, id, hash, scopes, name, actor, created_at, expires_at)
          SELECT $1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text,
            $6::pg_catalog.text, $7::pg_catalog.text, $8::pg_catalog.text
          WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE company_id = $1 AND id = $2 AND hash = $3)`,
        ...[companyId, id, hash, JSON.stringify(scopes), name, actor, createdAt, expiresAt],
      ),
    find: async (companyId, keyId) => (await select("AND id = $2", companyId, keyId))[0],
    list: (companyId) => select("ORDER BY created_at, id", companyId),
    revoke: (...values) =>
      change(
        knownKeys,
        (table) => `UPDATE ${table} SET revoked_at = coalesce(revoked_at, $3) WHERE company_id = $1 AND id = $2`,
        ...values,
      ),
    expire: (...values) =>
      change(
        knownKeys,
        (table) => `UPDATE ${table} SET expires_at = least(expires_at, $3) WHERE company_id = $1 AND id = $2`,
        ...values,
      ),
    touch: (...values) =>
      change(
        knownKeys,
        (table) => `UPDATE ${table} SET last_used_at = greatest(last_used_at, $3) WHERE company_id = $1 AND id = $2`,
        ...values,
      ),
  };
}
