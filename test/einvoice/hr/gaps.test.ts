/**
 * Goal: what Croatia refuses is a gap that names the rule and the field; an ordinary Croatian invoice has none.
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

const SELLER: Partial<CompanyProfile> = STATE_ORDERS.HR.seller;
const ORDER: InvoiceOrder = STATE_ORDERS.HR.order;
const OPERATOR = STATE_ORDERS.HR.seller.national.hr.operator;
const WRONG_OPERATOR = { ...OPERATOR, oib: "12345678901" };
const ADDRESS = STATE_ORDERS.HR.seller.address;
const LINE = STATE_ORDERS.HR.order.items[0]!;
const KPD = LINE.classifications[0]!;

const item = (more: object) => ({ items: [{ ...LINE, ...more }] });
const byHand = (vat: object) => ({ autoVat: false, ...item(vat) });
const EXEMPT = { vatCategory: "E" as const, exemptionReason: "Čl. 39. st. 1." };
const agent = (vatNumber: string) => ({
  taxRepresentative: { name: "Zastupnik", vatNumber, country: "HR", address: ADDRESS },
});

type Broken = [rule: string, field: string, Partial<CompanyProfile>, Partial<InvoiceOrder>, also?: string[]];

const BROKEN: Broken[] = [
  ["HR-BR-4", "dueDate", {}, { dueDate: undefined }],
  ["HR-BR-6", "precedingInvoices[].issueDate", {}, { precedingInvoices: [{ number: "1" }] }, ["HR-BR-45"]],
  ["HR-BR-7", "seller.electronicAddress", { electronicAddress: undefined }, {}],
  ["HR-BR-10", "clientElectronicAddress", {}, { clientElectronicAddress: undefined }],
  ["HR-BR-37", "seller.national.hr.operator", { national: undefined }, {}, ["HR-BR-9"]],
  ["HR-BR-9", "seller.national.hr.operator", { national: { hr: { operator: WRONG_OPERATOR } } }, {}],
  ["HR-BR-9", "national.hr.operator", {}, { national: { hr: { operator: WRONG_OPERATOR } } }],
  ["HR-BR-S-1", "clientVatNumber", {}, { clientVatNumber: undefined }],
  ["HR-BR-S-2", "clientVatNumber", {}, { clientVatNumber: undefined, allowances: [{ amount: 1 }] }, ["HR-BR-S-1"]],
  ["HR-BR-S-3", "clientVatNumber", {}, { clientVatNumber: undefined, charges: [{ amount: 1 }] }, ["HR-BR-S-1"]],
  ["HR-BR-E-1", "clientVatNumber", {}, { clientVatNumber: undefined, ...byHand(EXEMPT) }],
  ["HR-BR-Z-1", "clientVatNumber", {}, { clientVatNumber: undefined, ...byHand({ vatCategory: "Z" }) }],
  ["HR-BR-25", "items[].classifications", {}, item({ classifications: undefined })],
  ["HR-BR-25", "items[].classifications", {}, item({ classifications: [{ list: "HS", code: "1001" }] })],
  ["HR-BR-CL-2", "items[].classifications", {}, item({ classifications: [{ ...KPD, code: "011111" }] })],
  ["HR-BR-36", "items[].exemptionReason", {}, byHand({ vatCategory: "E" }), ["BR-E-10"]],
  [
    "HR-BR-13",
    "charges[].exemptionReason",
    {},
    { ...byHand({ vatCategory: "E" }), charges: [{ amount: 1, vatCategory: "E" }] },
    ["BR-E-10", "HR-BR-36"],
  ],
  ["HR-BR-34", "businessProcess", {}, { businessProcess: "urn:x" }],
  ["HR-BR-46", "items[].description", {}, item({ description: "ž".repeat(1025) })],
  ["HR-BR-53", "clientVatNumber", {}, { clientVatNumber: "DE136695976" }],
  ["HR-BR-53", "seller.taxRepresentative", agent("DE136695976"), {}],
  ["HR-BR-53", "seller.vatNumber", { vatNumber: "HR12345678901" }, {}],
  ["HR-BR-53", "seller.taxNumber", { vatNumber: undefined, taxNumber: "HR333920059611" }, {}],
  ["HR-BR-53", "seller.taxNumber", { vatNumber: undefined, taxNumber: "12345678901" }, {}],
  ["HR-BR-44", "supplyDate", {}, { supplyDate: "1899-12-31", ...byHand({ taxRate: 25 }) }],
  ["HR-BR-45", "precedingInvoices[].issueDate", {}, { precedingInvoices: [{ number: "1", issueDate: "1899-12-31" }] }],
];

async function issue(seller: Partial<CompanyProfile> = {}, order: Partial<InvoiceOrder> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  return acme.issue({ ...ORDER, ...order });
}

const rulesOf = (document: Invoice | CreditNote) => gapRules(document, "hr-cius", "ubl");

const verdictOn = (document: Invoice | CreditNote) => judge(written(document, "hr-cius", "ubl"), "hr-cius", "ubl");

/** Documents that are complete, and what is in their files. */
const COMPLETE: [name: string, Partial<CompanyProfile>, Partial<InvoiceOrder>, found: string][] = [
  ["an ordinary invoice", {}, {}, "<cbc:ProfileID>P1<"],
  ["a single order", {}, { purchaseOrderReference: "N-1" }, "<cbc:ProfileID>P3<"],
  [
    "a period of a contract",
    {},
    { contractReference: "U-1", period: { start: "2026-11-01", end: "2026-11-30" } },
    ">P2<",
  ],
  ["goods with a delivery note", {}, { despatchReference: "O-1" }, "<cbc:ProfileID>P7<"],
  ["goods with both notes", {}, { despatchReference: "O-1", goodsReceiptReference: "R-1" }, "<cbc:ProfileID>P8<"],
  ["a down payment without a KPD code", {}, { documentType: "386", ...item({ classifications: undefined }) }, ">P4<"],
  ["a corrected invoice", {}, { documentType: "384" }, "<cbc:ProfileID>P10<"],
  [
    "a final invoice",
    {},
    { prepaidAmount: 50, precedingInvoices: [{ number: "1", issueDate: "2026-10-01" }] },
    "<cbc:ProfileID>P11<",
  ],
  ["a self-billed invoice", {}, { selfBilled: true }, "<cbc:ProfileID>P12<"],
  ["the client's process", {}, { businessProcess: "P99:X" }, "<cbc:ProfileID>P99:X<"],
  [
    "another operator",
    {},
    { national: { hr: { operator: { ...OPERATOR, name: "Ivo" } } } },
    "<cbc:Name>Ivo</cbc:Name>",
  ],
  ["a VAT number and a tax number", { taxNumber: "33392005961" }, {}, "HR33392005961"],
  ["VAT that is due on payment", { cashAccounting: true }, {}, "naplaćenoj naknadi</hrextac:HRObracunPDVPoNaplati>"],
  ["an exempt line", {}, byHand(EXEMPT), "<cbc:Name>HR:E</cbc:Name>"],
  [
    "a seller who is not registered",
    { vatRegistered: false, vatNumber: undefined, taxNumber: "33392005961", exemptionNote: "Čl. 90. st. 2." },
    {},
    "<hrextac:HRTaxTotal>",
  ],
  [
    "exempt and taxed parts",
    {},
    {
      autoVat: false,
      items: [
        { ...LINE, taxRate: 25 },
        { ...LINE, taxRate: 13 },
        { ...LINE, ...EXEMPT },
      ],
      charges: [{ amount: 5, ...EXEMPT, reason: "Naknada" }],
      allowances: [{ amount: 1, taxRate: 25 }],
    },
    "<cbc:Name>HR:PDV13</cbc:Name>",
  ],
  ["what is outside the scope of VAT", {}, byHand({ vatCategory: "O", exemptionReason: "Čl. 5." }), "HR:O"],
];

describe("the profile hr-cius", () => {
  test.each(BROKEN)("%s: %s", async (rule, field, seller, order, also = []) => {
    const invoice = await issue(seller, order);
    const detail = expect.stringMatching(/\.$/);
    expect(einvoiceGaps(invoice, { profile: "hr-cius" })).toContainEqual({ rule, field, detail });
    expect(rulesOf(invoice)).toEqual([rule, ...also].sort());
  });

  test.each(COMPLETE)("takes %s", async (_, seller, order, found) => {
    expect(toUbl(await issue(seller, order), { profile: "hr-cius" })).toContain(found);
  });

  test("states the time of issue in Croatia", async () => {
    const invoice = { ...(await issue()), issuedAt: "2026-07-01T22:30:05.123Z" };
    expect(toUbl(invoice, { profile: "hr-cius" })).toContain("<cbc:IssueTime>00:30:05</cbc:IssueTime>");
  });

  test("refuses documents of the years before", async () => {
    const invoice = { ...(await issue()), issueDate: "2025-12-31" };
    expect(einvoiceGaps(invoice, { profile: "hr-cius" })).toMatchObject([{ rule: "HR-BR-40", field: "issueDate" }]);
  });

  test("takes a credit note without a KPD code, and keeps the operator of the invoice", async () => {
    const { acme } = await openBooks(undefined, { ...SELLER, national: undefined });
    const { id } = await acme.issue({
      ...ORDER,
      ...item({ classifications: undefined }),
      national: { hr: { operator: OPERATOR } },
    });
    const xml = toUbl(await acme.credit(id, { reason: "Povrat" }), { profile: "hr-cius" });
    expect(xml).toContain("<cbc:ProfileID>P9<");
    expect(xml).toContain(OPERATOR.name);
  });

  test("is written in UBL alone", async () => {
    const invoice = await issue();
    expect(() => toCii(invoice, { profile: "hr-cius" as "ctc-fr" })).toThrow("hr-cius is written by toUbl");
    expect(toUbl(invoice)).not.toContain("IssueTime");
  });
});

describeUnless(NO_NATIONAL_RULES)("the Croatian rules agree about", () => {
  test.each(BROKEN)("%s: %s", async (_, __, seller, order) => {
    const invoice = await issue(seller, order);
    expect(verdictOn(invoice).fatal).toEqual(rulesOf(invoice));
  });

  test.each(COMPLETE)("%s", async (_, seller, order) => {
    const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
    const invoice = await acme.issue({ ...ORDER, ...order });
    for (const document of [invoice, await acme.credit(invoice.id, { reason: "Povrat" })]) {
      const { fatal, structure } = verdictOn(document);
      expect({ fatal, structure }).toEqual({ fatal: [], structure: [] });
    }
  });
});
