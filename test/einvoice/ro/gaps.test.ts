/**
 * Goal: what Romania refuses is a gap that names the rule and the field; an ordinary Romanian invoice has none.
 * Method: a complete document, broken in one way each. The gaps are compared, and that the official rules find exactly
 * these broken.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { einvoiceGaps, toCii, toUbl } from "faktura/einvoice";
import { describe, expect, test } from "vitest";
import { NO_NATIONAL_RULES } from "../../en16931/rules.ts";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { gapRules, judge, written } from "../official.ts";
import { STATE_ORDERS } from "../state-orders.ts";

const SELLER: Partial<CompanyProfile> = STATE_ORDERS.RO.seller;
const ORDER: InvoiceOrder = STATE_ORDERS.RO.order;
const ADDRESS = STATE_ORDERS.RO.seller.address;
const LINE = STATE_ORDERS.RO.order.items[0]!;
const BUCHAREST = { ...ADDRESS, city: "București", region: "RO-B" };
const ABROAD = { line1: "A 1", postalCode: "10115", city: "Berlin" };

const long = (most: number) => "ț".repeat(most + 1);
const item = (more: object) => ({ items: [{ ...LINE, ...more }] });
const agent = (address: object) => ({
  taxRepresentative: { name: "Fisc", vatNumber: "RO18547290", country: "RO", address: { ...ADDRESS, ...address } },
});
const place = (address: object, country = "RO") => ({ deliverTo: { country, address } });
const RATE = { exchangeRate: { rate: 5, date: "2026-11-19", source: "BNR" } };

type Broken = [rule: string, field: string, Partial<CompanyProfile>, Partial<InvoiceOrder>, also?: string[]];

const BROKEN: Broken[] = [
  ["BR-RO-020_1", "documentType", {}, { documentType: "386" }],
  ["BR-RO-030", "exchangeRate", {}, { currency: "EUR" }],
  ["BR-CO-25", "dueDate", {}, { dueDate: undefined }],
  ["BR-RO-065", "seller.vatNumber", { vatNumber: undefined }, {}, ["BR-S-02"]],
  ["BR-RO-120", "clientRegistrationNumber", {}, { clientVatNumber: undefined }],
  ["BR-RO-081", "seller.address.line1", { address: { ...ADDRESS, line1: undefined } }, {}],
  ["BR-RO-082", "clientAddress.line1", {}, { clientAddress: { ...ADDRESS, line1: undefined } }],
  ["BR-RO-091", "seller.address.city", { address: { ...ADDRESS, city: undefined } }, {}],
  ["BR-RO-092", "clientAddress.city", {}, { clientAddress: { ...ADDRESS, city: undefined } }],
  ["BR-RO-100", "seller.address.city", { address: BUCHAREST }, {}],
  ["BR-RO-101", "clientAddress.city", {}, { clientAddress: BUCHAREST }],
  ["BR-RO-110", "seller.address.region", { address: { ...ADDRESS, region: "Cluj" } }, {}],
  ["BR-RO-111", "clientAddress.region", {}, { clientAddress: { ...ADDRESS, region: undefined } }],
  ["BR-RO-140", "seller.taxRepresentative.address.line1", agent({ line1: undefined }), {}],
  ["BR-RO-150", "seller.taxRepresentative.address.city", agent({ city: undefined }), {}],
  ["BR-RO-160", "seller.taxRepresentative.address.city", agent(BUCHAREST), {}],
  ["BR-RO-170", "seller.taxRepresentative.address.region", agent({ region: "Cluj" }), {}],
  ["BR-RO-180", "deliverTo.address.line1", {}, place({ ...ADDRESS, line1: undefined })],
  ["BR-RO-201", "deliverTo.address.city", {}, place({ ...ADDRESS, city: undefined })],
  ["BR-RO-202", "deliverTo.address.city", {}, place(BUCHAREST)],
  ["BR-RO-211", "deliverTo.address.region", {}, place(ABROAD, "DE")],
  ["BR-RO-212", "deliverTo.address.region", {}, place({ ...ADDRESS, region: "Cluj" })],
  ["BR-RO-A020", "notes", {}, { note: "x", notes: Array.from({ length: 20 }, () => ({ text: "x" })) }],
  ["BR-RO-L0501", "seller.address.city", { address: { ...ADDRESS, city: long(50) } }, {}],
  ["BR-RO-L0502", "clientAddress.city", {}, { clientAddress: { ...ADDRESS, city: long(50) } }],
  ["BR-RO-L0503", "seller.taxRepresentative.address.city", agent({ city: long(50) }), {}],
  ["BR-RO-L0504", "deliverTo.address.city", {}, place({ ...ADDRESS, city: long(50) })],
  ["BR-RO-L1001", "buyerAccountingReference", {}, { buyerAccountingReference: long(100) }],
  ["BR-RO-L1002", "seller.address.line2", { address: { ...ADDRESS, line2: long(100) } }, {}],
  ["BR-RO-L1003", "seller.address.line3", { address: { ...ADDRESS, line3: long(100) } }, {}],
  ["BR-RO-L1004", "seller.contact.name", { contact: { name: long(100) } }, {}],
  ["BR-RO-L1007", "clientAddress.line2", {}, { clientAddress: { ...ADDRESS, line2: long(100) } }],
  ["BR-RO-L1008", "clientAddress.line3", {}, { clientAddress: { ...ADDRESS, line3: long(100) } }],
  ["BR-RO-L1009", "clientContact.name", {}, { clientContact: { name: long(100) } }],
  ["BR-RO-L1012", "seller.taxRepresentative.address.line2", agent({ line2: long(100) }), {}],
  ["BR-RO-L1013", "seller.taxRepresentative.address.line3", agent({ line3: long(100) }), {}],
  ["BR-RO-L1014", "deliverTo.address.line2", {}, place({ ...ADDRESS, line2: long(100) })],
  ["BR-RO-L1015", "deliverTo.address.line3", {}, place({ ...ADDRESS, line3: long(100) })],
  ["BR-RO-L1016", "payment.meansText", {}, { payment: { means: "10", meansText: long(100) } }],
  [
    "BR-RO-L1020",
    "supportingDocuments[].description",
    {},
    { supportingDocuments: [{ reference: "1", description: long(100) }] },
  ],
  ["BR-RO-L1021", "items[].buyerAccountingReference", {}, item({ buyerAccountingReference: long(100) })],
  ["BR-RO-L1022", "items[].discount.reason", {}, item({ discount: { percent: 10, reason: long(100) } })],
  ["BR-RO-L1022", "items[].discount.reason", {}, item({ discounts: [{ percent: 10, reason: long(100) }] })],
  ["BR-RO-L1023", "items[].charges", {}, item({ charges: [{ amount: 10, reason: long(100) }] })],
  ["BR-RO-L1024", "items[].description", {}, item({ description: long(100) })],
  ["BR-RO-L0505", "items[].attributes", {}, item({ attributes: [{ name: long(50), value: "x" }] })],
  ["BR-RO-L1025", "items[].attributes", {}, item({ attributes: [{ name: "x", value: long(100) }] })],
  ["BR-RO-L140", "paymentReference", {}, { paymentReference: long(140) }],
  ["BR-RO-L151", "seller.address.line1", { address: { ...ADDRESS, line1: long(150) } }, {}],
  ["BR-RO-L152", "clientAddress.line1", {}, { clientAddress: { ...ADDRESS, line1: long(150) } }],
  ["BR-RO-L153", "seller.taxRepresentative.address.line1", agent({ line1: long(150) }), {}],
  ["BR-RO-L154", "deliverTo.address.line1", {}, place({ ...ADDRESS, line1: long(150) })],
  ["BR-RO-L212", "items[].description", {}, item({ description: `x\n${long(200)}` })],
  ["BR-RO-L301", "paymentTerms", {}, { paymentTerms: long(300) }, ["BR-RO-L302"]],
  ["BR-RO-L302", "notes", {}, { note: long(300) }],
  ["BR-RO-L303", "items[].note", {}, item({ note: long(300) }), ["BR-RO-L302"]],
  ["BR-CL-04", "currency", {}, { currency: "VES", ...RATE }, ["BR-CL-03"]],
  ["BR-CL-05", "exchangeRate.currency", {}, { exchangeRate: { ...RATE.exchangeRate, currency: "VES" } }, ["BR-CL-03"]],
  ["BR-CL-10", "seller.identifiers", { identifiers: [{ scheme: "0225", id: "1" }] }, {}],
  ["BR-CL-11", "clientRegistrationScheme", {}, { clientRegistrationNumber: "1", clientRegistrationScheme: "0235" }],
  ["BR-CL-20", "charges", {}, { charges: [{ amount: 1, reasonCode: "PRV" }] }],
  ["BR-CL-20", "items[].charges", {}, item({ charges: [{ amount: 1, reasonCode: "PRV" }] })],
  ["BR-CL-21", "items[].standardId", {}, item({ standardId: { scheme: "0235", id: "1" } })],
  ["BR-CL-25", "clientElectronicAddress", {}, { clientElectronicAddress: { scheme: "0225", id: "1" } }],
];

async function issue(seller: Partial<CompanyProfile> = {}, order: Partial<InvoiceOrder> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  return acme.issue({ ...ORDER, ...order });
}

const rulesOf = (document: Invoice | CreditNote) => gapRules(document, "cius-ro", "ubl");

const fatalRulesOf = (document: Invoice | CreditNote) =>
  judge(written(document, "cius-ro", "ubl"), "cius-ro", "ubl").fatal;

describe("the profile cius-ro", () => {
  test.each(BROKEN)("%s: %s", async (rule, field, seller, order, also = []) => {
    const invoice = await issue(seller, order);
    const detail = expect.stringMatching(/\.$/);
    expect(einvoiceGaps(invoice, { profile: "cius-ro" })).toContainEqual({ rule, field, detail });
    expect(rulesOf(invoice)).toEqual([rule, ...also].sort());
  });

  test("takes an ordinary invoice and its credit note, but not that of a self-billed invoice", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const creditOf = async (order: Partial<InvoiceOrder>) =>
      acme.credit((await acme.issue({ ...ORDER, ...order })).id, { reason: "Retur" });
    expect(toUbl(await creditOf({}), { profile: "cius-ro" })).toContain("CIUS-RO:1.0.1<");
    expect(rulesOf(await creditOf({ selfBilled: true }))).toEqual(["BR-RO-020_2"]);
  });

  test("states VAT of 0 in RON on an export in another currency", async () => {
    const order = { clientCountry: "US", clientVatNumber: undefined, clientRegistrationNumber: "1", currency: "EUR" };
    const invoice = await issue({}, { ...order, clientAddress: ABROAD, supply: "goods" });
    expect(rulesOf(invoice)).toEqual([]);
    expect(toUbl(invoice, { profile: "cius-ro" })).toContain('<cbc:TaxAmount currencyID="RON">0</cbc:TaxAmount>');
  });

  test("limits the texts of attachments too", async () => {
    const invoice = await issue();
    const file = { filename: "a.csv", mimeCode: "text/csv", content: new Uint8Array([1]) } as const;
    const attached = (more: object) => toUbl(invoice, { profile: "cius-ro", attachments: [{ ...file, ...more }] });
    expect(attached({ filename: "a".repeat(200) })).toContain("EmbeddedDocumentBinaryObject");
    expect(() => attached({ filename: "a".repeat(201) })).toThrow("BR-RO-L0308");
    expect(() => attached({ description: long(100) })).toThrow("BR-RO-L1020");
  });

  test("is written in UBL alone", async () => {
    const invoice = await issue();
    expect(() => toCii(invoice, { profile: "cius-ro" as "ctc-fr" })).toThrow("cius-ro is written by toUbl");
  });
});

describeUnless(NO_NATIONAL_RULES)("the Romanian rules agree about", () => {
  test.each(BROKEN)("%s: %s", async (_, __, seller, order) => {
    const invoice = await issue(seller, order);
    expect(fatalRulesOf(invoice)).toEqual(rulesOf(invoice));
  });

  test("an ordinary invoice", async () => {
    expect(fatalRulesOf(await issue())).toEqual([]);
  });
});
