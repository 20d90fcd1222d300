import { inApiKeys } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";

/** A store that reactivates a key or loses a use: it writes the fields as the last call read them. */
function overwriting(method: "revoke" | "expire" | "touch", field: "revokedAt" | "expiresAt" | "lastUsedAt"): Fault {
  return inApiKeys((apiKeys) => {
    let last: string | undefined;
    return {
      [method]: async (companyId: string, keyId: string, at: string) => {
        last = at;
        await apiKeys[method](companyId, keyId, at);
      },
      find: async (companyId, keyId) => {
        const key = await apiKeys.find(companyId, keyId);
        return key && { ...key, [field]: last ?? null };
      },
    };
  });
}

/** Faults of API keys: each case, and a store that fails it. */
export const API_KEY_FAULTS: Readonly<Record<string, Fault>> = {
  "an API key is returned as it was inserted, neither revoked nor used": inApiKeys(({ insert }) => ({
    insert: (companyId, key) => insert(companyId, { ...key, name: key.name?.normalize() ?? null }),
  })),
  "API keys are listed oldest first, in whatever order they were inserted": inApiKeys(({ list }) => ({
    list: async (companyId) => [...(await list(companyId))].sort((a, b) => (a.id < b.id ? -1 : 1)),
  })),
  "an API key's id is unique in a company, and another key with it is refused": inApiKeys(({ insert }) => ({
    insert: (companyId, key) => insert(companyId, key).catch(() => undefined),
  })),
  "the same key id in two companies means two keys, and ending or using one does not change the other": inApiKeys(
    ({ revoke }) => ({
      revoke: async (companyId, keyId, at) => {
        for (const id of [companyId, "globex"]) await revoke(id, keyId, at);
      },
    }),
  ),
  "a key that is revoked again keeps its first instant": overwriting("revoke", "revokedAt"),
  "a key's expiry can only become earlier": overwriting("expire", "expiresAt"),
  "a key's last use can only become later, even after it was revoked": overwriting("touch", "lastUsedAt"),
  "ending or using a key that does not exist changes nothing and does not fail": inApiKeys(({ find, revoke }) => ({
    revoke: async (companyId, keyId, at) => {
      if ((await find(companyId, keyId)) === undefined) throw new Error("there is no such key");
      await revoke(companyId, keyId, at);
    },
  })),
  "every call for API keys on a closed store rejects": (store) => ({ ...store, close: async () => undefined }),
};
