import type { ApiKeyStore, StoredApiKey } from "../../ports/api-key-store.ts";

/** The API keys of a memory store. `requireOpen` throws if the store is closed. */
export function memoryApiKeys(requireOpen: () => void): ApiKeyStore {
  const companies = new Map<string, Map<string, StoredApiKey>>();
  const keysOf = (companyId: string) => {
    requireOpen();
    return companies.get(companyId);
  };
  const change = (companyId: string, keyId: string, changes: (key: StoredApiKey) => Partial<StoredApiKey>) => {
    const keys = keysOf(companyId);
    const key = keys?.get(keyId);
    if (key !== undefined) keys?.set(keyId, { ...key, ...changes(key) });
  };
  return {
    async insert(companyId, key) {
      const keys = keysOf(companyId) ?? new Map<string, StoredApiKey>();
      if (keys.has(key.id)) throw new Error(`an API key with the id ${key.id} already exists`);
      companies.set(companyId, keys.set(key.id, copied({ ...key, revokedAt: null, lastUsedAt: null })));
    },
    async find(companyId, keyId) {
      const key = keysOf(companyId)?.get(keyId);
      return key && copied(key);
    },
    async list(companyId) {
      const keys = [...(keysOf(companyId)?.values() ?? [])];
      return keys.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).map(copied);
    },
    async revoke(companyId, keyId, revokedAt) {
      change(companyId, keyId, (key) => ({ revokedAt: key.revokedAt ?? revokedAt }));
    },
    async expire(companyId, keyId, expiresAt) {
      change(companyId, keyId, (key) => {
        return { expiresAt: key.expiresAt !== null && key.expiresAt < expiresAt ? key.expiresAt : expiresAt };
      });
    },
    async touch(companyId, keyId, usedAt) {
      change(companyId, keyId, ({ lastUsedAt }) => {
        return { lastUsedAt: lastUsedAt !== null && lastUsedAt > usedAt ? lastUsedAt : usedAt };
      });
    },
  };
}

/** A copy, so that callers never share an object with the store. */
function copied(key: StoredApiKey): StoredApiKey {
  return { ...key, scopes: [...key.scopes] };
}

function orderOf({ createdAt, id }: StoredApiKey): string {
  return `${createdAt} ${id}`;
}
