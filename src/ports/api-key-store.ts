import type { ApiKey } from "../domain/access.ts";

/** An API key as it is stored. */
export interface StoredApiKey extends ApiKey {
  /** SHA-256 of the whole key, in hexadecimal. Nothing else of the key is stored. */
  readonly hash: string;
}

/** An API key as it is inserted: neither revoked nor used. */
export type NewApiKey = Omit<StoredApiKey, "revokedAt" | "lastUsedAt">;

/**
 * The stored API keys, for hosts that have none. Outside any transaction.
 *
 * - **Guarantee**: a key is never deleted, and only its expiry and its last use can change, so you can always find out who
 *   could do what, and when. When the promise of a write fulfils, the write is durable and visible to every reader.
 *   Instants are ISO 8601 in UTC with milliseconds, so that they sort as strings.
 * - **Cost**: `find` runs for every request, so it must be a look-up by key. Each write is one durable commit.
 */
export interface ApiKeyStore {
  /** Adds a key. Rejects if the company already has a key with this id. */
  insert(companyId: string, key: NewApiKey): Promise<void>;
  /** The company's key with this id, in any state; `undefined` if there is none. */
  find(companyId: string, keyId: string): Promise<StoredApiKey | undefined>;
  /** All of the company's keys, oldest first. */
  list(companyId: string): Promise<readonly StoredApiKey[]>;
  /** Ends a key. A key that is already revoked keeps its original revocation time. An unknown id is ignored. */
  revoke(companyId: string, keyId: string, revokedAt: string): Promise<void>;
  /** Lets a key expire at this instant, unless it expires sooner. An unknown id is ignored. */
  expire(companyId: string, keyId: string, expiresAt: string): Promise<void>;
  /** Records when a key was last used, unless a later use is known. Revoked keys too, because uses are written late. */
  touch(companyId: string, keyId: string, usedAt: string): Promise<void>;
}
