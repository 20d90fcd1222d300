/**
 * Goal: each check of the exchange system that a document can break is a gap with the field that fixes it.
 * Method: a complete order is changed so that it breaks exactly one check.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { fatturaPaGaps, isRefusal, toFatturaPA } from "faktura/einvoice/it";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { FRENCH, ORDER, ROME, SELLER } from "./scenes.ts";

const ITEM = ORDER.items[0]!;
const manual = (item: object) => ({ autoVat: false, items: [{ ...ITEM, ...item }] });
/** 60 letters that become 180, and what a profile names. */
const LONG = "Щ".repeat(60);
const REPRESENTATIVE = { vatNumber: "IT00743110157", country: "IT", address: ROME } as const;
const ofProfile = (it: object): Partial<CompanyProfile> => ({ national: { it } });
const line = (item: object) => ({ items: [{ ...ITEM, ...item }] });

type Row = readonly [gap: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

// biome-ignore format: one gap a line
const ROWS: readonly Row[] = [
  ["FATTURAPA-EUR currency", { currency: "USD" }],
  ["FATTURAPA-OSS items", { clientCountry: "FR", clientVatNumber: undefined, items: [ITEM], supply: "digital" }, { ossRegistered: true }],
  ["FATTURAPA-LATIN seller.name", {}, { name: "株式会社" }],
  ["FATTURAPA-LATIN clientName", { clientName: "株式会社" }],
  ["FATTURAPA-LATIN clientName", { national: { it: { clientPerson: { firstName: "Mario", lastName: "株" } } } }],
  ["FATTURAPA-LATIN clientAddress.line1", { clientAddress: { ...ROME, line1: "卑志" } }],
  ["FATTURAPA-LATIN seller.address.city", {}, { address: { ...ROME, city: "東京" } }],
  ["FATTURAPA-LATIN items[].description", line({ description: "株式会社" })],
  ["FATTURAPA-DECIMALS items[].taxRate", manual({ taxRate: 5.123 })],
  ["FATTURAPA-DECIMALS withholdings[].percent", { withholdings: [{ type: "RT01", percent: 1.234, code: "A", reason: "Ritenuta" }] }],
  ["00200 withholdings[].type", { withholdings: [{ percent: 20, code: "A", reason: "Ritenuta" }] }],
  ["00200 withholdings[].code", { withholdings: [{ type: "RT01", percent: 20, code: "19", reason: "Ritenuta" }] }],
  ["FATTURAPA-DECIMALS items[].national.it.pensionFund", { items: [ITEM, { ...ITEM, national: { it: { pensionFund: { type: "TC01", percent: 1.234 } } } }] }],
  ["00301 seller.vatNumber", {}, { vatNumber: undefined, taxNumber: "RSSMRA80A01H501U" }],
  ["00302 seller.taxNumber", {}, { taxNumber: "12/345" }],
  ["00200 seller.name", {}, { name: "N".repeat(81) }],
  ["00200 seller.address.line1", {}, { address: { ...ROME, line1: undefined } }],
  ["00200 seller.address.city", {}, { address: { ...ROME, city: undefined } }],
  ["00200 seller.address.postalCode", {}, { address: { ...ROME, postalCode: "1" } }],
  ["00200 seller.invoicePrefix", {}, { invoicePrefix: "FATTURA-10" }],
  ["00200 clientCountry", { ...manual({ taxRate: 22 }), clientCountry: undefined }],
  ["00417 clientIdentifier", { clientVatNumber: undefined }],
  ["00306 clientIdentifier", { clientIdentifier: { scheme: "0210", id: "RSSMRA" } }],
  ["00471 clientVatNumber", { clientVatNumber: SELLER.vatNumber }],
  ["00200 clientName", { clientName: "N".repeat(81) }],
  ["00200 clientAddress.line1", { clientAddress: { ...ROME, line1: "V".repeat(61) } }],
  ["00200 clientAddress.city", { clientAddress: { ...ROME, city: undefined } }],
  ["00200 clientAddress.postalCode", { clientAddress: { ...ROME, postalCode: undefined } }],
  ["00313 national.it.recipientCode", { national: { it: { recipientCode: "XXXXXXX" } } }],
  ["00311 clientElectronicAddress", { clientElectronicAddress: { scheme: "0205", id: "abc" } }],
  ["00200 clientElectronicAddress", { clientElectronicAddress: { scheme: "0202", id: "pec" } }],
  ["00200 purchaseOrderReference", { purchaseOrderReference: "1".repeat(21) }],
  ["00200 contractReference", { contractReference: "1".repeat(21) }],
  ["00200 goodsReceiptReference", { goodsReceiptReference: "1".repeat(21) }],
  ["00200 buyerAccountingReference", { buyerAccountingReference: "1".repeat(21) }],
  ["00200 items[].buyerAccountingReference", line({ buyerAccountingReference: "1".repeat(21) })],
  ["00200 precedingInvoices", { precedingInvoices: [{ number: "1".repeat(21) }] }],
  ["00200 projectReference", { contractReference: "C", projectReference: "1".repeat(16) }],
  ["00200 tenderReference", { contractReference: "C", tenderReference: "1".repeat(16) }],
  ["FATTURAPA-ORDER purchaseOrderReference", { tenderReference: "Z123456789" }],
  ["00200 items", line({ national: { it: { pensionFund: { type: "TC01", percent: 4 } } } })],
  ["00400 items[].national.it.nature", manual({ vatCategory: "AE" })],
  ["00400 items[].national.it.nature", { ...FRENCH, ...manual({ vatCategory: "AE" }), placeOfSupply: "IT" }],
  ["00400 items[].national.it.nature", manual({ taxRate: 0, vatCategory: "Z" })],
  ["00401 items[].national.it.nature", line({ national: { it: { nature: "N4" } } })],
  ["00424 items[].taxRate", manual({ taxRate: 0.5 })],
  ["00423 items[].quantity", line({ quantity: 1e-9, unitPrice: 1e9 })],
  ["00200 seller.name", {}, ofProfile({ person: { firstName: LONG, lastName: "Я" } })],
  ["00200 clientName", { national: { it: { clientPerson: { firstName: "Я", lastName: LONG } } } }],
  ["00200 seller.taxRepresentative", {}, { taxRepresentative: { ...REPRESENTATIVE, name: "ь" } }],
  ["00200 seller.taxRepresentative", {}, { taxRepresentative: { ...REPRESENTATIVE, name: "N".repeat(81) } }],
  ["00200 national.it.registration", {}, ofProfile({ registration: { office: "MI", number: "ß".repeat(20) } })],
  ["00200 national.it.registration", {}, ofProfile({ registration: { office: "MI", number: "ь" } })],
  ["00200 national.it.registration", {}, ofProfile({ registration: { office: "MI", number: "1", capital: 1e11 } })],
  ["00200 clientVatNumber", { clientCountry: "US", clientVatNumber: "..." }],
  ["00200 purchaseOrderReference", { purchaseOrderReference: "ь", tenderReference: "Z123456789" }],
  ["00200 national.it.deliveryNotes", { national: { it: { deliveryNotes: [{ number: "ß".repeat(20), date: "2026-11-01" }] } } }],
  ["00200 national.it.deliveryNotes", { national: { it: { deliveryNotes: [{ number: "ь", date: "2026-11-01" }] } } }],
  ["00200 items[].quantity", line({ quantity: 1e-7, unitPrice: 1, charges: [{ amount: 1e6 }] })],
];

test.each(ROWS.map((row) => ({ gap: row[0], row })))("$gap", async ({ gap, row: [, order, seller] }) => {
  const { acme } = await openBooks(undefined, { ...SELLER, ossRegistered: false, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...order });
  expect(fatturaPaGaps(invoice).map(({ rule, field }) => `${rule} ${field}`)).toEqual([gap]);
  const refusal = (() => {
    try {
      return toFatturaPA(invoice);
    } catch (error) {
      return error;
    }
  })();
  expect(isRefusal(refusal, "einvoice_incomplete")).toBe(true);
});

// What no order of the library can bring about: documents of other hosts, changed by hand.
test.each([
  ["00305 clientVatNumber", { clientVatNumber: "IT123" }],
  ["00418 issueDate", { documentType: "381", precedingInvoices: [{ number: "A-1", issueDate: "2027-01-01" }] }],
  ["00422 items", { total: 245 }],
  ["00200 items[].quantity", { total: 1e12 }],
] as const)("%s, in a document that was changed", async (gap, changes) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = { ...(await acme.issue(ORDER)), ...changes } as Parameters<typeof fatturaPaGaps>[0];
  expect(fatturaPaGaps(invoice).map(({ rule, field }) => `${rule} ${field}`)).toContain(gap);
});

test("VAT that is not the rate of its base is a gap", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  const vatBreakdown = invoice.vatBreakdown.map((group) => ({ ...group, taxAmount: group.taxAmount + 0.02 }));
  const gaps = fatturaPaGaps({ ...invoice, vatBreakdown, total: invoice.total + 0.02 });
  expect(gaps.map(({ rule }) => rule)).toEqual(["00421"]);
});

test("with the profile of today, the gaps are those of the next document", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, address: undefined });
  const invoice = await acme.issue(ORDER);
  expect(fatturaPaGaps(invoice)).toHaveLength(3);
  expect(fatturaPaGaps(invoice, { ownProfile: { address: ROME } })).toEqual([]);
});

test("what is no document or no option is refused", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  expect(() => toFatturaPA(acme.issue(ORDER) as never)).toThrow("toFatturaPA needs an invoice or a credit note");
  expect(() => fatturaPaGaps({} as never)).toThrow("fatturaPaGaps needs an invoice or a credit note");
  expect(() => toFatturaPA(invoice, { profile: "it" } as never)).toThrow("profile is not a known option");
  expect(() => toFatturaPA(invoice, { progressive: "00000-1" })).toThrow(
    "progressive must be 1 to 10 letters and digits",
  );
});
