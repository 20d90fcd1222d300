import type { ApiKey } from "../domain/access.ts";

/** An API key as it is stored. */
export interface StoredApiKey extends ApiKey {
  /** SHA-256 of the whole key, in hexadecimal: all that is ever stored of it. */
  readonly hash: string;
}

/** An API key as it is inserted: neither revoked nor used. */
export type NewApiKey = Omit<StoredApiKey, "revokedAt" | "lastUsedAt">;

/**
 * The API keys kept here, for hosts that have none of their own. Outside any transaction.
 *
 * - **Guarantee**: a key is never deleted, and no more than its end and its last use ever changes; so who could do what,
 *   and when, stays known. What is written is durable, and seen by every reader, when the promise fulfils. Instants are
 *   ISO 8601 in UTC with milliseconds, so that text compares as time does.
 * - **Cost**: `find` is read for every request, so it is a look-up by key. Each write is one durable commit.
 */
export interface ApiKeyStore {
  /** Adds a key. Rejects where the company has another one with its id. */
  insert(companyId: string, key: NewApiKey): Promise<void>;
  /** The company's key with this id, in whatever state; `undefined` where there is none. */
  find(companyId: string, keyId: string): Promise<StoredApiKey | undefined>;
  /** All of the company's keys, oldest first. */
  list(companyId: string): Promise<readonly StoredApiKey[]>;
  /** Ends a key. One that is revoked keeps the instant of the first time; an id that there is not is passed over. */
  revoke(companyId: string, keyId: string, revokedAt: string): Promise<void>;
  /** Lets a key expire at this instant, unless it does so sooner anyway. */
  expire(companyId: string, keyId: string, expiresAt: string): Promise<void>;
  /** Tells when a key was last used, unless a later use is known; of a revoked one too, since uses are told late. */
  touch(companyId: string, keyId: string, usedAt: string): Promise<void>;
}
