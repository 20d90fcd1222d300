import { apiKeys, type InvoicingStore, type StoredApiKey } from "faktura";

/** Does with one of the company's keys all that can be done, and gives it as it is stored then. */
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
