/**
 * Goal: a credit note repeats what its invoice says of VAT and of each line, and takes addresses and references anew.
 * Method: invoices whose lines differ in what they say, credited by line and in parts.
 */
import type { CreditNote, CreditOrder, Invoice } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const reason = "returned";

/** The groups of a breakdown without their amounts. */
const groupsOf = ({ vatBreakdown }: Pick<Invoice, "vatBreakdown">) =>
  vatBreakdown.map(({ taxableAmount: _, taxAmount: __, ...group }) => group);

const sumsOf = (creditNotes: readonly CreditNote[]) => {
  const sums: Record<string, number> = {};
  for (const { category, rateCountry, taxRate, taxAmount, taxableAmount } of creditNotes.flatMap(
    ({ vatBreakdown }) => vatBreakdown,
  )) {
    const group = `${category} ${taxRate} ${rateCountry}`;
    sums[group] = Number(((sums[group] ?? 0) + taxableAmount + taxAmount).toFixed(2));
  }
  return sums;
};

test("lines at the same rate of two countries are credited in the group of their own country", async () => {
  const { acme } = await openBooks();
  const items = [
    { description: "Telescope", quantity: 1, unitPrice: 249, supply: "goods" as const, discount: { amount: 24.9 } },
    { description: "Cleaning", quantity: 2, unitPrice: 45, supply: "services" as const },
  ];
  const sale = { clientCountry: "CY", isCompany: false, prices: "gross" as const, items };
  const invoice = await acme.issue(order(sale));
  expect(invoice.vatBreakdown).toMatchObject([
    { rateCountry: "CY", taxRate: 19 },
    { rateCountry: "DE", taxRate: 19 },
  ]);
  const cleaning = await acme.credit(invoice.id, { reason, lines: [{ line: 2, quantity: 1 }] });
  expect(cleaning.vatBreakdown).toEqual([{ ...invoice.vatBreakdown[1], taxableAmount: 37.82, taxAmount: 7.18 }]);
  expect(cleaning.items).toMatchObject([{ line: 2, rateCountry: "DE", supply: "services", grossAmount: 45 }]);
  const part = await acme.credit(invoice.id, { reason, lines: [{ line: 1, grossAmount: 100 }] });
  expect(part.vatBreakdown).toMatchObject([{ rateCountry: "CY", taxableAmount: 84.03, taxAmount: 15.97 }]);
  const rest = await acme.credit(invoice.id, { reason });
  expect(sumsOf([cleaning, part, rest])).toEqual({ "S 19 CY": 224.1, "S 19 DE": 90 });
  expect(rest.vatTreatment).toBe(invoice.vatTreatment);
  expect((await acme.audit()).findings).toEqual([]);
});

test("each credited group keeps the reason why it has no VAT, and its own alone", async () => {
  const { acme } = await openBooks();
  const items = [
    { description: "Machine", quantity: 1, unitPrice: 900, supply: "goods" as const },
    { description: "Training", quantity: 1, unitPrice: 300, supply: "services" as const },
  ];
  const invoice = await acme.issue(order({ clientCountry: "FR", clientVatNumber: "FR40303265045", items }));
  expect(invoice.vatBreakdown.map(({ category }) => category)).toEqual(["AE", "K"]);
  const training = await acme.credit(invoice.id, { reason, lines: [{ line: 2 }] });
  expect(groupsOf(training)).toEqual([groupsOf(invoice)[0]]);
  expect(training.items).toMatchObject([{ line: 2, vatCategory: "AE", supply: "services" }]);
  expect(groupsOf(await acme.credit(invoice.id, { reason }))).toEqual([groupsOf(invoice)[1]]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("what was exempted by hand stays exempt for the same reason", async () => {
  const { acme } = await openBooks();
  const exempt = { vatCategory: "E" as const, taxRate: 0 };
  const items = [
    {
      description: "Course",
      quantity: 1,
      unitPrice: 100,
      ...exempt,
      exemptionReason: "Education",
      vatexCode: "VATEX-EU-132-1I",
    },
    { description: "Book", quantity: 1, unitPrice: 20, taxRate: 7 },
  ];
  const invoice = await acme.issue(order({ autoVat: false, items }));
  const creditNote = await acme.credit(invoice.id, { reason, lines: [{ line: 1, netAmount: 40 }] });
  expect(creditNote.items[0]).toMatchObject({ exemptionReason: "Education", vatexCode: "VATEX-EU-132-1I" });
  expect(groupsOf(creditNote)).toEqual([groupsOf(invoice)[0]]);
});

test("a line is credited with its article number, its note and its period, and with its unit if it has a quantity", async () => {
  const { acme } = await openBooks();
  const period = { start: "2026-11-01", end: "2026-11-30" };
  const about = { description: "Support", sku: "SUP-1", note: "Second level", period };
  const invoice = await acme.issue(
    order({ items: [{ ...about, quantity: 10, unitPrice: 80, unit: "hour", unitCode: "HUR" }] }),
  );
  const [hours] = (await acme.credit(invoice.id, { reason, lines: [{ line: 1, quantity: 2 }] })).items;
  expect(hours).toMatchObject({ ...about, quantity: 2, unit: "hour", unitCode: "HUR", netAmount: 160 });
  const [amount] = (await acme.credit(invoice.id, { reason, lines: [{ line: 1, netAmount: 50 }] })).items;
  expect(amount).toMatchObject({ ...about, quantity: 1, unitPrice: 50 });
  expect(amount).not.toHaveProperty("unit");
  expect(amount).not.toHaveProperty("unitCode");
});

test("a self-billed invoice gets a self-billed credit note with its mention, whatever the profile says today", async () => {
  const { acme } = await openBooks(undefined, { cashAccounting: true });
  const invoice = await acme.issue(order({ selfBilled: true }));
  expect(invoice).toMatchObject({
    documentType: "389",
    vatNote: expect.stringMatching(/Self-billing.*Cash accounting/),
  });
  await acme.saveProfile(germanProfile({ cashAccounting: false }));
  const creditNote = await acme.credit(invoice.id, { reason });
  expect(creditNote).toMatchObject({ documentType: "261", selfBilled: true, vatNote: invoice.vatNote });
  expect(creditNote.seller.cashAccounting).toBe(true);
  expect((await acme.audit()).findings).toEqual([]);
});

test("a triangular sale is credited as one", async () => {
  const { acme } = await openBooks();
  const goods = { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "goods" as const, triangular: true };
  const invoice = await acme.issue(order(goods));
  const creditNote = await acme.credit(invoice.id, { reason });
  expect(creditNote).toMatchObject({ triangular: true, documentType: "381", vatNote: invoice.vatNote });
  expect(groupsOf(creditNote)).toEqual(groupsOf(invoice));
});

const GIVEN = {
  clientAddress: { line1: "Hauptstraße 1", city: "Berlin", postalCode: "10115" },
  clientEmail: "buyer@client.example",
  clientNumber: "C-7",
  clientRegistrationScheme: "0204",
  clientElectronicAddress: { scheme: "0204", id: "991-33333TEST-33" },
  deliverTo: { country: "DE", address: { city: "Hamburg" } },
  period: { start: "2026-11-01", end: "2026-11-30" },
  buyerReference: "B-1",
  purchaseOrderReference: "PO-1",
  salesOrderReference: "SO-1",
  contractReference: "CT-1",
  projectReference: "PR-1",
  buyerAccountingReference: "ACC-1",
  payment: { means: "30" },
  paymentTerms: "30 days",
  paymentReference: "RF-1",
} satisfies Partial<CreditOrder>;

const OTHERS = {
  clientAddress: { city: "Köln" },
  clientEmail: "other@client.example",
  clientNumber: "C-8",
  clientRegistrationScheme: "0002",
  clientElectronicAddress: { scheme: "9930", id: "DE136695976" },
  deliverTo: { name: "Lager", country: "DE", address: { city: "Bremen" } },
  period: { start: "2026-11-02", end: "2026-11-03" },
  buyerReference: "B-2",
  purchaseOrderReference: "PO-2",
  salesOrderReference: "SO-2",
  contractReference: "CT-2",
  projectReference: "PR-2",
  buyerAccountingReference: "ACC-2",
  payment: { means: "58" },
  paymentTerms: "at once",
  paymentReference: "RF-2",
} satisfies Record<keyof typeof GIVEN, unknown>;

test("addresses and references are the invoice's, unless they are given anew", async () => {
  const { acme } = await openBooks();
  const { id } = await acme.issue(order({ ...GIVEN, reference: "R-1", note: "Thanks", metadata: { shop: "1" } }));
  const lines = [{ line: 1, netAmount: 10 }];
  const repeated = await acme.credit(id, { reason, lines });
  expect(repeated).toMatchObject(GIVEN);
  for (const name of ["reference", "note", "notes", "metadata"]) expect(repeated).not.toHaveProperty(name);
  const own = {
    reference: "R-2",
    note: "Sorry",
    notes: [{ subject: "AAB", text: "x" }],
    metadata: { 10: "b", 9: "a" },
  };
  const renewed = await acme.credit(id, { reason, lines, ...OTHERS, ...own });
  expect(renewed).toMatchObject({ ...OTHERS, ...own });
  expect(await acme.getCreditNote(renewed.id)).toEqual(renewed);
  expect((await acme.audit()).findings).toEqual([]);
});
