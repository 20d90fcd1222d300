/**
 * Goal: each thing that NAV refuses, or that a report cannot say, is a gap with the field that fixes it.
 * Method: a complete order is changed so that it breaks exactly one rule.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { isRefusal, navGaps } from "faktura/einvoice/hu";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { FRENCH, line, manual, ORDER, PECS, reportsOf, SELLER } from "./scenes.ts";

const ITEM = ORDER.items[0]!;
const hu = (fields: object) => ({ national: { hu: fields as never } });
const person = { clientVatNumber: undefined, clientAddress: undefined } as const;
const address = (changes: object) => ({ clientAddress: { ...PECS, ...changes } });

type Row = readonly [gap: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

// biome-ignore format: one gap a line
const ROWS: readonly Row[] = [
  ["INVOICE_DELIVERY_DATE_LATE taxPointDate", { taxPointDate: "2027-12-20" }],
  ["INVOICE_REFERENCE_EXPECTED documentType", { documentType: "384", precedingInvoices: [{ number: "1" }] }],
  ["INVOICE_REFERENCE_EXPECTED documentType", { documentType: "383" }],
  ["SUPPLIER_TAX_NUMBER_MISMATCH seller.vatNumber", {}, { vatNumber: undefined }],
  ["SUPPLIER_TAX_NUMBER_MISMATCH seller.vatNumber", {}, { vatNumber: "HU12345677" }],
  ["SUPPLIER_TAX_NUMBER_MISMATCH seller.vatNumber", {}, hu({ taxNumber: "12345677-2-41" })],
  ["groupMemberTaxNumber seller.national.hu.groupMember", {}, hu({ taxNumber: "12345676-5-41" })],
  ["groupMemberTaxNumber seller.national.hu.groupMember", {}, hu({ taxNumber: "12345676-4-41" })],
  ["groupMemberTaxNumber seller.national.hu.groupMember", {}, hu({ taxNumber: "12345676-5-41", groupMember: "87654323-2-41" })],
  ["groupMemberTaxNumber seller.national.hu.groupMember", {}, hu({ taxNumber: "12345676-5-41", groupMember: "87654324-4-41" })],
  ["groupMemberTaxNumber seller.national.hu.groupMember", {}, hu({ groupMember: "87654323-4-41" })],
  ["supplierAddress seller.address", {}, { address: undefined }],
  ["supplierAddress seller.address", {}, { address: { ...PECS, postalCode: "12" } }],
  ["CUSTOMER_DATA_EXPECTED clientAddress", { clientAddress: undefined }],
  ["CUSTOMER_DATA_EXPECTED clientAddress", address({ city: undefined })],
  ["CUSTOMER_DATA_EXPECTED clientAddress", address({ line1: undefined })],
  ["CUSTOMER_DATA_EXPECTED clientAddress", address({ postalCode: undefined })],
  ["CUSTOMER_DATA_EXPECTED clientAddress", address({ postalCode: "Á-1" })],
  ["MISSING_CUSTOMER_DOMESTIC_TAXNUMBER clientVatNumber", { clientVatNumber: "HU87654324" }],
  ["MISSING_CUSTOMER_DOMESTIC_TAXNUMBER clientVatNumber", hu({ clientTaxNumber: "87654324-2-02" })],
  ["groupMemberTaxNumber national.hu.clientGroupMember", hu({ clientTaxNumber: "87654323-5-02" })],
  ["groupMemberTaxNumber national.hu.clientGroupMember", hu({ clientGroupMember: "87654323-4-02" })],
  ["INVOICE_COMPLETENESS_PRIVATE_PERSON_INDICATOR_MISMATCH national.hu.reportIsInvoice", { ...person, ...hu({ reportIsInvoice: true, appearance: "ELECTRONIC" }) }],
  ["INVOICE_COMPLETENESS_PRIVATE_PERSON_INDICATOR_MISMATCH national.hu.reportIsInvoice", { ...FRENCH, supply: "services", ...hu({ reportIsInvoice: true, appearance: "ELECTRONIC" }) }],
  ["INVOICE_APPEARANCE_MISMATCH national.hu.appearance", hu({ reportIsInvoice: true })],
  ["INVALID_VAT_DATA items[].national.hu.vatCase", { items: [{ ...ITEM, exemption: { reason: "Mentes" } }] }],
  ["INVALID_VAT_DATA items[].national.hu.vatCase", { items: [{ ...ITEM, exemption: { reason: "Költség", vatexCode: "VATEX-EU-79-C" } }] }],
  ["INVALID_VAT_DATA items[].national.hu.vatCase", manual({ taxRate: 0, vatCategory: "Z" })],
  ["INVALID_VAT_DATA items[].national.hu.vatCase", manual({ taxRate: 7, vatCategory: "L" })],
  ["INVALID_VAT_DATA items[].taxRate", manual({ taxRate: 19 })],
  ["DOMESTIC_TAXNUMBER_EXPECTED_REVERSE_CHARGE clientVatNumber", { ...FRENCH, ...manual({ vatCategory: "AE", placeOfSupply: "HU" }) }],
  ["INCORRECT_LINE_DATA_VAT_STATUS_VAT_DATA_MISMATCH items[].national.hu.vatCase", { ...manual({}), ...line({ vatCase: "EUFAD37" }, { vatCategory: "O" }) }],
  ["INCORRECT_LINE_DATA_VAT_STATUS_VAT_DATA_MISMATCH items[].national.hu.vatCase", { ...manual({}), ...line({ vatCase: "KBAUK" }, { vatCategory: "K" }) }],
  ["INCORRECT_LINE_DATA_VAT_DATA_MISMATCH_KBAET clientVatNumber", { ...FRENCH, ...manual({ vatCategory: "K" }), clientVatNumber: undefined, isCompany: true }],
  ["QuantityType items[].quantity", { items: [{ ...ITEM, quantity: 0.001, unitPrice: 1e13, priceBaseQuantity: 3 }] }],
  ["exchangeRate exchangeRate", { currency: "EUR" }],
  ["exchangeRate exchangeRate", { currency: "EUR", exchangeRate: { rate: 392.1234567, date: "2026-11-19", source: "MNB" } }],
  ["MonetaryType currency", { currency: "KWD", exchangeRate: { rate: 1000, date: "2026-11-19", source: "MNB" }, items: [{ ...ITEM, unitPrice: 0.1255 }] }],
];

const found = (gaps: ReturnType<typeof navGaps>) => gaps.map(({ rule, field }) => `${rule} ${field}`);

test.each(ROWS.map((row, index) => ({ name: `${index} ${row[0]}`, row })))(
  "$name",
  async ({ row: [gap, order, seller] }) => {
    const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
    const invoice = await acme.issue({ ...ORDER, ...order });
    expect(found(navGaps(invoice))).toEqual([gap]);
    const refusal = await reportsOf(acme).catch((error: unknown) => error);
    expect(isRefusal(refusal, "einvoice_incomplete")).toBe(true);
  },
);

test("an advance needs the day on which it was paid", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const advance = await acme.issue({ ...ORDER, documentType: "386" });
  await acme.recordPayment(advance.id, { amount: advance.total });
  const order = { ...ORDER, items: [{ ...ITEM, quantity: 6 }], advances: [advance.invoiceNumber] };
  const paid = (number: string, exchangeRate?: number) =>
    hu({ advances: [{ number, paidOn: "2026-11-19", exchangeRate }] });
  const gapsOf = async (more: object) => found(navGaps(await acme.preview({ ...order, ...more })));
  const gap = ["advancePaymentData national.hu.advances"];
  expect(await gapsOf({})).toEqual(gap);
  expect(await gapsOf(paid("SZ-1"))).toEqual(gap);
  expect(await gapsOf(paid(advance.invoiceNumber, 0.1234567))).toEqual(gap);
  expect(await gapsOf(paid(advance.invoiceNumber))).toEqual([]);
});

test("a credit note is about one invoice", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const order = { ...ORDER, reason: "Visszáru" };
  const earlier = [
    { number: "1", issueDate: "2025-01-02" },
    { number: "2", issueDate: "2025-01-02" },
  ];
  const several = await acme.issueCreditNote({ ...order, correctedInvoices: earlier });
  expect(found(navGaps(several))).toEqual(["CUSTOMER_NOT_IDENTICAL correctedInvoices"]);
  // Only another program can have written one of no invoice.
  const ofNone = { ...several, correctedInvoices: undefined };
  expect(found(navGaps(ofNone))).toEqual(["INVOICE_REFERENCE_EXPECTED correctedInvoices"]);
});

test("the profile of today takes the place of the seller's", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, address: undefined });
  const invoice = await acme.issue(ORDER);
  expect(navGaps(invoice, { ownProfile: { address: PECS } })).toEqual([]);
  expect(() => navGaps(invoice, { profile: {} } as never)).toThrow(TypeError);
  expect(() => navGaps(acme.get(invoice.id) as never)).toThrow(TypeError);
});
