import type { CompanyProfile, InvoiceOrder } from "faktura";

/** A German company whose profile has all that any electronic document needs. */
export const SELLER: Partial<CompanyProfile> = {
  taxNumber: "12/345/67890",
  registrationNumber: "HRB 1234",
  address: { line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin" },
  iban: "DE02 1203 0000 0000 2020 51",
  bic: "BYLADEM1001",
  creditorId: "DE98ZZZ09999999999",
  paymentTerms: "30 Tage netto",
  electronicAddress: { scheme: "9930", id: "DE136695976" },
  contact: { name: "Buchhaltung", phone: "+49 30 1234", email: "frage@example.com" },
};

/** An order for a French business that has all that any electronic document needs. */
export const ORDER: InvoiceOrder = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  clientAddress: { line1: "1 rue A", postalCode: "75001", city: "Paris" },
  clientElectronicAddress: { scheme: "0009", id: "30326504500011" },
  buyerReference: "04011000-12345-34",
  supplyDate: "2026-11-19",
  items: [{ description: "Consulting\nin November", quantity: 2, unitPrice: 100, unit: "hour" }],
};

/** The same for a German client. */
export const DOMESTIC: Partial<InvoiceOrder> = { clientCountry: "DE", clientVatNumber: "DE811125440" };
