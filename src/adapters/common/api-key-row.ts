import type { StoredApiKey } from "../../ports/api-key-store.ts";

/** A row of the table of API keys, without the company. */
export interface ApiKeyRow {
  readonly id: string;
  readonly hash: string;
  /** A JSON array. */
  readonly scopes: string;
  readonly name: string | null;
  readonly actor: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** The columns of {@link ApiKeyRow}. */
export const API_KEY_COLUMNS = "id, hash, scopes, name, actor, created_at, expires_at, revoked_at, last_used_at";

/** The API key in a row. */
export function apiKeyOf(row: ApiKeyRow): StoredApiKey {
  const { id, hash, scopes, name, actor, created_at: createdAt, expires_at: expiresAt } = row;
  const { revoked_at: revokedAt, last_used_at: lastUsedAt } = row;
  const read = JSON.parse(scopes) as string[];
  return { id, hash, scopes: read, name, actor, createdAt, expiresAt, revokedAt, lastUsedAt };
}
