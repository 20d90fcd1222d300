import type { CompanyProfile, InvoiceOrder } from "faktura";

interface StateOrder {
  readonly profile: "ctc-fr" | "cius-ro" | "hr-cius";
  readonly seller: Partial<CompanyProfile>;
  readonly order: InvoiceOrder;
}

const CLUJ = { line1: "Strada A 1", postalCode: "400001", city: "Cluj-Napoca", region: "RO-CJ" };
const ZAGREB = { line1: "Ilica 1", postalCode: "10000", city: "Zagreb" };

/** By state: a company and its order for a business at home that have all that the state's profile needs, and no more. */
export const STATE_ORDERS = {
  FR: {
    profile: "ctc-fr",
    seller: {
      country: "FR",
      vatNumber: "FR40303265045",
      registrationNumber: "303265045",
      registrationScheme: "0002",
      electronicAddress: { scheme: "0225", id: "303265045" },
      address: { line1: "1 rue A", postalCode: "75001", city: "Paris" },
      iban: "FR14 2004 1010 0505 0001 3M02 606",
      latePayment: { penalties: "Taux BCE + 10 points", recoveryFee: "40 EUR", discount: "Pas d'escompte" },
    },
    order: {
      ...{ clientName: "Client SARL", clientCountry: "FR", isCompany: true, supply: "services" },
      ...{ supplyDate: "2026-11-19", dueDate: "2026-12-20" },
      clientAddress: { line1: "2 rue B", postalCode: "69001", city: "Lyon" },
      clientRegistrationNumber: "552100554",
      clientRegistrationScheme: "0002",
      clientElectronicAddress: { scheme: "0225", id: "552100554" },
      items: [{ description: "Conseil", quantity: 2, unitPrice: 100 }],
    },
  },
  RO: {
    profile: "cius-ro",
    seller: {
      country: "RO",
      vatNumber: "RO18547290",
      defaultCurrency: "RON",
      registrationNumber: "J12/1/2020",
      address: CLUJ,
    },
    order: {
      ...{ clientName: "Client SRL", clientCountry: "RO", isCompany: true },
      ...{ supplyDate: "2026-11-19", dueDate: "2026-12-20" },
      clientAddress: { ...CLUJ, city: "SECTOR1", region: "RO-B" },
      clientVatNumber: "RO18547290",
      items: [{ description: "Consultanță", quantity: 2, unitPrice: 100 }],
    },
  },
  HR: {
    profile: "hr-cius",
    seller: {
      country: "HR",
      vatNumber: "HR33392005961",
      registrationNumber: "080012345",
      address: ZAGREB,
      electronicAddress: { scheme: "9934", id: "33392005961" },
      iban: "HR12 1001 0051 8630 0016 0",
      national: { hr: { operator: { name: "Ana Horvat", oib: "12345678903" } } },
    },
    order: {
      ...{ clientName: "Kupac d.o.o.", clientCountry: "HR", supplyDate: "2026-11-19", dueDate: "2026-12-20" },
      clientAddress: ZAGREB,
      clientVatNumber: "HR12345678903",
      clientElectronicAddress: { scheme: "9934", id: "12345678903" },
      items: [
        { description: "Pšenica", quantity: 2, unitPrice: 100, classifications: [{ list: "CG", code: "01.11.11" }] },
      ],
    },
  },
} satisfies Record<string, StateOrder>;
