import type { ApiKeyStore, StoredApiKey } from "../../ports/api-key-store.ts";
import { allRows, type RunSteps, writeRows } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** A row of the table of API keys, without the company. The scopes are a JSON array. */
type ApiKeyRow = Omit<StoredApiKey, "scopes"> & { readonly scopes: string };

const COLUMNS = `k.id, k.hash, k.scopes, k.name, k.actor, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"`;

/** The API keys of a store. Each read or write is one statement, which may be repeated. */
export function apiKeyRows(read: RunSteps, write: RunSteps): ApiKeyStore {
  return {
    insert: (companyId, { id, hash, scopes, name, actor, createdAt, expiresAt }) =>
      write(({ tables: { apiKeys }, builtIn }) =>
        writeRows(
          `INSERT INTO ${apiKeys} (company_id, id, hash, scopes, name, actor, created_at, expires_at)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8
           WHERE NOT EXISTS (SELECT 1 FROM ${apiKeys} AS k WHERE k.company_id = $1 AND k.id = $2 AND k.hash = $3)`,
          [companyId, id, hash, JSON.stringify(scopes), name, actor, createdAt, expiresAt],
          // If it is repeated after a lost answer, it inserts nothing. Another key with this id violates a guard.
          `1 - (SELECT ${builtIn}count(*) FROM ${apiKeys} AS k WHERE k.company_id = $1 AND k.id = $2 AND k.hash = $3)`,
        ),
      ),
    find: (companyId, keyId) =>
      read(function* (sql) {
        return (yield* selectKeys(sql, "AND k.id = $2", companyId, keyId))[0];
      }),
    list: (companyId) => read(selectKeys, "ORDER BY k.created_at, k.id", companyId),
    // A change that comes too late writes what is there.
    revoke: (...key) => write(changeKey, "revoked_at = coalesce(revoked_at, $3)", key),
    expire: (...key) => write(changeKey, "expires_at = CASE WHEN expires_at < $3 THEN expires_at ELSE $3 END", key),
    touch: (...key) =>
      write(changeKey, "last_used_at = CASE WHEN last_used_at > $3 THEN last_used_at ELSE $3 END", key),
  };
}

function* selectKeys({ tables }: SqlSyntax, rest: string, ...values: readonly string[]) {
  const text = `SELECT ${COLUMNS} FROM ${tables.apiKeys} AS k WHERE k.company_id = $1 ${rest}`;
  return (yield* allRows<ApiKeyRow>(text, ...values)).map(apiKeyOf);
}

/** Changes the row of a key, if there is one. */
function changeKey({ tables: { apiKeys }, builtIn }: SqlSyntax, change: string, values: readonly string[]) {
  return writeRows(
    `UPDATE ${apiKeys} SET ${change} WHERE company_id = $1 AND id = $2`,
    values,
    `(SELECT ${builtIn}count(*) FROM ${apiKeys} AS k WHERE k.company_id = $1 AND k.id = $2)`,
  );
}

/** The fields by name, because some drivers add others. */
function apiKeyOf(row: ApiKeyRow): StoredApiKey {
  const { id, hash, scopes, name, actor, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  return { id, hash, scopes: JSON.parse(scopes), name, actor, createdAt, expiresAt, revokedAt, lastUsedAt };
}
