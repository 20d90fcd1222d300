import type { CompanyProfile, InvoiceOrder } from "faktura";
import type { Principal, Scope } from "faktura/http";
import type { PanelUser } from "./panel/server/panel-user.ts";

const EVERY_SCOPE: readonly Scope[] = ["read:company", "write:invoices", "read:invoices"];

/** The demo's API keys. A real host stores hashes of random keys; these are in the source so that you can try curl. */
export const DEMO_KEYS: ReadonlyMap<string, Principal> = new Map([
  ["demo-key-firma", { companyId: "firma", scopes: EVERY_SCOPE, actor: "demo" }],
  ["demo-key-atelier", { companyId: "atelier", scopes: EVERY_SCOPE, actor: "demo" }],
]);

/** The user of the demo's panel. A real host takes the user from its session. */
export const DEMO_USER: PanelUser = { companyIds: ["firma", "atelier"], actor: "demo panel" };

/** Registered for VAT and OSS in Germany. */
export const FIRMA: CompanyProfile = {
  name: "Firma GmbH",
  country: "DE",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "FIRMA",
  vatNumber: "DE136695976",
  registrationNumber: "HRB 123456 B",
  address: { line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin" },
  email: "rechnung@firma.example",
  contact: { name: "Ada Beispiel", phone: "+49 30 1234567", email: "ada@firma.example" },
  electronicAddress: { scheme: "9930", id: "DE136695976" },
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  paymentTerms: "Zahlbar innerhalb von 14 Tagen ohne Abzug",
  legalNote: "Amtsgericht Charlottenburg, Geschäftsführerin: Ada Beispiel",
  language: "de",
  timeZone: "Europe/Berlin",
};

/** A small enterprise in France that is not registered for VAT. */
export const ATELIER: CompanyProfile = {
  name: "Atelier Petit",
  country: "FR",
  vatRegistered: false,
  ossRegistered: false,
  defaultCurrency: "EUR",
  invoicePrefix: "ATELIER",
  registrationNumber: "SIREN 404 833 048",
  address: { line1: "3 rue des Ateliers", postalCode: "69001", city: "Lyon" },
  email: "bonjour@atelier.example",
  iban: "FR14 2004 1010 0505 0001 3M02 606",
  paymentTerms: "Paiement à 30 jours",
  language: "fr",
  timeZone: "Europe/Paris",
  exemptionNote: "TVA non applicable, art. 293 B du CGI",
};

/** An order for one row of the VAT table, and the key of the company that issues it. */
export interface DemoOrder {
  readonly scenario: string;
  readonly apiKey: string;
  readonly order: InvoiceOrder;
}

const items = [{ description: "Workshop", quantity: 2, unitPrice: 450, unit: "day" }];

const PARIS = { line1: "1 rue Neuve", postalCode: "75001", city: "Paris" };
const BARCELONA = { line1: "Carrer Nou 2", postalCode: "08001", city: "Barcelona" };

/** The order for the row that applies only until {@link FIRMA} joins OSS. */
export const BEFORE_OSS: DemoOrder = {
  scenario: "EU consumer, no OSS",
  apiKey: "demo-key-firma",
  order: { clientName: "Maija Meikäläinen", clientCountry: "FI", items },
};

/** One order for each of the other rows. */
export const ORDERS: readonly DemoOrder[] = [
  {
    scenario: "not registered",
    apiKey: "demo-key-atelier",
    order: { clientName: "Jean Dupont", clientCountry: "FR", items },
  },
  {
    scenario: "domestic",
    apiKey: "demo-key-firma",
    order: { clientName: "Kundin AG", clientCountry: "DE", items },
  },
  {
    scenario: "EU business",
    apiKey: "demo-key-firma",
    order: {
      ...{ clientName: "Exemple SARL", clientCountry: "FR", clientVatNumber: "FR40303265045", clientAddress: PARIS },
      items,
    },
  },
  {
    scenario: "goods to an EU business",
    apiKey: "demo-key-firma",
    order: {
      ...{ clientName: "Primer SL", clientCountry: "ES", clientVatNumber: "ESB58378431", supply: "goods" },
      clientAddress: BARCELONA,
      items: [{ description: "Projector", quantity: 1, unitPrice: 900, unit: "piece" }],
    },
  },
  {
    scenario: "EU consumer, OSS",
    apiKey: "demo-key-firma",
    order: { clientName: "Matti Meikäläinen", clientCountry: "FI", items },
  },
  {
    scenario: "outside the EU",
    apiKey: "demo-key-firma",
    order: { clientName: "Beispiel AG", clientCountry: "CH", items },
  },
  {
    scenario: "service outside the EU",
    apiKey: "demo-key-firma",
    order: {
      ...{ clientName: "Example Inc", clientCountry: "US", isCompany: true, supply: "services" },
      clientAddress: { line1: "1 Main Street", postalCode: "10001", city: "New York", region: "NY" },
      items,
    },
  },
];
