import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { openSqliteStore } from "faktura/sqlite";
import { file } from "./options.ts";

export const store = await openSqliteStore(file);
export const invoicing = createInvoicing({ store });
await invoicing.company("firma").saveProfile({
  name: "Firma GmbH",
  country: "DE",
  vatNumber: "DE136695976",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
});
const keys = new Map([
  ["secret", { companyId: "firma", scopes: ["read:company", "read:invoices", "write:invoices"] }],
  ["secret-of-a-reader", { companyId: "firma", scopes: ["read:invoices"] }],
]);

export const handle = createHttpHandler(invoicing, {
  basePath: "/accounting",
  authenticate: (apiKey) => keys.get(apiKey) ?? null,
});
