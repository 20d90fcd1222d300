import type { CompanyProfile, InvoiceOrder } from "faktura";
import {
  type VerifactuBooks,
  type VerifactuInstallation,
  type VerifactuOptions,
  type VerifactuRecord,
  verifactuRecords,
} from "faktura/einvoice/es";

/** A Spanish company whose profile has all that Veri*factu needs. */
export const SELLER: Partial<CompanyProfile> = {
  name: "Empresa SL",
  country: "ES",
  vatNumber: "ESB12345674",
  defaultCurrency: "EUR",
  invoicePrefix: "FV",
  address: { line1: "Calle Mayor 1", postalCode: "28013", city: "Madrid" },
};

/** An order for a Spanish business that has all that Veri*factu needs, without any national field. */
export const ORDER: InvoiceOrder = {
  clientName: "Cliente SA",
  clientCountry: "ES",
  clientVatNumber: "ESA58818501",
  clientAddress: { line1: "Gran Vía 1", postalCode: "28013", city: "Madrid" },
  items: [{ description: "Consultoría", quantity: 2, unitPrice: 100 }],
};

export const INSTALLATION: VerifactuInstallation = {
  producer: { name: "Programas SL", nif: "B63272603" },
  name: "Facturador",
  id: "F1",
  version: "1.0",
  number: "ACME-1",
};

/** All records of a company's books. */
export async function recordsOf(
  acme: VerifactuBooks,
  options: Partial<VerifactuOptions> = {},
): Promise<VerifactuRecord[]> {
  const records: VerifactuRecord[] = [];
  for await (const record of verifactuRecords(acme, { installation: INSTALLATION, ...options })) records.push(record);
  return records;
}

export const FRENCH = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  clientAddress: { line1: "1 rue A", postalCode: "75001", city: "Paris" },
};
const AMERICAN = { ...FRENCH, clientName: "Example Inc", clientCountry: "US", clientVatNumber: "12-3456789" };
const TENERIFE = { clientAddress: { line1: "Calle A", postalCode: "38001", city: "Santa Cruz" } };
const ITEM = ORDER.items[0]!;
export const RATE = { rate: 0.9123, date: "2026-11-19", source: "BCE" };
export const manual = (item: object) => ({ autoVat: false, items: [{ ...ITEM, ...item }] }) as const;
export const line = (es: object, item: object = {}) => ({ items: [{ ...ITEM, ...item, national: { es } }] });
const anonymous = { clientVatNumber: undefined, clientAddress: undefined } as const;
const earlier = [{ number: "FV-1", issueDate: "2026-10-01" }];

/** Goods for a retailer: in the same rate with each surcharge and without one, at another rate, and a discount on all. */
const SURCHARGED: Partial<InvoiceOrder> = {
  items: [
    { ...ITEM, national: { es: { equivalenceSurcharge: true } } },
    { ...ITEM, unitPrice: 33.33, national: { es: { equivalenceSurcharge: true, surchargeRate: 1.75 } } },
    { ...ITEM, unitPrice: 12.5 },
    { ...ITEM, vatRates: { ES: 10 }, national: { es: { equivalenceSurcharge: true } } },
  ],
  allowances: [{ amount: 20, reason: "Fidelidad" }],
};

type Scene = readonly [name: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

/** Every kind of document that a Spanish company issues. Each is complete. */
export const SCENES: readonly Scene[] = [
  ["an ordinary invoice", {}],
  ["simplified", anonymous],
  ["simplified, though the client is known", { national: { es: { invoiceType: "F2" } } }],
  [
    "simplified, to a client whose NIF is wrong",
    { clientVatNumber: "ESA58818500", national: { es: { invoiceType: "F2" } } },
  ],
  ["in place of simplified ones", { precedingInvoices: earlier, national: { es: { invoiceType: "F3" } } }],
  [
    "at several rates",
    { items: [ITEM, { ...ITEM, vatRates: { ES: 10 } }, { ...ITEM, vatRates: { ES: 4 }, quantity: 0.333 }] },
  ],
  ["at 0 %", manual({ taxRate: 0, vatCategory: "Z" })],
  [
    "at gross prices",
    {
      prices: "gross",
      items: [
        { ...ITEM, unitPrice: 9.99, quantity: 7 },
        { ...ITEM, unitPrice: 0.05, quantity: 13 },
      ],
    },
  ],
  ["with allowances and charges", { allowances: [{ amount: 5, reason: "Fidelidad" }], charges: [{ percent: 2 }] }],
  ["with a return", { items: [ITEM, { ...ITEM, quantity: -1, discount: { percent: 10 } }] }],
  ["with a rounding amount", { roundingAmount: 0.01 }],
  ["prepaid in part", { prepaidAmount: 46, dueDate: "2026-12-20" }],
  ["a prepayment", { documentType: "386", supplyDate: "2026-12-20", taxPointDate: "2026-11-19" }],
  ["supplied earlier", { supplyDate: "2026-11-02" }],
  ["in dollars", { currency: "USD", exchangeRate: RATE }],
  [
    "in dollars at several rates",
    {
      ...{ currency: "USD", exchangeRate: RATE },
      items: [ITEM, { ...ITEM, vatRates: { ES: 10 }, unitPrice: 33.33 }, { ...ITEM, vatRates: { ES: 4 } }],
    },
  ],
  ["in yen", { currency: "JPY", exchangeRate: { ...RATE, rate: 0.0061 } }],
  ["exported in dollars", { ...AMERICAN, supply: "goods", currency: "USD", exchangeRate: RATE }],
  [
    "exported in dollars, with a rate that names the euro",
    { ...AMERICAN, supply: "goods", currency: "USD", exchangeRate: { ...RATE, currency: "EUR" } },
  ],
  [
    "exempt in dollars",
    { items: [{ ...ITEM, exemption: { reason: "Artículo 20" } }], currency: "USD", exchangeRate: RATE },
  ],
  ["of exempt training", { items: [{ ...ITEM, exemption: { reason: "Artículo 20.Uno.9.º" } }] }],
  [
    "exempt by a code",
    {
      items: [
        { ...ITEM, exemption: { reason: "Buques", vatexCode: "VATEX-EU-148-A" } },
        { ...ITEM, unitPrice: 1 },
      ],
    },
  ],
  ["exempt by another article", line({ exemption: "E6" }, { exemption: { reason: "Ley 19/1994" } })],
  ["of a company without VAT registration", {}, { vatRegistered: false, exemptionNote: "Artículo 20" }],
  ["with a domestic reverse charge", manual({ vatCategory: "AE" })],
  ["of services to a French company", { ...FRENCH, supply: "services" }],
  ["of goods to a French company", { ...FRENCH, supply: "goods", supplyDate: "2026-11-19" }],
  ["in a triangle", { ...FRENCH, supply: "goods", triangular: true, supplyDate: "2026-11-19" }],
  ["of services to a Greek company", { ...FRENCH, clientCountry: "GR", clientVatNumber: "EL094259216" }],
  ["to a French consumer through OSS", { ...FRENCH, clientVatNumber: undefined, supply: "goods" }],
  [
    "to a known French consumer through OSS",
    {
      ...{ ...FRENCH, clientVatNumber: undefined, supply: "digital" },
      national: { es: { clientId: { type: "03", id: "X1234567" } } },
    },
  ],
  [
    "to a Dutch consumer through OSS, with a charge that is taxed at home",
    {
      ...{ ...FRENCH, clientCountry: "NL", clientVatNumber: undefined, supply: "digital" },
      charges: [{ amount: 10, reason: "Gestión", supply: "services" }],
    },
  ],
  ["to a French consumer, taxed at home", { ...FRENCH, clientVatNumber: undefined, supply: "services" }],
  ["exported", { ...AMERICAN, supply: "goods" }],
  ["of services to an American company", { ...AMERICAN, isCompany: true, supply: "services" }],
  [
    "of services to a registered company",
    { ...AMERICAN, clientVatNumber: undefined, clientRegistrationNumber: "R-1", isCompany: true, supply: "services" },
  ],
  ["of goods to Tenerife", { ...TENERIFE, supply: "goods" }],
  ["of services to a company in Tenerife", { ...TENERIFE, supply: "services" }],
  ["outside the scope", manual({ vatCategory: "O" })],
  ["located abroad", { ...manual({ vatCategory: "O" }), ...line({ exemption: "N2" }, { vatCategory: "O" }) }],
  [
    "of services to a Spanish company, located in the USA",
    { supply: "services", items: [{ ...ITEM, placeOfSupply: "US" }] },
  ],
  ["outside the scope, located in France", { ...manual({ vatCategory: "O" }), placeOfSupply: "FR" }],
  [
    "outside the scope, located in France, to a client in Tenerife",
    { ...manual({ vatCategory: "O" }), ...TENERIFE, placeOfSupply: "FR" },
  ],
  ["with a reverse charge in France", { ...manual({ vatCategory: "AE" }), placeOfSupply: "FR" }],
  [
    "with a domestic reverse charge to a French company",
    { ...FRENCH, ...manual({ vatCategory: "AE" }), placeOfSupply: "ES" },
  ],
  [
    "located abroad, with an allowance",
    { supply: "services", items: [{ ...ITEM, placeOfSupply: "US" }], allowances: [{ percent: 10 }] },
  ],
  ["with IGIC", manual({ vatCategory: "L", taxRate: 7 })],
  ["with IPSI", manual({ vatCategory: "M", taxRate: 0.5 })],
  ["with cash accounting", {}, { cashAccounting: true }],
  ["of a rental of business premises", line({ regime: "11" })],
  [
    "of lines in different regimes",
    {
      items: [
        { ...ITEM, unitPrice: 33.33, national: { es: { regime: "11" } } },
        { ...ITEM, unitPrice: 66.67, quantity: 1 },
      ],
      allowances: [{ percent: 3 }],
    },
  ],
  [
    "of cents in different regimes",
    {
      items: [
        { ...ITEM, quantity: 1, unitPrice: 33.5 },
        { ...ITEM, quantity: 1, unitPrice: 12.5, national: { es: { regime: "15" } } },
        { ...ITEM, quantity: 1, unitPrice: 0.02, national: { es: { regime: "11" } } },
      ],
    },
  ],
  [
    "of cents in dollars",
    {
      ...{ currency: "USD", exchangeRate: { ...RATE, rate: 0.5 } },
      items: [
        { ...ITEM, quantity: 1, unitPrice: 0.25, vatRates: { ES: 4 } },
        { ...ITEM, quantity: 1, unitPrice: 0.1, vatRates: { ES: 10 } },
        { ...ITEM, quantity: 1, unitPrice: 0.05 },
        { ...ITEM, quantity: 1, unitPrice: 0.05, national: { es: { regime: "11" } } },
      ],
    },
  ],
  ["with the equivalence surcharge", SURCHARGED],
  ["with the equivalence surcharge and cash accounting", SURCHARGED, { cashAccounting: true }],
  ["with the equivalence surcharge, in dollars", { ...SURCHARGED, currency: "USD", exchangeRate: RATE }],
  ["with the equivalence surcharge, at gross prices", { ...SURCHARGED, prices: "gross" }],
  [
    "a corrected invoice with the equivalence surcharge",
    {
      ...{ ...SURCHARGED, documentType: "384", precedingInvoices: earlier },
      national: { es: { replaced: { net: 150, tax: 31.5, surcharge: 7.8 } } },
    },
  ],
  ["self-billed", { selfBilled: true }],
  ["a debit note", { documentType: "383", precedingInvoices: earlier }],
  [
    "a debit note of a simplified invoice to a known client",
    { documentType: "383", precedingInvoices: earlier, national: { es: { invoiceType: "F2" } } },
  ],
  ["a debit note to a consumer", { ...anonymous, documentType: "383", precedingInvoices: earlier }],
  [
    "a corrected invoice",
    {
      documentType: "384",
      precedingInvoices: earlier,
      national: { es: { replaced: { net: 150, tax: 31.5 }, correctionType: "R4" } },
    },
  ],
  [
    "to a client with a passport",
    { ...anonymous, national: { es: { clientId: { type: "03", id: "X-1", country: "ES" } } } },
  ],
  [
    "to a person that the tax agency does not know",
    { ...anonymous, national: { es: { clientId: { type: "07", id: "12345678Z" } } } },
  ],
  ["to a client in Kosovo", { ...AMERICAN, clientCountry: "XK", clientVatNumber: "810000000", supply: "goods" }],
  ["to a client in Åland", { ...AMERICAN, clientCountry: "AX", clientVatNumber: "12345671", supply: "goods" }],
  ["with a description", { national: { es: { description: "Servicios de octubre" } } }],
  ["of a company with a description", {}, { national: { es: { description: "Servicios" } } }],
  ["of a hundred million", { items: [{ ...ITEM, quantity: 1, unitPrice: 1e8 }] }],
  [
    "with the longest texts",
    { clientName: "Ñ".repeat(200), items: [{ ...ITEM, description: "ñ 🧾".repeat(1000) }], note: "n".repeat(4000) },
    { name: "É".repeat(200) },
  ],
  [
    "with bad characters",
    {
      clientName: "Söhne\u0001 & <Cía> 'x' \"y\" =",
      items: [{ ...ITEM, description: "a ]]> b\t\uFFFF „ß“ 🧾 &amp;" }],
    },
    { invoicePrefix: "A/B_1.2" },
  ],
];
