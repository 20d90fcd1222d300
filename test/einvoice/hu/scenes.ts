import type { CompanyProfile, InvoiceOrder } from "faktura";
import { type NavOptions, type NavReport, navReports, type RecordedBooks } from "faktura/einvoice/hu";

export const PECS = { line1: "Északi sugárút 123.", postalCode: "7600", city: "Pécs" };
export const PARIS = { line1: "1 rue A", postalCode: "75001", city: "Paris" };

/** A Hungarian company whose profile has all that a report needs. */
export const SELLER: Partial<CompanyProfile> = {
  name: "Értékesítő Kft.",
  country: "HU",
  vatNumber: "HU12345676",
  defaultCurrency: "HUF",
  invoicePrefix: "SZ",
  address: { line1: "Hármas utca 1.", postalCode: "1234", city: "Budapest" },
  iban: "HU42 1177 3016 1111 1018 0000 0000",
};

/** An order for a Hungarian business that has all that a report needs, without any national field. */
export const ORDER: InvoiceOrder = {
  clientName: "Beszerző Kft.",
  clientCountry: "HU",
  clientVatNumber: "HU87654323",
  clientAddress: PECS,
  items: [{ description: "Tanácsadás", quantity: 2, unitPrice: 10_000, unitCode: "HUR" }],
};

/** All reports of a company's books. */
export async function reportsOf(acme: RecordedBooks, options: NavOptions = {}): Promise<NavReport[]> {
  const reports: NavReport[] = [];
  for await (const report of navReports(acme, options)) reports.push(report);
  return reports;
}

export const FRENCH = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  clientAddress: PARIS,
};
const AMERICAN = { ...FRENCH, clientName: "Example Inc", clientCountry: "US", clientVatNumber: "12-3456789" };
const ITEM = ORDER.items[0]!;
export const RATE = { rate: 392.15, date: "2026-11-19", source: "MNB" };
export const manual = (item: object) => ({ autoVat: false, items: [{ ...ITEM, ...item }] }) as const;
export const line = (hu: object, item: object = {}) => ({ items: [{ ...ITEM, ...item, national: { hu } }] });
const ofMargin = (vatexCode: string) => ({ items: [{ ...ITEM, exemption: { reason: "Különbözet", vatexCode } }] });
const person = { clientVatNumber: undefined, clientAddress: undefined } as const;

type Scene = readonly [
  name: string,
  /** The VAT of the lines: a rate, a case, or another indicator. */
  vat: readonly string[],
  order: Partial<InvoiceOrder>,
  seller?: Partial<CompanyProfile>,
];

/** Every kind of document that a Hungarian company issues. Each is complete. */
export const SCENES: readonly Scene[] = [
  ["an ordinary invoice", ["0.27"], {}],
  ["to a consumer", ["0.27"], person],
  ["to a body in Hungary without a tax number", ["0.27"], { clientVatNumber: undefined, isCompany: true }],
  [
    "at several rates",
    ["0.27", "0.18", "0.05"],
    { items: [ITEM, { ...ITEM, vatRates: { HU: 18 } }, { ...ITEM, vatRates: { HU: 5 }, quantity: 0.333 }] },
  ],
  [
    "at gross prices",
    ["0.27", "0.27"],
    {
      prices: "gross",
      items: [
        { ...ITEM, unitPrice: 999, quantity: 7 },
        { ...ITEM, unitPrice: 50, quantity: 13 },
      ],
    },
  ],
  [
    "with discounts and charges of lines",
    ["0.27", "0.27", "0.27", "0.27"],
    {
      items: [
        { ...ITEM, discount: { percent: 12.5, reason: "Hűség" } },
        { ...ITEM, quantity: 3, discount: { amount: 10 } },
        { ...ITEM, charges: [{ percent: 5, reason: "Csomagolás" }] },
      ],
    },
  ],
  [
    "with allowances and charges",
    ["0.27", "0.27", "0.27"],
    { allowances: [{ amount: 500, reason: "Hűség" }], charges: [{ percent: 2 }] },
  ],
  ["with a return", ["0.27", "0.27"], { items: [ITEM, { ...ITEM, quantity: -1, discount: { percent: 10 } }] }],
  ["with a price of many", ["0.27"], { items: [{ ...ITEM, quantity: 1234, unitPrice: 777, priceBaseQuantity: 1000 }] }],
  ["with units of its own", ["0.27"], { items: [{ ...ITEM, unit: "dkg", unitCode: undefined }] }],
  [
    "of goods with numbers",
    ["0.27"],
    { supply: "goods", items: [{ ...ITEM, sku: "A-1", national: { hu: { vtsz: "16010091" } } }] },
  ],
  ["of a period", ["0.27"], { period: { start: "2026-10-01", end: "2026-10-31" } }],
  [
    "with notes and references",
    ["0.27"],
    { note: "Köszönjük", purchaseOrderReference: "R-1", contractReference: "S-1" },
  ],
  ["for a payment in advance", ["0.27"], { documentType: "386" }],
  ["self-billed", ["0.27"], { selfBilled: true }],
  ["with cash accounting", ["0.27"], {}, { cashAccounting: true }],
  ["in euros", ["0.27"], { currency: "EUR", exchangeRate: RATE }],
  [
    "in euros at several rates",
    ["0.27", "0.18", "0.05"],
    {
      ...{ currency: "EUR", exchangeRate: RATE },
      items: [
        ITEM,
        { ...ITEM, vatRates: { HU: 18 }, unitPrice: 33.33 },
        { ...ITEM, vatRates: { HU: 5 }, quantity: 0.333 },
      ],
    },
  ],
  ["exported in dollars", ["EAM"], { ...AMERICAN, supply: "goods", currency: "USD", exchangeRate: RATE }],
  ["of exempt training", ["TAM"], line({ vatCase: "TAM" }, { exemption: { reason: "Áfa tv. 85. § (1) i)" } })],
  [
    "exempt by a code",
    ["TAM"],
    { items: [{ ...ITEM, exemption: { reason: "Oktatás", vatexCode: "VATEX-EU-132-1I" } }] },
  ],
  ["of a ship", ["NAM"], { items: [{ ...ITEM, exemption: { reason: "Hajó", vatexCode: "VATEX-EU-148-A" } }] }],
  ["of a small business", ["AAM"], {}, { vatRegistered: false, exemptionNote: "Alanyi adómentes" }],
  ["with a domestic reverse charge", ["true"], manual({ vatCategory: "AE" })],
  ["of services to a French company", ["EUFAD37"], { ...FRENCH, supply: "services" }],
  [
    "of work in Germany for a French company",
    ["EUFADE"],
    { ...FRENCH, supply: "services", ...manual({ vatCategory: "AE", placeOfSupply: "DE" }) },
  ],
  ["in a triangle", ["EUFADE"], { ...FRENCH, supply: "goods", triangular: true, supplyDate: "2026-11-19" }],
  ["of goods to a French company", ["KBAET"], { ...FRENCH, supply: "goods", supplyDate: "2026-11-19" }],
  [
    "of a new car to a French company",
    ["KBAUK"],
    { ...FRENCH, supply: "goods", supplyDate: "2026-11-19", ...line({ vatCase: "KBAUK" }) },
  ],
  ["exported", ["EAM"], { ...AMERICAN, supply: "goods" }],
  ["of services to an American company", ["HO"], { ...AMERICAN, isCompany: true, supply: "services" }],
  ["outside the scope", ["ATK"], manual({ vatCategory: "O" })],
  ["outside the scope, in France", ["EUE"], { ...manual({ vatCategory: "O" }), placeOfSupply: "FR" }],
  ["to a French consumer, taxed at home", ["0.27"], { ...FRENCH, ...person, supply: "services" }],
  [
    "to a Dutch consumer through OSS, with a charge that is taxed at home",
    ["EUE", "0.27"],
    {
      ...{ ...FRENCH, ...person, clientCountry: "NL", supply: "digital" },
      charges: [{ amount: 1000, reason: "Kezelés", supply: "services" }],
    },
  ],
  ["of a travel agent", ["TRAVEL_AGENCY"], ofMargin("VATEX-EU-D")],
  ["of used goods", ["SECOND_HAND"], ofMargin("VATEX-EU-F")],
  ["of works of art", ["ARTWORK"], ofMargin("VATEX-EU-I")],
  ["of antiques", ["ANTIQUES"], ofMargin("VATEX-EU-J")],
  [
    "between VAT groups",
    ["0.27"],
    {
      clientVatNumber: undefined,
      national: { hu: { clientTaxNumber: "87654323-5-02", clientGroupMember: "12345676-4-02" } },
    },
    { national: { hu: { taxNumber: "12345676-5-41", groupMember: "87654323-4-41" } } },
  ],
  ["of a small taxpayer", ["0.27"], {}, { national: { hu: { smallTaxpayer: true, appearance: "PAPER" } } }],
  ["that is its report", ["0.27"], { national: { hu: { appearance: "ELECTRONIC", reportIsInvoice: true } } }],
];
