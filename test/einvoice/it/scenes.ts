import type { CompanyProfile, InvoiceOrder } from "faktura";

export const ROME = { line1: "Via Roma 1", postalCode: "00184", city: "Roma", region: "RM" };
export const PARIS = { line1: "1 rue A", postalCode: "75001", city: "Paris" };

/** An Italian company whose profile has all that FatturaPA needs. */
export const SELLER: Partial<CompanyProfile> = {
  name: "Ditta Srl",
  country: "IT",
  vatNumber: "IT00743110157",
  address: { line1: "Corso Como 5", postalCode: "20154", city: "Milano", region: "MI" },
  iban: "IT60 X054 2811 1010 0000 0123 456",
};

/** An order for an Italian business that has all that FatturaPA needs, without any national field. */
export const ORDER: InvoiceOrder = {
  clientName: "Cliente Spa",
  clientCountry: "IT",
  clientVatNumber: "IT00488410010",
  clientAddress: ROME,
  items: [{ description: "Consulenza", quantity: 2, unitPrice: 100, unit: "ora" }],
};

export const FRENCH = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  clientAddress: PARIS,
};
const AMERICAN = {
  clientName: "Example Inc",
  clientCountry: "US",
  clientVatNumber: undefined,
  isCompany: true,
  clientAddress: PARIS,
};
const SAN_MARINO = {
  clientName: "Titano Srl",
  clientCountry: "SM",
  clientVatNumber: "SM12345",
  clientAddress: ROME,
  national: { it: { recipientCode: "2R4GTO8" } },
};
const ITEM = ORDER.items[0]!;
const manual = (item: object) => ({ autoVat: false, items: [{ ...ITEM, ...item }] }) as const;

const SMALL = { vatRegistered: false, exemptionNote: "Operazione senza IVA, art. 1, c. 54-89, l. 190/2014" };

type Scene = readonly [name: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

/** Every kind of document that an Italian company issues. Each is complete. */
export const SCENES: readonly Scene[] = [
  ["an ordinary invoice", {}],
  ["with a cash discount", { cashDiscounts: [{ percent: 2, days: 10 }] }],
  ["to a consumer", { clientVatNumber: undefined, clientIdentifier: { scheme: "0210", id: "RSSMRA80A01H501U" } }],
  ["to a person", { national: { it: { clientPerson: { firstName: "Mario", lastName: "Rossi" } } } }],
  ["to a client with a code", { clientElectronicAddress: { scheme: "0205", id: "ABC1234" } }],
  ["to a client with certified e-mail", { clientElectronicAddress: { scheme: "0202", id: "cliente@pec.it" } }],
  [
    "to a public office, with CIG, CUP and split payment",
    {
      clientElectronicAddress: { scheme: "0201", id: "UFABC1" },
      purchaseOrderReference: "2026/15",
      tenderReference: "Z123456789",
      projectReference: "J51B20000000001",
      national: { it: { splitPayment: true } },
    },
  ],
  ["with CIG of a contract", { contractReference: "C-1", tenderReference: "Z123456789" }],
  [
    "at several rates",
    { items: [ITEM, { ...ITEM, vatRates: { IT: 10 } }, { ...ITEM, vatRates: { IT: 4 }, quantity: 0.333 }] },
  ],
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
  [
    "with discounts",
    {
      items: [
        { ...ITEM, discount: { percent: 12.5 } },
        { ...ITEM, quantity: 3, discount: { amount: 10 } },
        { ...ITEM, quantity: 7, discount: { percent: 33.333 }, charges: [{ amount: 1 }] },
        { ...ITEM, charges: [{ percent: 5, reason: "Imballo" }] },
      ],
    },
  ],
  ["with allowances and charges", { allowances: [{ amount: 5, reason: "Fedeltà" }], charges: [{ percent: 2 }] }],
  ["with a price of many", { items: [{ ...ITEM, quantity: 1234, unitPrice: 7.77, priceBaseQuantity: 1000 }] }],
  ["with a return", { items: [ITEM, { ...ITEM, quantity: -1, discount: { percent: 10 } }] }],
  ["with a rounding amount", { roundingAmount: 0.01 }],
  ["of exempt training", { items: [{ ...ITEM, exemption: { reason: "Esente art. 10, n. 20, DPR 633/1972" } }] }],
  ["of expenses outside the base", manual({ taxRate: 0, vatCategory: "O", national: { it: { nature: "N1" } } })],
  ["with a domestic reverse charge", manual({ vatCategory: "AE", national: { it: { nature: "N6.7" } } })],
  [
    "with a declaration of intent",
    manual({ vatCategory: "E", exemptionReason: "Art. 8, c. 1, lett. c)", national: { it: { nature: "N3.5" } } }),
  ],
  ["with a reverse charge in Germany", { ...manual({ vatCategory: "AE" }), placeOfSupply: "DE" }],
  ["of services to a French company", { ...FRENCH, supply: "services" }],
  ["of goods to a French company", { ...FRENCH, supply: "goods", supplyDate: "2026-11-19" }],
  [
    "exported",
    {
      clientName: "Example Inc",
      clientCountry: "US",
      clientVatNumber: undefined,
      clientAddress: { ...PARIS, city: "New York", postalCode: "10001" },
      supply: "goods",
    },
  ],
  ["of services to an American company", { ...AMERICAN, supply: "services" }],
  ["to a French consumer", { ...FRENCH, clientVatNumber: undefined, supply: "services" }, { ossRegistered: false }],
  ["to San Marino", { ...SAN_MARINO, supply: "goods" }],
  ["self-billed", { selfBilled: true }],
  ["a down payment", { documentType: "386" }],
  ["a debit note", { documentType: "383", precedingInvoices: [{ number: "A-1", issueDate: "2026-10-01" }] }],
  [
    "deferred, with delivery notes",
    { national: { it: { documentType: "TD24", deliveryNotes: [{ number: "77", date: "2026-11-02" }] } } },
  ],
  ["deferred for a third party", { national: { it: { documentType: "TD25" } } }],
  [
    "a fee with pension fund and withholding tax",
    {
      items: [
        ITEM,
        {
          ...ITEM,
          description: "Cassa forense 4 %",
          quantity: 1,
          unitPrice: 8,
          national: { it: { pensionFund: { type: "TC01", percent: 4 } } },
        },
      ],
      withholdings: [{ type: "RT01", percent: 20, code: "A", reason: "Ritenuta d'acconto" }],
      national: { it: { documentType: "TD06" } },
    },
    { taxNumber: "RSSMRA80A01H501U", national: { it: { person: { firstName: "Mario", lastName: "Rossi" } } } },
  ],
  [
    "an agent's commission",
    {
      withholdings: [
        { type: "RT01", percent: 23, basePercent: 50, code: "R", reason: "Ritenuta d'acconto" },
        { type: "RT04", percent: 8.5, code: "R", reason: "ENASARCO" },
      ],
    },
  ],
  ["of a small business", {}, SMALL],
  ["of services of a small business to a French company", { ...FRENCH, supply: "services" }, SMALL],
  [
    "of services of a small business to a French consumer",
    { ...FRENCH, clientVatNumber: undefined, supply: "services" },
    SMALL,
  ],
  ["of digital services of a small business to a French company", { ...FRENCH, supply: "digital" }, SMALL],
  ["of services of a small business to an American company", { ...AMERICAN, supply: "services" }, SMALL],
  ["of digital services of a small business to an American company", { ...AMERICAN, supply: "digital" }, SMALL],
  ["of services of a small business to San Marino", { ...SAN_MARINO, supply: "services" }, SMALL],
  [
    "of services of a small business to a French company, with a charge",
    { ...FRENCH, items: [{ ...ITEM, supply: "services" }], allowances: [{ amount: 5 }], charges: [{ amount: 2 }] },
    SMALL,
  ],
  ["of goods of a small business to a French company", { ...FRENCH, supply: "goods" }, SMALL],
  ["with cash accounting", {}, { cashAccounting: true }],
  [
    "of a registered company with a transmitter",
    {},
    {
      national: {
        it: {
          registration: { office: "MI", number: "1234567", capital: 10000, soleShareholder: true },
          transmitter: "IT01879020517",
        },
      },
      contact: { name: "Uffici", phone: "+39 02 1234567", email: "info@ditta.it" },
    },
  ],
  ["prepaid in part", { prepaidAmount: 44, dueDate: "2026-12-20", paymentReference: "RF18 5390 0754 7034" }],
  ["paid by card", { payment: { means: "48" } }],
  ["by direct debit", { payment: { means: "59", mandateReference: "M-1" } }],
  [
    "with every reference",
    {
      contractReference: "C-1",
      goodsReceiptReference: "R-1",
      buyerAccountingReference: "CDC-1",
      note: "Grazie — «a presto» €",
      notes: [{ text: "x".repeat(450) }],
      period: { start: "2026-11-01", end: "2026-11-15" },
      items: [
        {
          ...ITEM,
          sku: "A-1",
          buyerSku: "B-1",
          standardId: { scheme: "0160", id: "8001234567890" },
          period: { start: "2026-11-01", end: "2026-11-15" },
          note: "Nota",
          classifications: [{ list: "HS", code: "1234" }],
        },
      ],
    },
  ],
  ["with the longest texts", { items: [{ ...ITEM, description: "Ü".repeat(4000) }], note: "n".repeat(4000) }],
  [
    "with bad characters",
    {
      clientName: "Ćwikła\u0001 & <Söhne> Παράδειγμα",
      items: [{ ...ITEM, description: "a ]]> b\t\u0085 — „ß“ 🧾 Žižka №5\uFFFF" }],
    },
  ],
  [
    "with 999 lines",
    { items: Array.from({ length: 999 }, (_, index) => ({ ...ITEM, unitPrice: index / 100, quantity: 1.5 })) },
  ],
];
