import { type CompanyProfile, createInvoicing, type InvoiceDocument, type InvoiceOrder } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { companyProfileSchema, invoiceOrderSchema } from "../../../src/service/schemas/generated/records.ts";
import { canonicalJson } from "../../support/canonical-json.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const ADDRESS = { region: "Île-de-France", postalCode: "75001", line2: "2e étage", line1: "1 rue €", city: "Paris" };

/** Every field a profile can have. */
const PROFILE: Required<CompanyProfile> = {
  ...germanProfile(),
  supply: "goods",
  creditNotePrefix: "CN",
  series: { 'Client "€" 1': { prefix: "SB" } },
  vatNumber: "DE136695976",
  registrations: [
    { vatNumber: "ATU13585627", country: "AT", until: "2027-01-01", since: "2020-01-01", establishment: false },
  ],
  ossSchemes: ["union", "import"],
  taxNumber: "12/345/67890",
  registrationNumber: "HRB 1234",
  address: ADDRESS,
  email: "books@example.com",
  latePayment: { penalties: "Base rate plus nine points", recoveryFee: "EUR 40", discount: "None" },
  iban: "DE02 1203 0000 0000 2020 51",
  bic: "BYLADEM1001",
  accountName: "Firma GmbH, Rechnungen",
  accounts: [{ name: "F", iban: "DE89370400440532013000", currency: "EUR", bic: "DEUTDEFF" }, { account: "123-4567" }],
  creditorId: "DE98ZZZ09999999999",
  paymentTerms: "Net 30 days",
  tradingName: "Firma",
  legalNote: "Managing director: Ada",
  registrationScheme: "0002",
  identifiers: [{ scheme: "0088", id: "4012345000009" }],
  businessProcess: "B1",
  electronicAddress: { scheme: "9930", id: "DE136695976" },
  contact: { phone: "+49 30 1", name: "Books", email: "ask@example.com" },
  taxRepresentative: { vatNumber: "FR40303265045", name: "Fisc SARL", country: "FR", address: ADDRESS },
  national: {
    it: {
      transmitter: "IT01879020517",
      taxRegime: "RF01",
      person: { lastName: "Rossi", firstName: "Mario" },
      registration: { office: "MI", number: "1", inLiquidation: false, soleShareholder: true, capital: 10_000 },
    },
    hr: { operator: { oib: "12345678903", name: "Ana" } },
    fr: { vatOnDebits: true },
  },
  cashAccounting: true,
  requires: "xrechnung",
  language: "de",
  timeZone: "Europe/Berlin",
  exemptionNote: "none",
  smallEnterprise: { number: "DE123456789-EX" },
};

/** Every field that an order can have beside these. */
const MANUAL: Required<Omit<InvoiceOrder, "documentType" | "taxPointCode" | "advances">> = {
  clientName: 'Exemple "SARL" \\ 😀\u2028\u0007',
  clientCountry: "FR",
  clientVatNumber: "FR 40 303 265 045",
  clientLanguage: "fr-BE",
  items: [
    {
      description: "Pen",
      quantity: 1e10,
      unitPrice: 1e-10,
      unit: "piece",
      taxRate: 25.5,
      vatCategory: "S",
      discount: { percent: 12.5, reason: "Summer", reasonCode: "95" },
      discounts: [{ reason: "Loyal", amount: 0.001 }],
      charges: [{ reasonCode: "FC", reason: "Freight", percent: 1 }],
      priceBaseQuantity: 0.5,
      priceDiscount: 0.25,
      supply: "goods",
      dispatchedFrom: "AT",
      unitCode: "C62",
      sku: "P-1",
      note: "blue\n",
      period: { start: "2026-11-01", end: "2026-11-02" },
    },
    {
      description: "Ink",
      quantity: -0.001,
      unitPrice: 0,
      unit: "l",
      taxRate: 0,
      vatCategory: "E",
      discount: { amount: 0 },
      id: "2.1",
      standardId: { scheme: "0160", id: "4012345000009" },
      buyerSku: "K-7",
      heading: "Zubehör",
      classifications: [{ listVersion: "19", list: "TST", code: "44111705" }],
      national: { it: { withheld: true, nature: "N4", pensionFund: { type: "TC01", percent: 4 } } },
      attributes: [{ value: "black", name: "Colour" }],
      originCountry: "CN",
      purchaseOrderLine: "10",
      buyerAccountingReference: "4711",
      invoicedObject: { scheme: "MG", id: "Z" },
      supply: "services",
      placeOfSupply: "AT-Jungholz",
      exemptionReason: "By law",
      vatexCode: "VATEX-EU-132-1I",
    },
  ],
  allowances: [
    {
      reason: "Bonus",
      reasonCode: "100",
      baseAmount: 0.5,
      percent: 10,
      vatCategory: "E",
      taxRate: 0,
      exemptionReason: "By law",
      vatexCode: "VATEX-EU-132-1I",
      supply: "goods",
      placeOfSupply: "DE",
    },
  ],
  charges: [
    { taxRate: 25.5, reasonCode: "FC", reason: "Freight", amount: 1.5 },
    { taxRate: 0, vatCategory: "E", amount: 2 },
  ],
  prices: "net",
  autoVat: false,
  taxRate: 7,
  clientAddress: ADDRESS,
  clientEmail: "client@example.com",
  clientRegistrationNumber: "RCS 1",
  isCompany: true,
  supply: "goods",
  supplyDate: "2026-11-19",
  dueDate: "2026-12-20",
  currency: "KWD",
  exchangeRate: { source: "ECB", rate: 2.8125, date: "2026-11-19", currency: "CHF" },
  buyerReference: "B",
  purchaseOrderReference: "P",
  reference: "R",
  note: "Thank you\n",
  vatNote: "By hand",
  taxPointDate: "2026-11-18",
  period: { start: "2026-11-01", end: "2026-11-30" },
  placeOfSupply: "DE",
  dispatchedFrom: "AT",
  importer: "client",
  deliverTo: { name: "Lager", identifier: { scheme: "0088", id: "4012345000009" }, country: "FR", address: ADDRESS },
  clientNumber: "K-17",
  clientIdentifier: { scheme: "0088", id: "4012345000009" },
  clientTradingName: "T",
  clientContact: { phone: "1", name: "Purchasing", email: "p@example.com" },
  clientRegistrationScheme: "0002",
  clientElectronicAddress: { scheme: "0009", id: "40303265045" },
  payment: {
    means: "59",
    mandateReference: "M1",
    debitedAccount: "FR1420041010050500013M02606",
    cardLast4: "0042",
    meansText: "Card",
    cardHolder: "Anna",
  },
  paymentTerms: "Net 10 days",
  cashDiscounts: [{ percent: 2.5, days: 14 }],
  paymentReference: "RF18",
  prepaidAmount: 0.255,
  roundingAmount: -0.005,
  selfBilled: true,
  triangular: false,
  precedingInvoices: [{ number: "A-1", issueDate: "2026-10-01" }, { number: "A-0" }],
  salesOrderReference: "SO",
  despatchReference: "D",
  goodsReceiptReference: "GR",
  tenderReference: "T",
  invoicedObject: { id: "Z" },
  supportingDocuments: [{ url: "https://example.com/t.pdf", reference: "T", description: "Timesheet" }],
  businessProcess: "M1",
  payee: { registrationScheme: "0002", registrationNumber: "1", name: "Factor", identifier: { id: "1" } },
  contractReference: "C",
  requires: false,
  series: 'Client "€" 1',
  projectReference: "Pr",
  buyerAccountingReference: "4711",
  notes: [{ text: "First", subject: "AAB" }, { text: "Second\n" }],
  withholdings: [{ type: "RT04", percent: 20, reason: "Ritenuta", basePercent: 50, code: "R" }],
  retentions: [{ reason: "Garanzia", percent: 5, dueOn: "2031-11-20" }],
  disbursements: [{ reference: "R 1", description: "Bollo", amount: 2 }],
  national: {
    it: {
      deliveryNotes: [{ number: "77", date: "2026-11-02" }],
      documentType: "TD06",
      recipientCode: "ABC1234",
      clientPerson: { lastName: "Rossi", firstName: "Mario" },
      splitPayment: true,
      stampDuty: false,
    },
    hr: { operator: { oib: "12345678903", name: "Ana" } },
  },
  metadata: { b: "2", "10": "ten", "9": "", é: "\u2028", constructor: "1", 'i"d': "x", A: "0" },
};
const {
  autoVat: _autoVat,
  taxRate: _taxRate,
  vatNote: _vatNote,
  allowances: _allowances,
  charges: _charges,
  ...details
} = MANUAL;
/** Instead of `taxPointDate` and `selfBilled`. */
const CODED = { documentType: "384", taxPointCode: "432" } as const;
const AUTOMATIC: InvoiceOrder = {
  ...details,
  allowances: [{ percent: 5 }],
  charges: [{ amount: 1, vatRates: { DE: 19 }, exemption: { reason: "§ 4 Nr. 21 UStG" } }],
  ...CODED,
  taxPointDate: undefined,
  selfBilled: undefined,
  dispatchedFrom: undefined,
  deliverTo: { ...details.deliverTo, country: "DE" },
  clientVatNumber: "ATU13585627",
  isCompany: false,
  items: [{ description: "Pen", quantity: 2, unitPrice: 1.005, unit: "piece" }],
};
const MIXED_ITEMS: InvoiceOrder["items"] = [
  { description: "Pen", quantity: 1, unitPrice: 5, supply: "goods" },
  { description: "Engraving", quantity: 1, unitPrice: 9.99, supply: "services", unit: "piece" },
];
const GROSS: InvoiceOrder = {
  ...order({ prices: "gross" }),
  items: [
    { description: "Pen", quantity: 3, unitPrice: 19.99 },
    { description: "Ink", quantity: 1, unitPrice: -0, discount: { percent: -0, reason: "Gift" } },
    { description: "Cap", quantity: -1, unitPrice: 9.99, unit: "piece", discount: { amount: -0 } },
  ],
};

/** VAT by product, which the document repeats as a rate or a reason. */
const [BY_PRODUCT, EXEMPT] = [{ vatRates: { DE: 7 } }, { exemption: { reason: "§ 4 Nr. 21 UStG" } }].map((vat) =>
  order({ items: [{ description: "Book", quantity: 1, unitPrice: 5, ...vat }] }),
) as [InvoiceOrder, InvoiceOrder];

test("the requests of these tests have every field there is", () => {
  const advances = ["INV-202611-0001"]; // they must be in the books, so the tests of advances have them
  expect(Object.keys({ ...MANUAL, ...CODED, advances }).sort()).toEqual(Object.keys(invoiceOrderSchema().shape).sort());
  expect(Object.keys(PROFILE).sort()).toEqual(Object.keys(companyProfileSchema().shape).sort());
  const item = invoiceOrderSchema().shape.items.element.shape;
  const items = { ...MANUAL.items[0], ...MANUAL.items[1], ...BY_PRODUCT.items[0], ...EXEMPT.items[0] };
  expect(Object.keys(items).sort()).toEqual(Object.keys(item).sort());
});

test.each([
  ["every field, VAT by hand", MANUAL],
  ["every field, automatic VAT with warnings", AUTOMATIC],
  ["gross prices", GROSS],
  ["rates of two countries", { ...GROSS, clientCountry: "FI", items: MIXED_ITEMS }],
  ["rates by product", BY_PRODUCT],
  ["as few fields as can be", order()],
])("what is stored of an order with %s is RFC 8785's text of what was answered", async (_what, given) => {
  const path = freshFile();
  const { acme, store } = await openBooks(await openSqliteStore(path), PROFILE);
  const issued = await acme.issue(given);
  const raw = connectRaw(path);
  const { document } = raw.prepare("SELECT document FROM faktura_invoices").get() as { document: string };
  raw.close();

  expect(document).toBe(canonicalJson(JSON.parse(document)));
  const {
    status: _s,
    amountPaid: _p,
    discountTaken: _d,
    creditedTotal: _t,
    amountDue,
    cancelledAt: _c,
    ...answered
  } = issued;
  expect(amountDue).toBeCloseTo(issued.payable - (given.prepaidAmount ?? 0));
  expect(JSON.parse(document)).toStrictEqual({ ...answered, documentVersion: 1 });
  expect(await acme.get(issued.id)).toEqual({ ...issued, payments: [], creditNotes: [] });
  await store.close();
});

/** Issues an order on a new file. Returns what was answered and what was stored. */
async function issueAndRead(given: InvoiceOrder, profile: Partial<CompanyProfile> = {}) {
  const path = freshFile();
  const { acme, store } = await openBooks(await openSqliteStore(path), profile);
  const issued = await acme.issue(given);
  const creditNote = await acme.credit(issued.id, { reason: "returned" });
  const findings = (await acme.audit()).findings;
  const [read, readNote] = [await acme.get(issued.id), await acme.getCreditNote(creditNote.id)];
  await store.close();
  const raw = connectRaw(path);
  const { document } = raw.prepare("SELECT document FROM faktura_invoices").get() as { document: string };
  const note = raw.prepare("SELECT document FROM faktura_journal").get() as { document: string };
  raw.close();
  const groupsIn = (text: string) => (JSON.parse(text) as InvoiceDocument).vatBreakdown;
  expect(findings).toEqual([]);
  expect(readNote).toEqual(creditNote);
  return { issued, read, creditNote, document, groups: groupsIn(document), creditedGroups: groupsIn(note.document) };
}

test("a reason that is the invoice's own note is answered, but not stored a second time", async () => {
  const { issued, read, creditNote, groups, creditedGroups } = await issueAndRead(
    order({ clientCountry: "FR", clientVatNumber: "FR40303265045" }),
  );
  expect(issued.vatTreatment).toBe("reverse-charge");
  for (const { vatBreakdown, vatNote } of [issued, read, creditNote]) {
    expect(vatBreakdown.map(({ exemptionReason }) => exemptionReason)).toEqual([vatNote]);
  }
  for (const [group] of [groups, creditedGroups]) expect(Object.keys(group!)).not.toContain("exemptionReason");
});

test("a reason that is not the invoice's note is stored, and null if there is none", async () => {
  const line = { description: "Course", quantity: 1, unitPrice: 100, taxRate: 0, vatCategory: "E" as const };
  const items = [{ ...line, exemptionReason: "§ 4 Nr. 21 UStG" }];
  const explained = await issueAndRead(order({ autoVat: false, vatNote: "Thank you", items }));
  expect(explained.groups[0]).toHaveProperty("exemptionReason", "§ 4 Nr. 21 UStG");
  const taxed = { ...line, taxRate: 19, vatCategory: "S" as const };
  const standard = await issueAndRead(order({ autoVat: false, vatNote: "Thank you", items: [taxed] }));
  expect(Object.keys(standard.groups[0]!)).not.toContain("exemptionReason");
  expect(standard.read.vatBreakdown[0]).not.toHaveProperty("exemptionReason");
  const cashAccounting = await issueAndRead(
    order({ clientCountry: "DE", items: [{ ...line, exemptionReason: undefined }, taxed], autoVat: false }),
    { cashAccounting: true },
  );
  expect(cashAccounting.issued.vatNote).not.toBe("");
  expect(cashAccounting.groups.map(({ exemptionReason }) => exemptionReason)).toEqual([null, undefined]);
  for (const { vatBreakdown } of [cashAccounting.issued, cashAccounting.read, cashAccounting.creditNote]) {
    for (const group of vatBreakdown) expect(group).not.toHaveProperty("exemptionReason");
  }
});

test("a plain order's document fits twice into a page of 4 KiB", async () => {
  const path = freshFile();
  const store = await openSqliteStore(path);
  const acme = createInvoicing({ store }).company("acme");
  const registered = { vatRegistered: true, ossRegistered: true };
  const profile = { name: "Firma GmbH", country: "DE", ...registered, defaultCurrency: "EUR", invoicePrefix: "INV" };
  await acme.saveProfile(profile);
  await acme.issue({
    clientName: "Muster GmbH",
    clientCountry: "FR",
    clientVatNumber: "FR40303265045",
    supplyDate: "2026-11-20",
    items: [
      { description: "Consulting", quantity: 3, unitPrice: 120.5 },
      { description: "Hosting", quantity: 1, unitPrice: 49.99 },
      { description: "Support", quantity: 2.5, unitPrice: 80 },
    ],
  });
  await store.close();
  const raw = connectRaw(path);
  const { bytes } = raw.prepare("SELECT octet_length(document) AS bytes FROM faktura_invoices").get() as {
    bytes: number;
  };
  raw.close();
  expect(bytes).toBeLessThan(1875);
});

test.each([
  ["DE", "de 136.695 976", "DE136695976"],
  ["DE", "136 695 976", "DE136695976"],
  ["CH", "DE 136 695 976", "DE 136 695 976"],
  ["CH", "CHE-123.456.788 MWST", "CHE-123.456.788 MWST"],
])("a client's VAT number in %s, given as %s, is kept as %s", async (clientCountry, clientVatNumber, kept) => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order({ clientCountry, clientVatNumber }));
  expect(invoice.clientVatNumber).toBe(kept);
  expect((await acme.get(invoice.id)).clientVatNumber).toBe(kept);
});

test("nothing of an order is lost on its way to the invoice, and text is kept to the letter", async () => {
  const { acme } = await openBooks(undefined, PROFILE);
  const { items: givenItems, autoVat: _a, taxRate: _t, requires: _o, vatNote, ...kept } = MANUAL;
  const invoice = await acme.issue(MANUAL);
  // The VAT is Austrian, so it is not under the cash accounting of the company's own state.
  const mentions = "Self-billing / Gutschrift / Autofacturation (Directive 2006/112/EC, article 226(10a))";
  const late = [
    { subject: "PMD", text: PROFILE.latePayment!.penalties },
    { subject: "PMT", text: PROFILE.latePayment!.recoveryFee },
  ]; // the order has its own note AAB
  expect(invoice).toMatchObject({
    ...kept,
    notes: [...kept.notes!, ...late],
    clientVatNumber: "FR40303265045",
    vatNote: `${vatNote}; ${mentions}`,
  });
  expect(invoice.items).toEqual(givenItems.map((line, index) => ({ ...line, netAmount: [1.769, 0][index] })));
  const {
    timeZone: _z,
    exemptionNote: _e,
    invoicePrefix: _i,
    creditNotePrefix: _n,
    series: _series,
    latePayment: _late,
    requires: _r,
    registrations,
    ossSchemes: _schemes,
    supply: _supply,
    smallEnterprise: _small,
    ...printed
  } = PROFILE;
  const { vatRegistered: _v, ossRegistered: _s, defaultCurrency: _c, paymentTerms, ...seller } = printed;
  expect(invoice.seller).toEqual({ ...seller, vatNumber: registrations![0]!.vatNumber });
  expect(invoice.registrationCountry).toBe("AT");
  expect(paymentTerms).not.toBe(invoice.paymentTerms);
  expect([invoice.total, invoice.payable, invoice.amountDue]).toEqual([6.053, 7.526, 7.271]);
});

test("a panel's document is returned unchanged: no field is added or removed", async () => {
  const path = freshFile();
  const { acme, store } = await openBooks(await openSqliteStore(path));
  const raw = connectRaw(path);
  raw
    .prepare(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
      VALUES ('acme', 1, 'panel-1', 'INV-202611-0001', '2026-11-20', 'panel', ?)`)
    .run(JSON.stringify({ documentVersion: 1, id: "panel-1", orderPage: "https://x/1", total: 5 }));
  raw.close();
  const state = { status: "SENT", amountPaid: 0, creditedTotal: 0, amountDue: 5, cancelledAt: null };
  const invoice = { id: "panel-1", orderPage: "https://x/1", total: 5, ...state };
  expect((await acme.list()).data).toStrictEqual([invoice]);
  expect(await acme.get("panel-1")).toStrictEqual({ ...invoice, payments: [], creditNotes: [] });
  await store.close();
});

test.each(['"2"', "null", "[2]"])("a panel's prepaid amount counts only as a number, not as %s", async (prepaid) => {
  const path = freshFile();
  const { acme, store } = await openBooks(await openSqliteStore(path));
  const raw = connectRaw(path);
  raw
    .prepare(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
      VALUES ('acme', 1, 'panel-1', 'INV-202611-0001', '2026-11-20', 'panel', ?)`)
    .run(`{"id":"panel-1","currency":"EUR","prepaidAmount":${prepaid},"total":5}`);
  raw.close();
  expect(await acme.recordPayment("panel-1", { amount: 3 })).toMatchObject({ status: "SENT", amountDue: 2 });
  expect(await acme.recordPayment("panel-1", { amount: 2 })).toMatchObject({ status: "PAID", amountDue: 0 });
  await store.close();
});

test("a panel's document may name its fields and its currency like what every object has", async () => {
  const path = freshFile();
  const { acme, store } = await openBooks(await openSqliteStore(path));
  const raw = connectRaw(path);
  const extra =
    '"id":"panel-1","__proto__":{"polluted":true},"constructor":"c","currency":"toString","hasOwnProperty":0,"total":5';
  raw
    .prepare(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
      VALUES ('acme', 1, 'panel-1', 'INV-202611-0001', '2026-11-20', 'panel', ?)`)
    .run(`{${extra}}`);
  raw.close();
  const state = '"status":"SENT","amountPaid":0,"creditedTotal":0,"amountDue":5,"cancelledAt":null';
  const [listed] = (await acme.list()).data;
  expect(Object.entries(listed!)).toEqual(expect.arrayContaining(Object.entries(JSON.parse(`{${extra},${state}}`))));
  expect(await acme.recordPayment("panel-1", { amount: 5 })).toMatchObject({ status: "PAID", amountDue: 0 });
  await store.close();
});

test.each([
  ["DE", "de 136.695 976", "DE136695976"],
  ["DE", "136695976", "DE136695976"],
  ["GR", "GR 094259216", "EL094259216"],
  ["MC", "FR 53 0000 04605", "FR53000004605"],
  ["GB", "XI 980 7806 84", "XI980780684"],
  ["CH", "CHE-123.456.788 MWST", "CHE-123.456.788 MWST"],
])("the VAT number of a seller in %s, kept as %s, is printed as %s", async (country, vatNumber, printed) => {
  const { acme } = await openBooks(undefined, { country, vatNumber });
  const manual = { ...order(), autoVat: false };
  expect((await acme.issue(manual)).seller.vatNumber).toBe(printed);
  expect((await acme.profile()).vatNumber).toBe(vatNumber);
});

test.each([
  ["E", "By law", "By law"],
  ["AE", "By law", "By law"],
  ["E", undefined, undefined],
  ["AE", undefined, "Reverse charge"],
  ["K", undefined, "Intra-community supply"],
  ["G", undefined, "Export outside the EU"],
  ["O", undefined, "Not subject to VAT"],
  ["Z", "By law", undefined],
  ["L", "By law", undefined],
  ["M", "By law", undefined],
] as const)(
  "a group of category %s with the note %s has the exemption reason %s",
  async (vatCategory, vatNote, reason) => {
    const { acme } = await openBooks();
    const items = [{ description: "Pen", quantity: 1, unitPrice: 1, taxRate: 0, vatCategory }];
    const { vatBreakdown } = await acme.issue(order({ autoVat: false, vatNote, items }));
    expect(vatBreakdown).toHaveLength(1);
    expect(vatBreakdown[0]!.exemptionReason).toBe(reason);
  },
);

test.each([
  ["one reason, one code", [["A", "VATEX-EU-132"]], "By law", "A", "VATEX-EU-132"],
  ["the reasons of all lines, each once", [["A"], ["B"], ["A"]], undefined, "A; B", null],
  ["the note for lines without a reason", [["A"], []], "By law", "A; By law", null],
  ["no note that there is none of", [["A"], []], undefined, "A", null],
  [
    "a code on which all lines agree",
    [
      [undefined, "VATEX-EU-132"],
      [undefined, "VATEX-EU-132"],
    ],
    "By law",
    "By law",
    "VATEX-EU-132",
  ],
  [
    "no code where they differ",
    [
      [undefined, "VATEX-EU-132"],
      [undefined, "VATEX-EU-135-1"],
    ],
    undefined,
    undefined,
    null,
  ],
  ["no code where one has none", [[undefined, "VATEX-EU-132"], []], undefined, undefined, null],
] as const)("a group of the breakdown has %s", async (_what, given, vatNote, exemptionReason, vatexCode) => {
  const { acme } = await openBooks();
  const line = { description: "Pen", quantity: 1, unitPrice: 1, taxRate: 0, vatCategory: "E" as const };
  const exempt = given.map(([reason, code]) => ({ ...line, exemptionReason: reason, vatexCode: code }));
  const others = [
    { ...line, vatCategory: "AE" as const, exemptionReason: "Other" },
    { ...line, vatCategory: "S" as const, taxRate: 19 },
  ];
  const issued = await acme.issue(order({ autoVat: false, vatNote, items: [...exempt, ...others] }));
  const [reverse, group, taxed] = issued.vatBreakdown;
  expect([group?.category, group?.exemptionReason, group?.vatexCode]).toEqual(["E", exemptionReason, vatexCode]);
  expect([reverse?.category, reverse?.exemptionReason, reverse?.vatexCode]).toEqual(["AE", "Other", "VATEX-EU-AE"]);
  expect([taxed?.category, taxed?.exemptionReason, taxed?.vatexCode]).toEqual(["S", undefined, null]);
});

test.each([
  { unit: "box" },
  { unitCode: "XBX" },
  { sku: "P-1" },
  { note: "blue" },
  { period: { start: "2026-11-01", end: "2026-11-30" } },
  { discount: { percent: 10 } },
  { vatCategory: "E" as const, exemptionReason: "By law" },
  { vatCategory: "E" as const, vatexCode: "VATEX-EU-132" },
])("a line that has only %o keeps it", async (detail) => {
  const { acme } = await openBooks();
  const item = { description: "Pen", quantity: 1, unitPrice: 1, taxRate: 0, ...detail };
  const invoice = await acme.issue(order({ autoVat: false, items: [item] }));
  expect(invoice.items).toEqual([{ vatCategory: "Z", ...item, netAmount: "discount" in detail ? 0.9 : 1 }]);
  expect((await acme.get(invoice.id)).items).toStrictEqual(invoice.items);
});
