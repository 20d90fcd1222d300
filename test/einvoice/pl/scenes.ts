import type { CompanyProfile, InvoiceOrder } from "faktura";

export const KRAKOW = { line1: "ul. Floriańska 1", postalCode: "31-019", city: "Kraków" };
export const PARIS = { line1: "1 rue A", postalCode: "75001", city: "Paris" };

/** A Polish company whose profile has all that FA(3) needs. */
export const SELLER: Partial<CompanyProfile> = {
  name: "Firma Sp. z o.o.",
  country: "PL",
  vatNumber: "PL5261040828",
  defaultCurrency: "PLN",
  invoicePrefix: "FV",
  address: { line1: "ul. Polna 1", postalCode: "00-625", city: "Warszawa" },
  iban: "PL61 1090 1014 0000 0712 1981 2874",
};

/** An order for a Polish business that has all that FA(3) needs, without any national field. */
export const ORDER: InvoiceOrder = {
  clientName: "Klient S.A.",
  clientCountry: "PL",
  clientVatNumber: "PL5260250995",
  clientAddress: KRAKOW,
  items: [{ description: "Doradztwo", quantity: 2, unitPrice: 100, unit: "godz." }],
};

export const FRENCH = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  clientAddress: PARIS,
};
const AMERICAN = { clientName: "Example Inc", clientCountry: "US", clientVatNumber: undefined, clientAddress: PARIS };
const ITEM = ORDER.items[0]!;
const RATE = { rate: 4.2512, date: "2026-11-19", source: "NBP" };
const manual = (item: object) => ({ autoVat: false, items: [{ ...ITEM, ...item }] }) as const;

/** A line under a margin scheme, whose reason has the words that the law wants to read. */
const ofMargin = (vatexCode: string, reason: string) => ({ items: [{ ...ITEM, exemption: { reason, vatexCode } }] });

type Scene = readonly [name: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

/** Every kind of document that a Polish company issues. Each is complete. */
export const SCENES: readonly Scene[] = [
  ["an ordinary invoice", {}],
  ["with a cash discount", { cashDiscounts: [{ percent: 2, days: 10 }] }],
  ["to a consumer", { clientVatNumber: undefined }],
  [
    "at several rates",
    { items: [ITEM, { ...ITEM, vatRates: { PL: 8 } }, { ...ITEM, vatRates: { PL: 5 }, quantity: 0.333 }] },
  ],
  ["at 0 %", manual({ taxRate: 0, vatCategory: "Z" })],
  ["of a taxi", manual({ taxRate: 4 })],
  [
    "at gross prices",
    {
      prices: "gross",
      items: [
        { ...ITEM, unitPrice: 9.99, quantity: 7 },
        { ...ITEM, unitPrice: 0.05, quantity: 13, discount: { percent: 10 } },
        { ...ITEM, unitPrice: 10, charges: [{ amount: 1, reason: "Pakowanie" }] },
      ],
    },
  ],
  [
    "with discounts",
    {
      items: [
        { ...ITEM, discount: { percent: 12.5 } },
        { ...ITEM, quantity: 3, discount: { amount: 10 } },
        { ...ITEM, quantity: 7, discount: { percent: 33.333 }, charges: [{ amount: 1 }] },
        { ...ITEM, charges: [{ percent: 5, reason: "Pakowanie" }] },
      ],
    },
  ],
  ["with allowances and charges", { allowances: [{ amount: 5, reason: "Lojalność" }], charges: [{ percent: 2 }] }],
  ["with a price of many", { items: [{ ...ITEM, quantity: 1234, unitPrice: 7.77, priceBaseQuantity: 1000 }] }],
  ["with a return", { items: [ITEM, { ...ITEM, quantity: -1, discount: { percent: 10 } }] }],
  ["with a return of a charge", { items: [ITEM, { ...ITEM, quantity: -1, charges: [{ percent: 5 }] }] }],
  ["with a rounding amount", { roundingAmount: 0.01 }],
  ["prepaid in part", { prepaidAmount: 46, dueDate: "2026-12-20", paymentReference: "FV 1" }],
  ["prepaid and rounded down", { prepaidAmount: 245.5, roundingAmount: -0.5 }],
  ["in euros", { currency: "EUR", exchangeRate: RATE }],
  [
    "in euros at several rates",
    {
      currency: "EUR",
      exchangeRate: RATE,
      items: [
        ITEM,
        { ...ITEM, vatRates: { PL: 8 }, unitPrice: 33.33 },
        { ...ITEM, vatRates: { PL: 5 }, quantity: 0.333 },
      ],
    },
  ],
  ["of exempt insurance", { items: [{ ...ITEM, exemption: { reason: "art. 43 ust. 1 pkt 37 ustawy o VAT" } }] }],
  [
    "exempt by the directive",
    {
      items: [ITEM, { ...ITEM, exemption: { reason: "art. 132 ust. 1 lit. i dyrektywy 2006/112/WE" } }],
      national: { pl: { exemptionBasis: "directive" } },
    },
  ],
  [
    "exempt by another law",
    { ...manual({ vatCategory: "E", exemptionReason: "Umowa" }), national: { pl: { exemptionBasis: "other" } } },
  ],
  [
    "of a small business",
    {},
    {
      vatRegistered: false,
      vatNumber: undefined,
      taxNumber: "526-104-08-28",
      exemptionNote: "art. 113 ust. 1 ustawy o VAT",
    },
  ],
  ["of a travel agent", ofMargin("VATEX-EU-D", "procedura marży dla biur podróży")],
  ["of used goods", ofMargin("VATEX-EU-F", "procedura marży - towary używane")],
  ["of works of art", ofMargin("VATEX-EU-I", "procedura marży - dzieła sztuki")],
  ["of antiques", ofMargin("VATEX-EU-J", "procedura marży - przedmioty kolekcjonerskie i antyki")],
  [
    "of used goods at gross prices, beside new ones",
    { items: [{ ...ITEM, unitPrice: 123 }, ...ofMargin("VATEX-EU-F", "procedura marży").items], prices: "gross" },
  ],
  ["with a domestic reverse charge", manual({ vatCategory: "AE" })],
  [
    "with a domestic reverse charge to a French company",
    { ...FRENCH, ...manual({ vatCategory: "AE" }), placeOfSupply: "PL" },
  ],
  ["with a reverse charge in Germany", { ...manual({ vatCategory: "AE" }), placeOfSupply: "DE" }],
  ["of services to a French company", { ...FRENCH, supply: "services" }],
  [
    "of services to a Greek company",
    { ...FRENCH, clientCountry: "GR", clientVatNumber: "EL094259216", supply: "services" },
  ],
  [
    "of services to a company in Monaco",
    { ...FRENCH, clientCountry: "MC", clientVatNumber: "FR53000053017", supply: "services" },
  ],
  ["of goods to a French company", { ...FRENCH, supply: "goods", supplyDate: "2026-11-19" }],
  ["in a triangle", { ...FRENCH, supply: "goods", triangular: true, supplyDate: "2026-11-19" }],
  ["to a French consumer through OSS", { ...FRENCH, clientVatNumber: undefined, supply: "digital" }],
  [
    "to an Irish consumer at 0 %",
    {
      ...{ clientCountry: "IE", clientVatNumber: undefined, supply: "goods" },
      items: [{ ...ITEM, vatRates: { IE: 0 } }],
    },
  ],
  ["to a French consumer, taxed at home", { ...FRENCH, clientVatNumber: undefined, supply: "services" }],
  ["exported", { ...AMERICAN, supply: "goods" }],
  ["of services to an American company", { ...AMERICAN, isCompany: true, supply: "services", currency: "USD" }],
  [
    "to a Norwegian company, with reverse charge",
    {
      ...manual({ vatCategory: "AE" }),
      ...{ clientName: "Eksempel AS", clientCountry: "NO", clientVatNumber: "123456789MVA", clientAddress: PARIS },
    },
  ],
  ["outside the scope", manual({ vatCategory: "O" })],
  ["self-billed", { selfBilled: true }],
  ["a debit note", { documentType: "383", precedingInvoices: [{ number: "FV-1", issueDate: "2026-10-01" }] }],
  [
    "an advance on goods at two rates",
    {
      documentType: "386",
      supplyDate: "2026-12-20",
      items: [
        { description: "Zaliczka na poczet zamówienia 7", quantity: 1, unitPrice: 266.56 },
        { description: "Zaliczka na poczet zamówienia 7", quantity: 1, unitPrice: 18214.94, vatRates: { PL: 8 } },
      ],
      national: {
        pl: {
          orderedItems: [
            { description: "Mieszkanie 50 m²", quantity: 1, unitPrice: 341666.67, taxRate: 8 },
            { description: "Usługi dodatkowe", quantity: 2.5, unit: "godz.", unitPrice: 2000, taxRate: 23 },
          ],
        },
      },
    },
  ],
  ["with cash accounting", {}, { cashAccounting: true }],
  [
    "of annex 15 above the limit",
    {
      items: [
        { ...ITEM, quantity: 200, national: { pl: { annex15: true, goodsGroup: "GTU_08", pkwiu: "24.10.31.0" } } },
      ],
    },
  ],
  ["of annex 15 below the limit", { items: [{ ...ITEM, national: { pl: { annex15: true } } }] }],
  ["with split payment by choice", { national: { pl: { splitPayment: true } } }],
  [
    "for a local authority's school",
    { national: { pl: { localUnit: { name: "Szkoła Podstawowa nr 1", id: "5260250995-00012" } } } },
  ],
  ["for a member of a VAT group", { national: { pl: { groupMember: { name: "Spółka", id: "5260250995" } } } }],
  ["factored", { documentType: "393", payee: { name: "Faktor S.A.", registrationNumber: "0000123456" } }],
  ["paid to another", { payee: { name: "Spółka", identifier: { scheme: "0088", id: "4012345000009" } } }],
  ["paid by card", { payment: { means: "48" } }],
  ["by direct debit", { payment: { means: "59", mandateReference: "M-1" } }],
  ["paid in another way", { payment: { means: "ZZZ", meansText: "Barter" } }],
  [
    "of a foreign company with a representative",
    {},
    {
      country: "NO",
      vatNumber: "PL5261040828",
      taxRepresentative: { name: "Przedstawiciel", vatNumber: "PL5260250995", country: "PL", address: KRAKOW },
    },
  ],
  [
    "of a registered company",
    {},
    {
      registrationNumber: "0000123456",
      legalNote: "Kapitał zakładowy 5 000 zł",
      contact: { name: "Biuro", phone: "+48 22 1234567", email: "biuro@firma.pl" },
    },
  ],
  [
    "with every reference",
    {
      contractReference: "U-1",
      purchaseOrderReference: "Z-1",
      salesOrderReference: "S-1",
      despatchReference: "WZ 1",
      goodsReceiptReference: "R-1",
      tenderReference: "T-1",
      projectReference: "P-1",
      buyerReference: "B-1",
      buyerAccountingReference: "MPK-1",
      invoicedObject: { id: "L-1" },
      clientNumber: "K-1",
      clientTradingName: "Klient",
      clientContact: { name: "Anna", phone: "123", email: "anna@klient.pl" },
      precedingInvoices: [{ number: "FV-0" }],
      supportingDocuments: [{ reference: "D-1", description: "Protokół", url: "https://example.com/1" }],
      deliverTo: { name: "Magazyn", country: "PL", address: KRAKOW },
      note: "Dziękujemy — „zażółć” €",
      notes: [{ text: "x".repeat(1450) }],
      paymentTerms: "14 dni",
      period: { start: "2026-11-01", end: "2026-11-15" },
      items: [
        {
          ...ITEM,
          sku: "A-1",
          buyerSku: "B-1",
          standardId: { scheme: "0160", id: "5901234123457" },
          period: { start: "2026-11-01", end: "2026-11-15" },
          note: "Uwaga",
          classifications: [{ list: "HS", code: "8418 21 91" }],
          attributes: [{ name: "Kolor", value: "Biały" }],
          national: { pl: { pkwiu: "62.01.11.0", goodsGroup: "GTU_12", procedure: "B_SPV" } },
        },
        {
          ...ITEM,
          sku: "S".repeat(60),
          standardId: { scheme: "0088", id: "4012345000009" },
          classifications: [{ list: "STI", code: "72000000" }],
        },
      ],
    },
  ],
  [
    "with the longest texts",
    {
      clientName: "Ż".repeat(200),
      clientAddress: { line1: "ul".repeat(100), line2: "b".repeat(200), line3: "c".repeat(100), city: "K".repeat(100) },
      items: [
        { ...ITEM, description: "Ż".repeat(4000), note: "n".repeat(1000), sku: "s".repeat(100), unit: "u".repeat(50) },
      ],
      note: "n".repeat(4000),
      paymentTerms: "p".repeat(1000),
    },
  ],
  [
    "with bad characters",
    {
      clientName: "Ćwikła\u0001 & <Söhne> Παράδειγμα\u0084",
      items: [{ ...ITEM, description: "a ]]> b\t\u0085 — „ß“ 🧾 Žižka №5\uFFFF\uFDD0\u{1FFFE}", note: "\u007F" }],
    },
  ],
  [
    "with 999 lines",
    { items: Array.from({ length: 999 }, (_, index) => ({ ...ITEM, unitPrice: index / 100, quantity: 1.5 })) },
  ],
];
