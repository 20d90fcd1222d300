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

const SUPPLY = { supplyDate: "2026-11-19", dueDate: "2026-12-20", buyerReference: "B-1", isCompany: true };
const PEPPOL_ADDRESS = { scheme: "0088", id: "4012345000009" };

/** A seller and a domestic order that have all that Peppol needs, for the country whose rules it enforces. */
function domestic(
  country: string,
  seller: Partial<CompanyProfile>,
  { taxRate, ...order }: Partial<InvoiceOrder> & { readonly taxRate?: number } = {},
): { readonly seller: Partial<CompanyProfile>; readonly order: InvoiceOrder } {
  const address = { line1: "A 1", postalCode: "1000", city: "X" };
  const vat = taxRate === undefined ? {} : { taxRate };
  return {
    seller: { ...SELLER, country, taxNumber: undefined, electronicAddress: PEPPOL_ADDRESS, address, ...seller },
    order: {
      ...SUPPLY,
      clientName: "Client",
      clientCountry: country,
      clientAddress: address,
      clientElectronicAddress: PEPPOL_ADDRESS,
      autoVat: taxRate === undefined,
      items: [{ description: "Consulting", quantity: 2, unitPrice: 100, ...vat }],
      ...order,
    },
  };
}

/** By the seller's country. Greek sellers also need a number that the library does not give. */
export const NATIONAL = {
  DK: domestic("DK", { vatNumber: "DK13585628", registrationNumber: "13585628", registrationScheme: "0184" }),
  GR: domestic(
    "GR",
    {
      vatNumber: "EL094259216",
      tradingName: "Εταιρεία ΑΕ",
      electronicAddress: { scheme: "9933", id: "094259216" },
    },
    {
      clientVatNumber: "EL094259216",
      clientTradingName: "Client",
      clientElectronicAddress: { scheme: "9933", id: "094259216" },
      supportingDocuments: [{ reference: "400001", description: "##M.AR.K##" }],
    },
  ),
  IS: domestic(
    "IS",
    { vatNumber: "12345", registrationNumber: "4903051680", registrationScheme: "0196" },
    { clientRegistrationNumber: "5208051490", clientRegistrationScheme: "0196", taxRate: 24 },
  ),
  IT: domestic("IT", { vatNumber: "IT00743110157", taxNumber: "00743110157" }),
  NL: domestic("NL", { vatNumber: "NL004495445B01", registrationNumber: "12345678", registrationScheme: "0106" }),
  NO: domestic("NO", { vatNumber: "NO974760673MVA" }, { taxRate: 25 }),
  SE: domestic("SE", {
    vatNumber: "SE556702693401",
    registrationNumber: "5567026934",
    taxNumber: "Godkänd för F-skatt",
  }),
} as const;
