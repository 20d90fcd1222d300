import { createInvoicing, determineVat, type InvoiceOrder } from "faktura";
import { createHttpHandler } from "faktura/http";
import { MemoryStore, memoryStore } from "faktura/memory";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { viesVerifier } from "faktura/vies";
import { freshFile } from "../support/stores.ts";

const store = memoryStore();
const invoicing = createInvoicing({ store });
const acme = invoicing.company("acme");
const item = { description: "Lamp", quantity: 1, unitPrice: 100 };
const order: InvoiceOrder = { clientName: "Kundin", clientCountry: "DE", items: [item] };
const seller = { country: "DE", vatRegistered: true, ossRegistered: true };
const authenticate = () => null;
const scopes = ["read:invoices"];
const profile = { ...seller, name: "Firma GmbH", defaultCurrency: "EUR" };

/** Mistakes that the compiler must reject. `@ts-expect-error` fails if one of them compiles. */
export const MISTAKES: Record<string, () => unknown> = {
  // @ts-expect-error a promise of a store
  "a store that was not awaited": () => createInvoicing({ store: openSqliteStore(freshFile()) }),
  // @ts-expect-error a class
  "a store's class": () => createInvoicing({ store: MemoryStore }),
  // @ts-expect-error the store itself
  "a store for the options": () => createInvoicing(store),
  // @ts-expect-error onEvent
  "a misspelt option": () => createInvoicing({ store, onevent: () => {} }),
  // @ts-expect-error rows, not a number
  "a rate as a number": () => createInvoicing({ store, rates: { FI: 25.5 } }),
  // @ts-expect-error { now }
  "a clock that is a function": () => createInvoicing({ store, clock: () => new Date() }),
  // @ts-expect-error undefined
  "no company": () => invoicing.company(undefined),
  // @ts-expect-error a number
  "a company's number": () => invoicing.company(42),
  // @ts-expect-error authenticate is missing
  "no authenticate": () => createHttpHandler(invoicing, {}),
  // @ts-expect-error basePath
  "a misspelt base path": () => createHttpHandler(invoicing, { authenticate, basepath: "/x" }),
  // @ts-expect-error a store
  "a store for the invoicing": () => createHttpHandler(store, { authenticate }),
  // @ts-expect-error a connection string
  "a connection string": () => postgresStore("postgres://localhost/billing"),
  // @ts-expect-error a path
  "a path for a function": () => sqliteStore("never.db"),
  // @ts-expect-error timeoutMs
  "a misspelt time-out": () => viesVerifier({ timeout: 5 }),
  // @ts-expect-error the day is missing
  "VAT without a day": () => determineVat(seller, { country: "FI" }),
  // @ts-expect-error a Date
  "VAT on a Date": () => determineVat(seller, { country: "FI" }, { on: new Date() }),
  // @ts-expect-error a text
  "a quantity as a text": () => acme.issue({ ...order, items: [{ ...item, quantity: "1" }] }),
  // @ts-expect-error a Date
  "a Date": () => acme.issue({ ...order, supplyDate: new Date() }),
  // @ts-expect-error an object
  "items that are no list": () => acme.issue({ ...order, items: {} }),
  // @ts-expect-error clientCountry
  "a misspelt field": () => acme.issue({ ...order, clientCounrty: "DE" }),
  // @ts-expect-error a text
  "a bare idempotency key": () => acme.issue(order, "order-17"),
  // @ts-expect-error SENT
  "a status in small letters": () => acme.list({ status: "sent" }),
  // @ts-expect-error an object
  "a bare amount": () => acme.recordPayment("id", 5),
  // @ts-expect-error an object
  "a bare reason": () => acme.cancel("id", "by mistake"),
  // @ts-expect-error a list
  "one order for many": () => acme.issueMany(order),
  // @ts-expect-error invoicePrefix
  "a misspelt prefix": () => acme.saveProfile({ ...profile, invoicePrefx: "INV" }),
};

/** Mistakes that only show at run time when a request comes, or not at all. */
export const COMPILED_ONLY = [
  // @ts-expect-error a boolean is not a principal
  () => createHttpHandler(invoicing, { authenticate: (apiKey) => apiKey === "secret" }),
  // @ts-expect-error a text of scopes
  () => createHttpHandler(invoicing, { authenticate: () => ({ companyId: "acme", scopes: "read:invoices" }) }),
  // @ts-expect-error companyId
  () => createHttpHandler(invoicing, { authenticate: () => ({ company: "acme", scopes }) }),
  // @ts-expect-error issue is not awaited
  () => acme.issue(order).invoiceNumber,
];
