import { apiKeys, type InvoicingStore, type StoredApiKey } from "faktura";

/** Uses one of the company's keys in every way, and returns it as stored afterwards. */
export async function useApiKeys(store: InvoicingStore, companyId: string): Promise<StoredApiKey | undefined> {
  const keys = apiKeys(store);
  const { apiKey, id } = await keys.create(companyId, { scopes: ["read:invoices"] });
  await keys.authenticate(apiKey);
  await keys.expire(companyId, id, "2099-01-01T00:00:00Z");
  await keys.revoke(companyId, id);
  await keys.list(companyId);
  await keys.close();
  return store.apiKeys.find(companyId, id);
}
