import { type ApiKey, isInForce } from "../../domain/access.ts";
import { bindMethods } from "../../domain/bind-methods.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { StoredApiKey } from "../../ports/api-key-store.ts";
import { requireCompanyId } from "../options.ts";
import { parseRequest } from "../schemas/parse.ts";
import { type ApiKeyParts, hashOf, isHashOf, isKeyId, newApiKey, newKeyId, parseApiKey } from "./key-text.ts";
import { LastUses } from "./last-used.ts";
import {
  type ApiKeyKeeper,
  type ApiKeyOptions,
  type ApiKeyPrincipal,
  type ApiKeyRequest,
  type ApiKeySettings,
  apiKeyRequestSchema,
  type CreatedApiKey,
  expirySchema,
  requireApiKeySettings,
} from "./options.ts";

/** The API keys of all companies of one store. Create it with {@link apiKeys}. */
export class ApiKeys {
  readonly #settings: ApiKeySettings;
  readonly #uses: LastUses;
  #closing: Promise<void> | undefined;

  constructor(settings: ApiKeySettings) {
    this.#settings = settings;
    this.#uses = new LastUses(settings.keyStore);
    bindMethods(this);
  }

  /** Creates a key. Does not check whether the company exists. @throws Refusal `request_invalid` */
  async create(companyId: string, request: ApiKeyRequest): Promise<CreatedApiKey> {
    const { keyStore, prefix } = this.#open(companyId);
    const createdAt = this.#now();
    const parsed = parseRequest(() => apiKeyRequestSchema(createdAt), request, "pointer");
    const id = newKeyId();
    const { name = null, expiresAt = null, actor = `api-key:${id}` } = parsed;
    const apiKey = newApiKey(prefix, { companyId, id });
    const key = { id, name, scopes: [...new Set(parsed.scopes)], actor, createdAt, expiresAt };
    await keyStore.insert(companyId, { ...key, hash: hashOf(apiKey) });
    return withKey({ ...key, revokedAt: null, lastUsedAt: null }, apiKey);
  }

  /** All of the company's keys, oldest first, including revoked and expired ones. */
  async list(companyId: string): Promise<readonly ApiKey[]> {
    const keys = await this.#open(companyId).keyStore.list(companyId);
    return keys.map((key) => this.#shown(companyId, key));
  }

  /**
   * Ends a key at once, in every process. Revoking again changes nothing.
   *
   * @throws Refusal `request_invalid` if there is no such key
   */
  async revoke(companyId: string, keyId: string): Promise<ApiKey> {
    const { keyStore } = this.#open(companyId);
    await this.#require(companyId, keyId);
    await keyStore.revoke(companyId, keyId, this.#now());
    return this.#require(companyId, keyId);
  }

  /**
   * Lets a key expire at an instant in the future, so that its users have time to switch to the next one.
   *
   * @throws Refusal `request_invalid` if there is no such key, or if it would live longer than before
   */
  async expire(companyId: string, keyId: string, expiresAt: string): Promise<ApiKey> {
    const { keyStore } = this.#open(companyId);
    const parsed = parseRequest(() => expirySchema(this.#now()), { expiresAt }, "parameter");
    const before = await this.#require(companyId, keyId);
    if (before.expiresAt !== null && parsed.expiresAt > before.expiresAt) {
      const detail = `must not be later than ${before.expiresAt}, its current expiry`;
      throw new Refusal("request_invalid", "A key's life can only be shortened.", [{ parameter: "expiresAt", detail }]);
    }
    await keyStore.expire(companyId, keyId, parsed.expiresAt);
    return this.#require(companyId, keyId);
  }

  /**
   * The owner of a key; `null` if the key is mistyped, unknown, expired or revoked. Bound, so that you can pass it to
   * `createHttpHandler` as it is. Costs one look-up by key, or none if the checksum is wrong.
   */
  readonly authenticate = async (apiKey: string): Promise<ApiKeyPrincipal | null> => {
    this.#requireOpen();
    const { keyStore, prefix } = this.#settings;
    const parts = parseApiKey(prefix, apiKey);
    if (parts === undefined) return null;
    const { companyId, id: keyId } = parts;
    const key = await keyStore.find(companyId, keyId);
    const isKnown = isHashOf(apiKey, key?.hash);
    const usedAt = this.#now();
    if (key === undefined || !isKnown || !isInForce(key, usedAt)) return null;
    this.#uses.note({ companyId, keyId, usedAt });
    return { companyId, keyId, scopes: key.scopes, actor: key.actor };
  };

  /**
   * The company and the id that a key contains, without a look-up; `undefined` for a string that is not a key, or a
   * mistyped one. It does not prove that the key exists.
   */
  parse(text: string): ApiKeyParts | undefined {
    return parseApiKey(this.#settings.prefix, text);
  }

  /** Writes the last uses that are not written yet. Call it before you close the store. Later calls reject. */
  close(): Promise<void> {
    this.#closing ??= this.#uses.close();
    return this.#closing;
  }

  #open(companyId: string): ApiKeySettings {
    this.#requireOpen();
    requireCompanyId(companyId);
    return this.#settings;
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) throw new TypeError("these API keys are closed");
  }

  #now(): string {
    return this.#settings.clock.now().toISOString();
  }

  /** @throws Refusal that does not repeat `keyId`, because it may be the key itself */
  async #require(companyId: string, keyId: string): Promise<ApiKey> {
    const key = isKeyId(keyId) ? await this.#settings.keyStore.find(companyId, keyId) : undefined;
    if (key !== undefined) return this.#shown(companyId, key);
    const detail = "is not the id of one of this company's keys; an id is 12 letters and digits, and part of the key";
    throw new Refusal("request_invalid", "The company has no such API key.", [{ parameter: "keyId", detail }]);
  }

  #shown(companyId: string, { hash: _, ...key }: StoredApiKey): ApiKey {
    const noted = this.#uses.pending({ companyId, keyId: key.id }) ?? "";
    return noted > (key.lastUsedAt ?? "") ? { ...key, lastUsedAt: noted } : key;
  }
}

/** Logging the result prints the getter without its value. JSON contains the value. */
function withKey(key: ApiKey, apiKey: string): CreatedApiKey {
  return {
    get apiKey() {
      return apiKey;
    },
    ...key,
  };
}

/**
 * API keys for hosts that have none. A key is shown once and stored as a hash.
 *
 * @throws TypeError that names the option if one is unknown or invalid, or if the store keeps no keys
 *
 * @example
 * ```ts
 * import { apiKeys, createInvoicing } from "faktura";
 * import { createHttpHandler } from "faktura/http";
 * import { memoryStore } from "faktura/memory";
 *
 * const store = memoryStore();
 * const keys = apiKeys(store);
 * const { apiKey } = await keys.create("firma", { scopes: ["read:invoices"], name: "Reports" });
 * const handle = createHttpHandler(createInvoicing({ store }), { authenticate: keys.authenticate });
 * const headers = { Authorization: `Bearer ${apiKey}` };
 * console.log((await handle(new Request("http://localhost/invoices", { headers }))).status); // 200
 * await keys.close();
 * ```
 */
export function apiKeys(store: ApiKeyKeeper, options: ApiKeyOptions = {}): ApiKeys {
  return new ApiKeys(requireApiKeySettings(store, options));
}
