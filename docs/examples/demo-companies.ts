import type { CompanyProfile, InvoiceOrder } from "faktura";
import type { Principal, Scope } from "faktura/http";
import type { PanelSession } from "faktura/panel";
import {
  BEISPIEL,
  type DemoClient,
  DUPONT,
  EXAMPLE,
  EXEMPLE,
  EXPORT_DECLARATION,
  KUNDIN,
  MAIJA,
  MATTI,
  PRIMER,
} from "./demo-clients.ts";

const EVERY_SCOPE: readonly Scope[] = ["read:company", "write:invoices", "read:invoices"];

/** The demo's API keys. A real host stores hashes of random keys; these are in the source so that you can try curl. */
export const DEMO_KEYS: ReadonlyMap<string, Principal> = new Map([
  ["demo-key-firma", { companyId: "firma", scopes: EVERY_SCOPE, actor: "demo" }],
  ["demo-key-atelier", { companyId: "atelier", scopes: EVERY_SCOPE, actor: "demo" }],
]);

/** Who uses the demo's panel: everybody at this computer. A real host reads it from its session. */
export const DEMO_SESSION: PanelSession = {
  companies: ["firma", "atelier"],
  actor: "demo panel",
  can: { issue: true, settings: true, keys: true },
};

/** Registered for VAT and OSS in Germany. Its numbers are valid, but nobody has them. */
export const FIRMA: CompanyProfile = {
  name: "Firma GmbH",
  country: "DE",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "FIRMA",
  vatNumber: "DE999999018",
  taxNumber: "30/999/99999",
  registrationNumber: "HRB 123456 B",
  address: { line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin" },
  email: "rechnung@firma.example",
  contact: { name: "Ada Beispiel", phone: "+49 30 1234567", email: "ada@firma.example" },
  electronicAddress: { scheme: "9930", id: "DE999999018" },
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  paymentTerms: "Zahlbar innerhalb von 14 Tagen ohne Abzug",
  legalNote: "Amtsgericht Charlottenburg, Geschäftsführerin: Ada Beispiel",
  language: "de",
  timeZone: "Europe/Berlin",
};

/** A small enterprise in France that is not registered for VAT. Its numbers are valid, but nobody has them. */
export const ATELIER: CompanyProfile = {
  name: "Atelier Petit",
  country: "FR",
  vatRegistered: false,
  ossRegistered: false,
  defaultCurrency: "EUR",
  invoicePrefix: "ATELIER",
  taxNumber: "99 99 999 999 999",
  registrationNumber: "999999006",
  registrationScheme: "0002",
  address: { line1: "3 rue des Ateliers", postalCode: "69001", city: "Lyon" },
  email: "bonjour@atelier.example",
  contact: { name: "Inès Petit", phone: "+33 4 99 99 99 99", email: "bonjour@atelier.example" },
  electronicAddress: { scheme: "0225", id: "999999006" },
  iban: "FR14 2004 1010 0505 0001 3M02 606",
  bic: "PSSTFRPPLYO",
  paymentTerms: "Paiement à 30 jours. Pénalités de retard : trois fois le taux d'intérêt légal.",
  legalNote: "Entrepreneur individuel (EI)",
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

// Each company sells in the language of its invoices.
const WORKSHOP = [{ description: "Workshop", quantity: 2, unitPrice: 450, unit: "Tage" }];
const PROJECTOR = [{ description: "Projektor", quantity: 1, unitPrice: 900, unit: "Stk" }];
const COURSE = [{ description: "Onlinekurs", quantity: 2, unitPrice: 450, unit: "Stk" }];
const FORMATION = [{ description: "Formation", quantity: 2, unitPrice: 450, unit: "jours" }];

function orderOf(client: DemoClient, items: InvoiceOrder["items"]): InvoiceOrder {
  return { ...client, items };
}

/** The order for the row that applies only until {@link FIRMA} joins OSS. */
export const BEFORE_OSS: DemoOrder = {
  scenario: "EU consumer, no OSS",
  apiKey: "demo-key-firma",
  order: orderOf(MAIJA, COURSE),
};

/** One order for each of the other rows. */
export const ORDERS: readonly DemoOrder[] = [
  { scenario: "not registered", apiKey: "demo-key-atelier", order: orderOf(DUPONT, FORMATION) },
  { scenario: "domestic", apiKey: "demo-key-firma", order: orderOf(KUNDIN, WORKSHOP) },
  { scenario: "EU business", apiKey: "demo-key-firma", order: orderOf(EXEMPLE, WORKSHOP) },
  { scenario: "goods to an EU business", apiKey: "demo-key-firma", order: orderOf(PRIMER, PROJECTOR) },
  { scenario: "EU consumer, OSS", apiKey: "demo-key-firma", order: orderOf(MATTI, COURSE) },
  {
    scenario: "outside the EU",
    apiKey: "demo-key-firma",
    order: { ...orderOf(BEISPIEL, PROJECTOR), supportingDocuments: [EXPORT_DECLARATION] },
  },
  { scenario: "service outside the EU", apiKey: "demo-key-firma", order: orderOf(EXAMPLE, WORKSHOP) },
];
