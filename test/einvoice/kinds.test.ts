/**
 * Goal: every kind of invoice, and its credit notes, can be written in both syntaxes and every profile.
 * Method: a complete company issues a complete order of each kind, and credits it in part and then as a whole. No document
 * has a gap, and the official rules and schemas find nothing, not even a warning.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder, OrderItem } from "faktura";
import { type EinvoiceProfile, toCii, toUbl } from "faktura/einvoice";
import { expect, test } from "vitest";
import { NO_RULES } from "../en16931/rules.ts";
import { openBooks } from "../service/books.ts";
import { describeUnless } from "../support/skipping.ts";
import { tries } from "../support/tries.ts";
import { ARTICLE, DOMESTIC, ORDER, SELLER, SUMS } from "./complete.ts";
import { CHECKED_PROFILES, gapRules, judge, SYNTAXES, written } from "./official.ts";

const PROFILES = CHECKED_PROFILES.slice(-tries(3, 3));

const item = (changes: Partial<OrderItem> = {}): OrderItem => ({
  description: "x",
  quantity: 3,
  unitPrice: 19.99,
  ...changes,
});
const manual = (...items: Partial<OrderItem>[]): Partial<InvoiceOrder> => ({ autoVat: false, items: items.map(item) });
const dollars = { currency: "USD", exchangeRate: { rate: 0.87, date: "2026-11-19", source: "ECB" } };
const consumer = { clientVatNumber: undefined };

const registrations = [
  { country: "PL", vatNumber: "PL8567346215" },
  { country: "AT", vatNumber: "ATU13585627", establishment: true },
];
/** Goods from stock in Poland, under the number there. */
const polish = (order: Partial<InvoiceOrder>): [Partial<CompanyProfile>, Partial<InvoiceOrder>] => [
  { registrations },
  { supply: "goods", dispatchedFrom: "PL", ...order },
];
const zloty = { exchangeRate: { rate: 4.25, date: "2026-11-19", source: "ECB", currency: "PLN" } };

const KINDS: [name: string, seller: Partial<CompanyProfile>, order: Partial<InvoiceOrder>][] = [
  ["domestic", {}, DOMESTIC],
  ["reverse charge", {}, {}],
  ["intra-Community supply", {}, { supply: "goods" }],
  ["intra-Community supply of today", {}, { supply: "goods", supplyDate: undefined }],
  [
    "delivered elsewhere",
    {},
    { supply: "goods", deliverTo: { name: "Lager", country: "NL", address: { city: "Breda", postalCode: "4811" } } },
  ],
  [
    "delivered to somebody, whose place has only a number",
    {},
    { ...DOMESTIC, deliverTo: { name: "Lager", identifier: { scheme: "0088", id: "4012345000016" } } },
  ],
  ["delivered to a place with only a name", {}, { supply: "goods", deliverTo: { name: "Lager" } }],
  ["triangular", {}, { supply: "goods", triangular: true }],
  ["export", {}, { clientCountry: "US", clientVatNumber: "12-3456789", supply: "goods" }],
  [
    "outside the scope",
    {},
    { clientCountry: "US", clientVatNumber: "12-3456789", supply: "services", isCompany: true },
  ],
  ["OSS", {}, { ...consumer, supply: "digital" }],
  ["origin", { ossRegistered: false }, consumer],
  ["under a registration, at home there", ...polish({ ...consumer, ...zloty, clientCountry: "PL" })],
  [
    "under a registration, of a Swiss company",
    { ...polish({})[0], country: "CH", vatNumber: undefined },
    polish({})[1],
  ],
  [
    "under a registration, by hand",
    ...polish({ ...manual({ taxRate: 23 }), ...consumer, ...zloty, clientCountry: "PL" }),
  ],
  ["under a registration, intra-Community supply", ...polish({})],
  ["under a registration, moved to its own stock", ...polish({ clientCountry: "AT", clientVatNumber: "ATU13585627" })],
  ["under a registration, export", ...polish({ clientCountry: "US", clientVatNumber: undefined })],
  ["OSS from stock elsewhere", ...polish(consumer)],
  ["OSS from stock elsewhere to its own state", ...polish({ ...consumer, clientCountry: "DE" })],
  ["OSS beside an establishment where the goods are", ...polish({ ...consumer, dispatchedFrom: "AT" })],
  [
    "imported through the import scheme",
    { ossSchemes: ["union", "import"] },
    { ...consumer, supply: "goods", dispatchedFrom: "CN", importer: "seller", items: [item()] },
  ],
  [
    "imported by the client from stock outside the EU",
    {},
    { ...consumer, supply: "goods", dispatchedFrom: "CN", importer: "client" },
  ],
  [
    "reverse charge of article 194, in Spain",
    {},
    { supply: "goods", dispatchedFrom: "ES", clientCountry: "ES", clientVatNumber: "ESB58378431" },
  ],
  [
    "reverse charge of article 194, in Italy with a registration",
    { registrations: [{ country: "IT", vatNumber: "IT00743110157" }] },
    { supply: "goods", dispatchedFrom: "IT", clientCountry: "IT", clientVatNumber: "IT12345670017" },
  ],
  [
    "not registered",
    { vatRegistered: false, ossRegistered: false, vatNumber: undefined, exemptionNote: "§ 19 UStG" },
    DOMESTIC,
  ],
  ["to Greece", {}, { clientName: "Παράδειγμα ΑΕ", clientCountry: "GR", clientVatNumber: "094259216" }],
  ["to Bulgaria", {}, { clientName: "Пример ООД", clientCountry: "BG", clientVatNumber: "BG175074752" }],
  ["from Greece", { country: "GR", vatNumber: "EL094259216" }, { ...consumer, clientCountry: "GR" }],
  ["from Monaco", { country: "MC", vatNumber: "FR53000004605" }, consumer],
  ["to Kosovo", {}, { clientCountry: "XK", clientVatNumber: "810000000", supply: "goods" }],
  [
    "every manual category",
    {},
    manual(
      { taxRate: 19 },
      { taxRate: 7 },
      { vatCategory: "Z" },
      { vatCategory: "E", exemptionReason: "A" },
      { vatCategory: "E", vatexCode: "VATEX-EU-132" },
      { vatCategory: "AE" },
      { vatCategory: "K" },
      { vatCategory: "G" },
    ),
  ],
  ["Canary Islands, Ceuta and Melilla", {}, manual({ vatCategory: "L", taxRate: 7 }, { vatCategory: "M", taxRate: 4 })],
  ["supplies of two kinds", {}, { ...consumer, items: [item({ supply: "goods" }), item({ supply: "services" })] }],
  [
    "two countries with one rate",
    { country: "FR", vatNumber: "FR40303265045" },
    {
      ...consumer,
      clientCountry: "AT",
      supplyDate: "2026-11-19",
      items: [item({ supply: "digital" }), item({ supply: "services" })],
    },
  ],
  ["foreign currency", {}, { ...DOMESTIC, ...dollars }],
  [
    "VAT in a currency that is not the seller's",
    {},
    { ...DOMESTIC, exchangeRate: { rate: 0.93, date: "2026-11-19", source: "ECB", currency: "CHF" } },
  ],
  [
    "yen",
    {},
    { ...DOMESTIC, currency: "JPY", items: [item({ quantity: 4, unitPrice: 1127, discount: { percent: 5 } })] },
  ],
  [
    "gross prices",
    {},
    {
      ...DOMESTIC,
      prices: "gross",
      items: [item({ discount: { percent: 7.5 } }), item({ discount: { amount: 3 } }), item()],
    },
  ],
  [
    "discounts and returns",
    {},
    {
      ...DOMESTIC,
      items: [item({ discount: { percent: 12.5, reason: "Treue" } }), item({ quantity: -1, unitPrice: 5 })],
    },
  ],
  [
    "fine prices",
    {},
    {
      ...DOMESTIC,
      items: [item({ unitPrice: 12.345 }), item({ quantity: 1e-7, unitPrice: 1e-7 }), item({ unitPrice: 0 })],
    },
  ],
  ["cash accounting", { cashAccounting: true }, DOMESTIC],
  ["due with the invoice", {}, { ...DOMESTIC, taxPointCode: "3" }],
  ["due with the delivery", {}, { ...DOMESTIC, taxPointCode: "35" }],
  ["due on payment", {}, { ...DOMESTIC, taxPointCode: "432", period: { start: "2026-10-01", end: "2026-10-31" } }],
  ["prepaid", {}, { ...DOMESTIC, prepaidAmount: 38, taxPointDate: "2026-11-10" }],
  [
    "a long while",
    {},
    {
      ...DOMESTIC,
      period: { start: "2026-10-01", end: "2026-10-31" },
      items: [item({ period: { start: "2026-10-01", end: "2026-10-15" } })],
    },
  ],
  [
    "several accounts",
    {
      accounts: [
        { iban: "DE89 3704 0044 0532 0130 00", bic: "DEUTDEFF", name: "Firma" },
        { account: "123-4567", bic: "SE:BANKGIRO", currency: "SEK" },
      ],
    },
    { ...DOMESTIC, payment: { means: "30", meansText: "Überweisung" }, paymentReference: "R", dueDate: "2026-12-20" },
  ],
  ["an account without an IBAN", { iban: undefined, accounts: [{ account: "123-4567" }] }, DOMESTIC],
  ["card", {}, { ...DOMESTIC, payment: { means: "54", cardLast4: "0042" } }],
  [
    "direct debit",
    {},
    { ...DOMESTIC, payment: { means: "59", mandateReference: "M-1", debitedAccount: "DE89 3704 0044 0532 0130 00" } },
  ],
  [
    "tax withheld, and a guarantee",
    { paymentTerms: "#SKONTO#TAGE=14#PROZENT=2.00#" },
    {
      ...DOMESTIC,
      withholdings: [{ percent: 15, reason: "Bauabzugsteuer" }],
      retentions: [{ percent: 5, dueOn: "2031-11-20", reason: "Gewährleistung" }],
    },
  ],
  ["cash discount", { paymentTerms: "#SKONTO#TAGE=14#PROZENT=2.00#" }, DOMESTIC],
  [
    "representative",
    { taxRepresentative: { name: "Fisc", vatNumber: "fr 40 303 265 045", country: "FR", address: { city: "Paris" } } },
    DOMESTIC,
  ],
  [
    "references",
    {},
    {
      ...DOMESTIC,
      purchaseOrderReference: "P",
      salesOrderReference: "SO",
      contractReference: "C",
      projectReference: "J",
      buyerAccountingReference: "A",
      paymentReference: "R",
      clientNumber: "K",
      clientRegistrationNumber: "1",
      clientRegistrationScheme: "0002",
      precedingInvoices: [{ number: "A-1", issueDate: "2026-10-01" }, { number: "A-2" }],
    },
  ],
  [
    "numbers and names of the parties",
    { identifiers: [{ scheme: "0088", id: "4012345000009" }, { id: "L-1" }] },
    {
      ...DOMESTIC,
      clientNumber: "K-1",
      clientIdentifier: { scheme: "0088", id: "4012345000016" },
      clientTradingName: "Beispiel",
      clientContact: { name: "Einkauf", phone: "+49 30 1234", email: "einkauf@example.com" },
    },
  ],
  [
    "more references, a payee and a place",
    {},
    {
      ...DOMESTIC,
      projectReference: "J",
      despatchReference: "LS-1",
      goodsReceiptReference: "WE-1",
      tenderReference: "LOS-1",
      invoicedObject: { scheme: "MG", id: "Z-1" },
      supportingDocuments: [
        { reference: "ST-1", description: "Stundenzettel", url: "https://example.com/st.pdf" },
        { reference: "ST-2" },
      ],
      businessProcess: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
      payee: {
        name: "Factor AG",
        identifier: { scheme: "0088", id: "4012345000009" },
        registrationNumber: "HRB 7",
        registrationScheme: "0002",
      },
      deliverTo: {
        name: "Lager",
        identifier: { scheme: "0088", id: "4012345000016" },
        country: "DE",
        address: { line1: "A", line2: "B", line3: "C", city: "Bonn", postalCode: "53111" },
      },
    },
  ],
  [
    "card",
    {},
    { ...DOMESTIC, payment: { means: "54", meansText: "Kreditkarte", cardLast4: "0042", cardHolder: "Anna" } },
  ],
  [
    "articles",
    {},
    {
      ...DOMESTIC,
      items: [ARTICLE, item({ invoicedObject: { id: "Z-2" } })],
    },
  ],
  ["allowances, charges, a base quantity, a price discount and rounding", {}, SUMS],
  ["the same with gross prices", {}, { ...SUMS, prices: "gross", prepaidAmount: 1 }],
  ["sales order", {}, { ...DOMESTIC, salesOrderReference: "SO" }],
  [
    "notes",
    {},
    { ...DOMESTIC, note: "siehe #abc# oben", notes: [{ subject: "AAB", text: "Kein Skonto" }, { text: "Nr. #12#" }] },
  ],
  [
    "characters that XML forbids",
    {},
    {
      ...DOMESTIC,
      clientName: "\u0001 <&>\"' ]]>\r\n\uFFFF 🧾",
      items: [item({ description: "\u0007", note: "a\u0008b" })],
    },
  ],
];

async function issueAll(
  seller: Partial<CompanyProfile>,
  order: Partial<InvoiceOrder>,
): Promise<[Invoice, CreditNote, CreditNote]> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...order });
  const { quantity } = invoice.items[0]!;
  const part = await acme.credit(invoice.id, { reason: "Rückgabe", lines: [{ line: 1, quantity: quantity / 2 }] });
  return [invoice, part, await acme.credit(invoice.id, { reason: "Storno" })];
}

/** 383, 386 and 393 are not XRechnung's, which warns of them. */
const TYPES: typeof KINDS = (["326", "384", "383", "386", "393", "875", "876", "877"] as const).map((documentType) => [
  `type ${documentType}`,
  {},
  { ...DOMESTIC, documentType, precedingInvoices: [{ number: "A-1" }] },
]);

const ALL = [
  ...KINDS,
  ...TYPES,
  ...KINDS.slice(0, 3).map(([name, seller, order]): (typeof KINDS)[number] => [
    `self-billed: ${name}`,
    seller,
    { ...order, selfBilled: true },
  ]),
];

/** Peppol's rules want numbers of Greek sellers that the library does not give. */
const canBe = (profile: EinvoiceProfile, kind: string) => profile !== "peppol" || kind !== "from Greece";

test.each(ALL)("%s has no gap in any profile", async (kind, seller, order) => {
  for (const document of await issueAll(seller, order)) {
    for (const profile of (["en16931", "peppol", "xrechnung", "factur-x"] as const).filter((each) =>
      canBe(each, kind),
    )) {
      for (const syntax of SYNTAXES) expect([profile, gapRules(document, profile, syntax)]).toEqual([profile, []]);
      if (profile !== "factur-x") expect(toUbl(document, { profile })).toBe(written(document, profile, "ubl"));
      expect(toCii(document, { profile })).toBe(written(document, profile, "cii"));
    }
  }
});

/**
 * XRechnung, and Peppol between German parties, warn of self-billed credit notes and other types, which they do not know.
 * `BR-DE-19` computes check digits of IBANs, for which the numbers of the engine are not precise enough.
 */
const WARNED = ["BR-DE-17", "BR-DE-19", "DE-R-017"];

describeUnless(NO_RULES)("the official rules find nothing in", () => {
  test.each(ALL)("%s", async (kind, seller, order) => {
    for (const document of (await issueAll(seller, order)).slice(0, tries(3, 3)))
      for (const profile of PROFILES.filter((each) => canBe(each, kind)))
        for (const syntax of SYNTAXES) {
          const { fatal, structure, warnings } = judge(written(document, profile, syntax), profile, syntax);
          const found = [...fatal, ...structure, ...warnings.filter((id) => !WARNED.includes(id))];
          expect([document.documentType, profile, syntax, found]).toEqual([document.documentType, profile, syntax, []]);
        }
  });
});

const DISBURSED = {
  ...DOMESTIC,
  disbursements: [{ description: "Gerichtskosten", amount: 100, reference: "AG 1/26" }],
};
const BESIDE = manual({ taxRate: 19 }, { vatCategory: "O", exemptionReason: "Kurtaxe" });

test("what was paid in the client's name is a gap, but not of an invoice by XRechnung in UBL", async () => {
  const documents = await issueAll({}, DISBURSED);
  const gaps = documents.map((document) =>
    (["en16931", "peppol", "xrechnung"] as const).map((profile) =>
      SYNTAXES.map((syntax) => gapRules(document, profile, syntax).join()),
    ),
  );
  const all = ["BR-CO-16", "BR-CO-16"];
  expect(gaps).toEqual([
    [all, all, ["", "BR-CO-16"]],
    [all, all, all],
    [all, all, all],
  ]);
});

test("category O beside others is a gap with the rules that forbid it", async () => {
  const [invoice] = await issueAll({}, { ...DOMESTIC, ...BESIDE });
  for (const syntax of SYNTAXES)
    expect(gapRules(invoice, "en16931", syntax)).toEqual(["BR-O-02", "BR-O-11", "BR-O-12"]);
});

describeUnless(NO_RULES)("the official rules", () => {
  test("take XRechnung's extension, whose BR-DEX-09 replaces BR-CO-16", async () => {
    const [invoice] = await issueAll({}, { ...DISBURSED, prepaidAmount: 38, roundingAmount: -0.5 });
    const { fatal, structure } = judge(written(invoice, "xrechnung", "ubl"), "xrechnung", "ubl");
    expect([fatal, structure]).toEqual([["BR-CO-16"], []]);
    const wrong = written(invoice, "xrechnung", "ubl").replace(">100</cbc:PaidAmount>", ">99</cbc:PaidAmount>");
    expect(judge(wrong, "xrechnung", "ubl").fatal).toContain("BR-DEX-09");
  });

  test("refuse category O beside others by each rule that is a gap", async () => {
    const [invoice] = await issueAll({}, { ...DOMESTIC, ...BESIDE, charges: [{ amount: 1, taxRate: 19 }] });
    for (const syntax of SYNTAXES) {
      const { fatal } = judge(written(invoice, "en16931", syntax), "en16931", syntax);
      expect(fatal).toEqual(expect.arrayContaining(gapRules(invoice, "en16931", syntax)));
    }
  });
});
