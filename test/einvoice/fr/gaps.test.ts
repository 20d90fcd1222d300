/**
 * Goal: what France refuses is a gap that names the rule and the field; an ordinary French invoice has none.
 * Method: a complete document, broken in one way each. The gaps are compared, and that the official rules find exactly
 * these broken, in both syntaxes.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { einvoiceGaps, toCii, toUbl } from "faktura/einvoice";
import { describe, expect, test } from "vitest";
import { NO_NATIONAL_RULES } from "../../en16931/rules.ts";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { disagreements, gapRules, judge, SYNTAXES, written } from "../official.ts";
import { STATE_ORDERS } from "../state-orders.ts";

const SELLER: Partial<CompanyProfile> = STATE_ORDERS.FR.seller;
const ORDER: InvoiceOrder = STATE_ORDERS.FR.order;
const LATE_PAYMENT = STATE_ORDERS.FR.seller.latePayment;
const LINE = STATE_ORDERS.FR.order.items[0]!;

const note = (subject: string, text: string) => ({ notes: [{ subject, text }] });
const byHand = (vat: object) => ({ autoVat: false, items: [{ ...LINE, ...vat }] });
const preceding = (...numbers: string[]) => ({ precedingInvoices: numbers.map((number) => ({ number })) });
const identifiers = (...ids: [scheme: string, id: string][]) => ({
  identifiers: ids.map(([scheme, id]) => ({ scheme, id })),
});
const GROUP = {
  taxRepresentative: { name: "Groupe", vatNumber: "FR40303265045", country: "FR", address: { city: "Paris" } },
};

type Broken = [rule: string, field: string, Partial<CompanyProfile>, Partial<InvoiceOrder>, also?: string[]];

const BROKEN: Broken[] = [
  ["BR-FR-02", "seller.invoicePrefix", { invoicePrefix: "F.2026" }, {}, ["BR-FR-01"]],
  ["BR-FR-01", "precedingInvoices[].number", {}, preceding("1".repeat(36))],
  ["BR-FR-02", "precedingInvoices[].number", {}, preceding("A 1"), ["BR-FR-01"]],
  ["BR-FR-02", "precedingInvoices[].number", {}, preceding("A-1", "A 1"), ["BR-FR-01"]],
  ["BR-FR-03", "supplyDate", {}, { supplyDate: "1999-12-31", ...byHand({ taxRate: 20 }) }],
  ["BR-FR-03", "taxPointDate", {}, { taxPointDate: "1999-12-31", ...byHand({ taxRate: 20 }) }],
  ["BR-FR-03", "dueDate", {}, { dueDate: "1999-12-31" }, ["BR-FR-CO-07"]],
  ["BR-FR-03", "period", {}, { period: { start: "1999-12-01", end: "2026-11-30" } }],
  ["BR-FR-03", "items[].period", {}, { items: [{ ...LINE, period: { start: "1999-12-31", end: "2000-01-01" } }] }],
  ["BR-FR-03", "precedingInvoices[].issueDate", {}, { precedingInvoices: [{ number: "1", issueDate: "1999-12-31" }] }],
  ["BR-FR-04", "documentType", {}, { documentType: "326" }],
  ["BR-FR-05", "seller.latePayment.recoveryFee", { latePayment: { ...LATE_PAYMENT, recoveryFee: undefined } }, {}],
  ["BR-FR-05", "seller.latePayment.penalties", { latePayment: { ...LATE_PAYMENT, penalties: undefined } }, {}],
  ["BR-FR-05", "seller.latePayment.discount", { latePayment: { ...LATE_PAYMENT, discount: undefined } }, {}],
  ["BR-FR-05", "isCompany", {}, { isCompany: undefined }],
  ["BR-FR-06", "notes", {}, { notes: [1, 2].map(() => ({ subject: "PMT", text: "40 EUR" })) }],
  ["BR-FR-06", "notes", {}, { note: "see #PMT# below" }],
  ["BR-FR-08", "items[].supply", {}, { supply: undefined }],
  ["BR-FR-08", "businessProcess", {}, { businessProcess: "urn:x" }],
  ["BR-FR-09", "seller.identifiers", identifiers(["0009", "55210055400013"]), {}],
  ["BR-FR-09", "clientIdentifier", {}, { clientIdentifier: { scheme: "0009", id: "5521005540001" } }],
  ["BR-FR-09", "payee.identifier", {}, { payee: { name: "P", identifier: { scheme: "0009", id: "1" } } }],
  ["BR-FR-09", "deliverTo.identifier", {}, { deliverTo: { identifier: { scheme: "0009", id: "1" } } }],
  ["BR-FR-10", "seller.registrationNumber", { registrationScheme: "0088" }, {}],
  ["BR-FR-11", "clientRegistrationNumber", {}, { ...note("BAR", "B2B"), clientRegistrationNumber: undefined }],
  [
    "BR-FR-11",
    "clientRegistrationNumber",
    {},
    { note: "a#BAR#B2B", clientRegistrationNumber: undefined, clientElectronicAddress: { scheme: "0225", id: "1" } },
  ],
  ["BR-FR-12", "clientElectronicAddress", {}, { clientElectronicAddress: undefined }],
  ["BR-FR-13", "seller.electronicAddress", { electronicAddress: undefined }, {}],
  ["BR-FR-15", "items[].vatCategory", {}, byHand({ vatCategory: "L", taxRate: 7 })],
  ["BR-FR-16", "items[].taxRate", {}, byHand({ taxRate: 19 })],
  [
    "BR-FR-17",
    "supportingDocuments[].description",
    {},
    { supportingDocuments: [{ reference: "1", description: "x" }] },
  ],
  [
    "BR-FR-18",
    "supportingDocuments[].description",
    {},
    { supportingDocuments: ["1", "2"].map((reference) => ({ reference, description: "LISIBLE" })) },
  ],
  ["BR-FR-20", "notes", {}, note("BAR", "b2b")],
  [
    "BR-FR-21",
    "clientElectronicAddress",
    {},
    { ...note("BAR", "B2B"), clientElectronicAddress: { scheme: "0225", id: "303265045" } },
  ],
  [
    "BR-FR-22",
    "seller.electronicAddress",
    { electronicAddress: { scheme: "0225", id: "552100554" } },
    { ...note("BAR", "B2B"), selfBilled: true },
  ],
  ["BR-FR-23", "seller.electronicAddress", { electronicAddress: { scheme: "0225", id: "303265045/é" } }, {}],
  ["BR-FR-23", "clientElectronicAddress", {}, { clientElectronicAddress: { scheme: "0225", id: "552100554*" } }],
  ["BR-FR-24", "seller.identifiers", identifiers(["0224", "A B"]), {}],
  ["BR-FR-24", "clientIdentifier", {}, { clientIdentifier: { scheme: "0224", id: "A B" } }],
  ["BR-FR-31", "notes", {}, { notes: ["B2B", "B2C"].map((text) => ({ subject: "BAR", text })) }],
  ["BR-FR-31", "notes", {}, { note: "a#BAR#B2C", ...note("BAR", "B2B") }],
  ["BR-FR-32", "clientRegistrationNumber", {}, { clientRegistrationNumber: "5521" }],
  ["BR-FR-32", "seller.identifiers", identifiers(["0002", "5521"]), {}],
  ["BR-FR-32", "clientIdentifier", {}, { clientIdentifier: { scheme: "0231", id: "5521" } }],
  [
    "BR-FR-32",
    "payee.registrationNumber",
    {},
    { payee: { name: "P", registrationNumber: "1", registrationScheme: "0002" } },
  ],
  ["BR-FR-32", "payee.identifier", {}, { payee: { name: "P", identifier: { scheme: "0002", id: "1" } } }],
  ["BR-FR-32", "deliverTo.identifier", {}, { deliverTo: { identifier: { scheme: "0002", id: "1" } } }],
  ["BR-FR-32", "items[].standardId", {}, { items: [{ ...LINE, standardId: { scheme: "0002", id: "1" } }] }],
  ["BR-FR-CO-04", "precedingInvoices", {}, { documentType: "384" }],
  ["BR-FR-CO-04", "precedingInvoices", {}, { documentType: "384", ...preceding("A-1", "A-2") }],
  ["BR-FR-CO-07", "dueDate", {}, { dueDate: "2026-11-01" }],
  ["BR-FR-CO-08", "businessProcess", {}, { documentType: "386", businessProcess: "S4" }],
  ["BR-FR-CO-09", "prepaidAmount", {}, { businessProcess: "S2" }],
  ["BR-FR-CO-09", "dueDate", {}, { prepaidAmount: 240, dueDate: undefined }],
  ["BR-FR-CO-10", "seller.identifiers", { identifiers: [{ id: "L-1" }] }, {}],
  ["BR-FR-CO-10", "seller.identifiers", identifiers(["0088", "1"], ["0088", "2"]), {}],
  ["BR-FR-CO-10", "clientIdentifier", {}, { clientNumber: "C-1" }],
  ["BR-FR-CO-10", "payee.identifier", {}, { payee: { name: "P", identifier: { id: "1" } } }],
  ["BR-FR-CO-10", "deliverTo.identifier", {}, { deliverTo: { identifier: { id: "1" } } }],
  ["BR-FR-CO-12", "exchangeRate", {}, { currency: "USD" }],
  ["BR-FR-CO-14", "notes", { ...identifiers(["0231", "552100554"]), ...GROUP }, {}],
  [
    "BR-FR-CO-15",
    "seller.taxRepresentative",
    identifiers(["0231", "552100554"]),
    note("TXD", "MEMBRE_ASSUJETTI_UNIQUE"),
  ],
  ["BR-FR-DEC-02", "items[].quantity", {}, { items: [{ ...LINE, quantity: 1.23456 }] }],
  ["BR-FR-DEC-02", "items[].quantity", {}, { items: [{ ...LINE, priceBaseQuantity: 1.23456 }] }],
  ["BR-FR-DEC-03", "items[].unitPrice", {}, { items: [{ ...LINE, unitPrice: 0.1234567, quantity: 1000 }] }],
  ["BR-FR-DEC-03", "items[].unitPrice", {}, { items: [{ ...LINE, priceDiscount: 0.1234567 }] }],
  ["BR-FR-DEC-04", "items[].taxRate", {}, byHand({ taxRate: 20.125 }), ["BR-FR-16"]],
];

async function issue(seller: Partial<CompanyProfile> = {}, order: Partial<InvoiceOrder> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  return acme.issue({ ...ORDER, ...order });
}

const rulesOf = (document: Invoice | CreditNote) => [
  ...new Set(SYNTAXES.flatMap((syntax) => gapRules(document, "ctc-fr", syntax))),
];

describe("the profile ctc-fr", () => {
  test.each(BROKEN)("%s: %s", async (rule, field, seller, order, also = []) => {
    const invoice = await issue(seller, order);
    const detail = expect.stringMatching(/\.$/);
    expect(einvoiceGaps(invoice, { profile: "ctc-fr" })).toContainEqual({ rule, field, detail });
    expect(rulesOf(invoice).sort()).toEqual([rule, ...also].sort());
  });

  test("takes an ordinary invoice and its credit note, which repeats the notes", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const invoice = await acme.issue(ORDER);
    const creditNote = await acme.credit(invoice.id, { reason: "Retour" });
    for (const document of [invoice, creditNote]) {
      expect(rulesOf(document)).toEqual([]);
      expect(toUbl(document, { profile: "ctc-fr" })).toContain("<cbc:ProfileID>S1</cbc:ProfileID>");
      expect(toCii(document, { profile: "ctc-fr" })).toContain("<ram:SubjectCode>PMT</ram:SubjectCode>");
    }
  });

  test("names the prefix of credit notes, if that is at fault", async () => {
    const { acme } = await openBooks(undefined, { ...SELLER, creditNotePrefix: "A.1" });
    const creditNote = await acme.credit((await acme.issue(ORDER)).id, { reason: "Retour" });
    const fields = einvoiceGaps(creditNote, { profile: "ctc-fr" }).map(({ field }) => field);
    expect([...new Set(fields)]).toEqual(["seller.creditNotePrefix"]);
  });

  test("refuses documents of several sellers", async () => {
    expect(rulesOf(await issue({}, { businessProcess: "M8" }))).toEqual(["BR-FR-MV-06"]);
  });

  test("asks for three decimals nowhere", async () => {
    const invoice = await issue(
      {},
      { currency: "TND", exchangeRate: { rate: 0.3, date: "2026-11-19", source: "BCE" } },
    );
    expect(rulesOf(invoice)).toEqual([]);
    const odd = await issue({}, { currency: "TND", items: [{ ...LINE, unitPrice: 0.001 }] });
    expect(rulesOf(odd)).toContain("BR-FR-DEC-01");
  });

  test("has codes for the descriptions of attachments too", async () => {
    const invoice = await issue();
    const file = { mimeCode: "text/csv", content: new Uint8Array([1]) } as const;
    const attached = (...descriptions: (string | undefined)[]) => {
      const attachments = descriptions.map((description, index) => ({ ...file, filename: `${index}`, description }));
      return toUbl(invoice, { profile: "ctc-fr", attachments }) + toCii(invoice, { profile: "ctc-fr", attachments });
    };
    expect(attached("LISIBLE", "DOCUMENT_ANNEXE", undefined)).toContain("DOCUMENT_ANNEXE");
    expect(() => attached("Timesheet")).toThrow("BR-FR-17");
    expect(() => attached("LISIBLE", "LISIBLE")).toThrow("BR-FR-18");
  });

  test("needs no notes any more once today's profile has the texts", async () => {
    const invoice = await issue({ latePayment: undefined });
    expect(einvoiceGaps(invoice, { profile: "ctc-fr", ownProfile: { latePayment: LATE_PAYMENT } })).toEqual([]);
  });

  test("is required of orders, with the characters of their numbers", async () => {
    const { acme } = await openBooks(undefined, { ...SELLER, requires: "ctc-fr", invoicePrefix: "F.1" });
    await expect(acme.issue(ORDER)).rejects.toMatchObject({ code: "einvoice_incomplete", message: /BR-FR-01/ });
    expect((await acme.list()).data).toEqual([]);
    await acme.saveProfile({ ...(await acme.profile())!, invoicePrefix: "F" });
    await expect(acme.issue({ ...ORDER, dueDate: "2026-11-01" })).rejects.toMatchObject({ message: /BR-FR-CO-07/ });
    expect((await acme.issue(ORDER)).invoiceNumber).toMatch(/-0001$/);
  });
});

/** By what is sold and paid. */
const PROCESSES: [code: string, Partial<InvoiceOrder>][] = [
  ["B1", { supply: "goods" }],
  ["S1", { supply: "digital" }],
  ["M1", { items: [LINE, { ...LINE, supply: "goods" }] }],
  ["S2", { prepaidAmount: 240 }],
  ["S1", { prepaidAmount: 100 }],
  ["S4", { prepaidAmount: 100, ...preceding("A-1") }],
  ["B4", { supply: "goods", prepaidAmount: 240, ...preceding("A-1") }],
  ["S1", { documentType: "386" }],
  ["S2", { documentType: "386", prepaidAmount: 240 }],
  ["S1", { documentType: "384", prepaidAmount: 100, ...preceding("A-1") }],
  ["S5", { businessProcess: "S5" }],
];

test.each(PROCESSES)("the process %s of %j", async (code, order) => {
  const ubl = toUbl(await issue({}, order), { profile: "ctc-fr" });
  expect(ubl).toContain(`<cbc:ProfileID>${code}</cbc:ProfileID>`);
});

test("VAT on debits is stated on invoices for services, and due when they are invoiced", async () => {
  const national = { fr: { vatOnDebits: true } };
  const mention = "Option pour le paiement de la taxe d'après les débits";
  const services = await issue({ national });
  expect(services.vatNote).toBe(mention);
  expect(toUbl(services, { profile: "ctc-fr" })).toContain("<cbc:DescriptionCode>3</cbc:DescriptionCode>");
  expect(toCii(services, { profile: "ctc-fr" })).toContain("<ram:DueDateTypeCode>5</ram:DueDateTypeCode>");
  for (const order of [{ supply: "goods" as const }, byHand({ vatCategory: "AE" })]) {
    const other = await issue({ national }, order);
    expect(other.vatNote).not.toContain(mention);
    expect(toUbl(other)).not.toContain("DescriptionCode");
  }
});

test("VAT on debits is declared by invoices, not by payments", async () => {
  for (const [national, declared] of [
    [{ fr: { vatOnDebits: true } }, [200]],
    [undefined, []],
  ] as const) {
    const { acme } = await openBooks(undefined, { ...SELLER, national });
    await acme.issue(ORDER);
    const report = await acme.vatReport({ from: "2026-11-01", to: "2026-11-30" });
    expect(report.domestic.lines.map(({ taxableAmount }) => taxableAmount)).toEqual(declared);
  }
});

describeUnless(NO_NATIONAL_RULES)("the French rules agree about", () => {
  test.each(BROKEN)("%s: %s", async (_, __, seller, order) => {
    expect(disagreements(await issue(seller, order), "ctc-fr")).toEqual([]);
  });

  test.each(PROCESSES)("the process %s of %j", async (_, order) => {
    expect(disagreements(await issue({}, order), "ctc-fr")).toEqual([]);
  });

  test("documents of several sellers", async () => {
    const invoice = await issue({}, { businessProcess: "M8" });
    for (const syntax of SYNTAXES) {
      expect(judge(written(invoice, "ctc-fr", syntax), "ctc-fr", syntax).fatal).toContain("BR-FR-MV-06");
    }
  });
});
