/**
 * Goal: Spain's equivalence surcharge is charged beside VAT by line, in every sum, credit, advance and return, and refused
 * where it does not exist.
 */
import type { CompanyProfile, InvoiceItem, InvoiceOrder, OrderItem, VatReport } from "faktura";
import { einvoiceGaps } from "faktura/einvoice";
import { verifactuGaps } from "faktura/einvoice/es";
import { equivalenceSurcharges, invoiceTotals } from "faktura/vat";
import { expect, test } from "vitest";
import { figuresOf } from "../../../src/panel/browser/new-invoice/figures.ts";
import type { PanelOrder } from "../../../src/panel/shown-figures.ts";
import { openBooks } from "../books.ts";

const SPANISH: Partial<CompanyProfile> = { country: "ES", vatNumber: "ESB12345674" };
const RETAILER = { clientName: "Tienda SL", clientCountry: "ES", clientVatNumber: "ESA58818501" } as const;
const Q4 = { from: "2026-10-01", to: "2026-12-31" };

const goods = (unitPrice: number, more: Partial<OrderItem> = {}): OrderItem => {
  return { description: "Género", quantity: 1, unitPrice, ...more };
};
const es = (surchargeRate?: number) => ({ national: { es: { equivalenceSurcharge: true, surchargeRate } } });

async function openShop(order: Partial<InvoiceOrder> = {}, profile: Partial<CompanyProfile> = {}) {
  const { acme, pay } = await openBooks(undefined, { ...SPANISH, ...profile });
  return { acme, pay, given: { ...RETAILER, items: [goods(100, es())], ...order } };
}

const domesticOf = ({ domestic }: VatReport) => domestic.lines.map(({ asIssued: _, ...line }) => line);

test("each group has its surcharge, and the totals contain it", async () => {
  const items = [
    goods(100, es()),
    goods(10, es(1.75)),
    goods(50),
    goods(20, { ...es(), vatRates: { ES: 10 } }),
    goods(20, { ...es(), vatRates: { ES: 4 } }),
  ];
  const { acme, given } = await openShop({ items });
  const invoice = await acme.issue(given);
  const groups = invoice.vatBreakdown.map(({ taxRate, surchargeRate, taxableAmount, taxAmount, surchargeAmount }) => {
    return [taxRate, surchargeRate, taxableAmount, taxAmount, surchargeAmount];
  });
  expect(groups).toEqual([
    [4, 0.5, 20, 0.8, 0.1],
    [10, 1.4, 20, 2, 0.28],
    [21, undefined, 50, 10.5, undefined],
    [21, 1.75, 10, 2.1, 0.18],
    [21, 5.2, 100, 21, 5.2],
  ]);
  expect(invoice).toMatchObject({ subtotal: 200, surchargeTotal: 5.76, taxTotal: 42.16, total: 242.16, taxRate: 0 });
  expect(invoice.items.map(({ surchargeRate }: InvoiceItem) => surchargeRate)).toEqual([
    5.2,
    1.75,
    undefined,
    1.4,
    0.5,
  ]);
  const { total, vatBreakdown } = await acme.preview(given);
  expect([total, vatBreakdown]).toEqual([invoice.total, invoice.vatBreakdown]);
  const sums = invoiceTotals(
    items.map((item, index) => ({ ...item, ...rates(invoice.items[index]!) })),
    {
      ...{ currency: "EUR", rateCountry: "ES" },
    },
  );
  expect(sums).toMatchObject({ taxTotal: 42.16, surchargeTotal: 5.76, vatBreakdown: invoice.vatBreakdown });
  expect((await acme.audit()).findings).toEqual([]);
});

const rates = ({ taxRate, surchargeRate }: InvoiceItem) => ({ taxRate, surchargeRate });

test("the panel shows the same figures", async () => {
  const items = [goods(100, es()), goods(10, es(1.75)), goods(50), goods(20, { ...es(), vatRates: { ES: 10 } })];
  const { acme, given } = await openShop({ items });
  const { subtotal, taxTotal, surchargeTotal, vatBreakdown } = await acme.issue(given);
  const { totals } = figuresOf(await acme.profile(), { ...given, supplyDate: "2026-11-20" } as PanelOrder, {});
  expect(totals).toMatchObject({ subtotal, taxTotal, surchargeTotal, vatBreakdown });
});

test("an order without one has none of its fields", async () => {
  const { acme, given } = await openShop({
    items: [goods(100, { national: { es: { equivalenceSurcharge: false } } })],
  });
  const invoice = await acme.issue(given);
  expect(invoice).not.toHaveProperty("surchargeTotal");
  expect(invoice.items[0]).not.toHaveProperty("surchargeRate");
  expect(invoice.vatBreakdown[0]).not.toHaveProperty("surchargeRate");
});

test("gross prices contain it", async () => {
  const { acme, given } = await openShop({ prices: "gross", items: [goods(126.2, es()), goods(126.2, es())] });
  const { total, subtotal, taxTotal, surchargeTotal, items } = await acme.issue(given);
  expect({ total, subtotal, taxTotal, surchargeTotal }).toEqual({
    ...{ total: 252.4, subtotal: 200, taxTotal: 52.4, surchargeTotal: 10.4 },
  });
  expect(items.map(({ unitPrice, unitPriceGross }) => [unitPrice, unitPriceGross])).toEqual([
    [100, 126.2],
    [100, 126.2],
  ]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("an amount of the whole invoice is divided over what has a surcharge and what has none", async () => {
  const items = [goods(100, es()), goods(100)];
  const { acme, given } = await openShop({ items, allowances: [{ amount: 20 }], charges: [{ percent: 10 }] });
  const invoice = await acme.issue(given);
  expect(invoice.vatBreakdown.map(({ taxableAmount, surchargeAmount }) => [taxableAmount, surchargeAmount])).toEqual([
    [100, undefined],
    [100, 5.2],
  ]);
  expect(invoice.allowances!.map(({ surchargeRate, amount }) => [surchargeRate, amount])).toEqual([
    [undefined, 10],
    [5.2, 10],
  ]);
  const note = await acme.credit(invoice.id, { reason: "x", lines: [{ line: 1 }], allowances: [{ position: 2 }] });
  expect(note).toMatchObject({ subtotal: 90, taxTotal: 23.58, surchargeTotal: 4.68 });
  await acme.credit(invoice.id, { reason: "x" });
  expect(await acme.get(invoice.id)).toMatchObject({ amountDue: 0, creditedTotal: invoice.total });
  expect((await acme.audit()).findings).toEqual([]);
});

test("a charge that states its VAT has none", async () => {
  const charges = [{ amount: 10, supply: "services" as const }];
  const { acme, given } = await openShop({ charges, items: [goods(100, { ...es(), supply: "goods" })] });
  const { vatBreakdown } = await acme.issue(given);
  expect(vatBreakdown.map(({ taxableAmount, surchargeAmount }) => [taxableAmount, surchargeAmount])).toEqual([
    [10, undefined],
    [100, 5.2],
  ]);
});

const NATIONAL = "/items/0/national/es";
const LEFT_OUT = `${NATIONAL}/equivalenceSurcharge`;

test.each<[string, Partial<InvoiceOrder>, Partial<CompanyProfile>, string]>([
  [
    "of a German company",
    { clientCountry: "DE", clientVatNumber: undefined },
    { country: "DE", vatNumber: "DE136695976" },
    LEFT_OUT,
  ],
  ["abroad", { clientCountry: "FR", clientVatNumber: "FR40303265045" }, {}, LEFT_OUT],
  ["at the rate of another state", { clientCountry: "FR", clientVatNumber: undefined, supply: "goods" }, {}, LEFT_OUT],
  [
    "by hand, abroad",
    { autoVat: false, clientCountry: "FR", items: [goods(1, { ...es(), taxRate: 21 })] },
    {},
    LEFT_OUT,
  ],
  ["of services", { items: [goods(1, { ...es(), supply: "services" })] }, {}, LEFT_OUT],
  ["of digital services, by the order", { supply: "digital" }, {}, LEFT_OUT],
  [
    "of services, by hand",
    { autoVat: false, items: [goods(1, { ...es(), taxRate: 21, supply: "services" })] },
    {},
    LEFT_OUT,
  ],
  ["without VAT", { items: [goods(1, { ...es(), exemption: { reason: "Artículo 20" } })] }, {}, LEFT_OUT],
  ["of a company that charges no VAT", {}, { vatRegistered: false, exemptionNote: "Artículo 20" }, LEFT_OUT],
  ["at a rate that is not of its VAT", { items: [goods(1, es(1.4))] }, {}, `${NATIONAL}/surchargeRate`],
  ["at no known rate", { autoVat: false, items: [goods(1, { ...es(), taxRate: 5 })] }, {}, `${NATIONAL}/surchargeRate`],
  [
    "before its rate was known",
    { autoVat: false, taxPointDate: "2012-08-31", items: [goods(1, { ...es(), taxRate: 21 })] },
    {},
    `${NATIONAL}/surchargeRate`,
  ],
  [
    "with a rate alone",
    { items: [goods(1, { national: { es: { surchargeRate: 5.2 } } })] },
    {},
    `${NATIONAL}/surchargeRate`,
  ],
  ["with an allowance that states its VAT", { allowances: [{ amount: 1, vatRates: { ES: 21 } }] }, {}, "/allowances/0"],
])("it is refused %s", async (_, order, profile, pointer) => {
  const { acme, given } = await openShop(order, profile);
  const refusal = { code: "request_invalid", errors: [{ pointer, detail: expect.any(String) }] };
  await expect(acme.issue(given)).rejects.toMatchObject(refusal);
  await expect(acme.preview(given)).rejects.toMatchObject(refusal);
});

test("VAT by hand has it, with the order's own rate where none is known", async () => {
  const items = [goods(100, { ...es(), taxRate: 21 }), goods(100, { ...es(0.62), taxRate: 5 })];
  const { acme, given } = await openShop({ autoVat: false, items });
  expect(await acme.issue(given)).toMatchObject({ taxTotal: 31.82, surchargeTotal: 5.82 });
  expect([equivalenceSurcharges(21, "2012-08-31"), equivalenceSurcharges(10, "2012-09-01")]).toEqual([[], [1.4]]);
});

test("a line has one if the order does not state what is sold", async () => {
  const { acme, given } = await openShop({ supply: "services", items: [goods(1, { ...es(), supply: "goods" })] });
  expect((await acme.issue(given)).surchargeTotal).toBe(0.05);
  const unstated = await openShop();
  expect((await unstated.acme.issue(unstated.given)).surchargeTotal).toBe(5.2);
});

test("basic food at 0 % had one of 0 % until September 2024, so nothing is charged", async () => {
  expect(["2022-12-31", "2023-01-01", "2024-09-30", "2024-10-01"].map((on) => equivalenceSurcharges(0, on))).toEqual([
    ...[[], [0], [0], []],
  ]);
  const food = (surchargeRate?: number) => goods(100, { ...es(surchargeRate), taxRate: 0, vatCategory: "Z" });
  const items = [food(), food(), goods(10, { ...es(), taxRate: 21 })];
  const { acme, given } = await openShop({ autoVat: false, taxPointDate: "2023-05-05", items });
  const invoice = await acme.issue(given);
  expect(invoice).toMatchObject({ surchargeTotal: 0.52, taxTotal: 2.62, total: 212.62 });
  expect(invoice.vatBreakdown.map(({ taxRate, surchargeRate }) => [taxRate, surchargeRate])).toEqual([
    [21, 5.2],
    [0, undefined],
  ]);
  expect(verifactuGaps(invoice)).toEqual([]);
  await acme.credit(invoice.id, { reason: "x" });
  expect((await acme.audit()).findings).toEqual([]);
  const chosen = goods(100, { ...es(), vatRates: { ES: 0 } });
  const { vatBreakdown } = await acme.issue({ ...RETAILER, supplyDate: "2023-05-05", items: [chosen] });
  const { totals } = figuresOf(
    await acme.profile(),
    { ...RETAILER, supplyDate: "2023-05-05", items: [chosen] } as PanelOrder,
    {},
  );
  expect(totals.vatBreakdown).toEqual(vatBreakdown);
  const later = acme.issue({ ...given, taxPointDate: "2024-10-01" });
  await expect(later).rejects.toMatchObject({
    errors: [{ pointer: LEFT_OUT }, { pointer: "/items/1/national/es/equivalenceSurcharge" }],
  });
  const other = acme.issue({ ...given, items: [food(0.26)] });
  await expect(other).rejects.toMatchObject({ errors: [{ pointer: `${NATIONAL}/surchargeRate` }] });
});

test.each([
  ["a text as rate", "21", "2026-11-20", "taxRate must be a number, in percent"],
  ["no number", Number.NaN, "2026-11-20", "taxRate must be a number, in percent"],
  ["another text as day", 21, "x", "on must be a calendar day"],
])("equivalenceSurcharges with %s is a mistake", (_, taxRate, on, message) => {
  expect(() => equivalenceSurcharges(taxRate as number, on)).toThrow(TypeError);
  expect(() => equivalenceSurcharges(taxRate as number, on)).toThrow(message);
});

test.each(["quantity", "netAmount"] as const)("credits by %s end at nothing", async (by) => {
  const { acme, given } = await openShop({ items: [goods(33.33, { ...es(), quantity: 3 }), goods(0.07, es())] });
  const { id, taxTotal, surchargeTotal } = await acme.issue(given);
  const notes = [
    await acme.credit(id, { reason: "x", lines: [{ line: 1, [by]: 1 }] }),
    await acme.credit(id, { reason: "x", lines: [{ line: 1, [by]: 1 }, { line: 2 }] }),
    await acme.credit(id, { reason: "x" }),
  ];
  const sumOf = (name: "taxTotal" | "surchargeTotal") =>
    notes.reduce((sum, note) => sum + Math.round(note[name]! * 100), 0);
  expect([sumOf("taxTotal"), sumOf("surchargeTotal")]).toEqual(
    [taxTotal, surchargeTotal].map((each) => Math.round(each! * 100)),
  );
  expect(await acme.get(id)).toMatchObject({ amountDue: 0 });
  expect((await acme.audit()).findings).toEqual([]);
});

test("a credit note of an invoice of another system has it", async () => {
  const { acme } = await openShop();
  const credit = { reason: "x", correctedInvoices: [{ number: "A-1", issueDate: "2026-11-01" }] };
  const note = await acme.issueCreditNote({ ...RETAILER, ...credit, items: [goods(100, es())] });
  expect(note).toMatchObject({ taxTotal: 26.2, surchargeTotal: 5.2, total: 126.2 });
  expect(domesticOf(await acme.vatReport(Q4))).toMatchObject([
    { taxAmount: -21, surchargeRate: 5.2, surchargeAmount: -5.2 },
  ]);
});

test("a final invoice deducts the surcharge of its advance", async () => {
  const { acme, pay, given } = await openShop();
  const advance = await acme.issue({
    ...given,
    documentType: "386",
    supplyDate: "2026-12-20",
    items: [goods(40, es())],
  });
  await acme.recordPayment(advance.id, { amount: 25.24, paidOn: "2026-11-20" });
  const final = await acme.issue({ ...given, advances: [advance.invoiceNumber] });
  expect(final).toMatchObject({
    subtotal: 80,
    taxTotal: 20.96,
    surchargeTotal: 4.16,
    total: 100.96,
    advanceTotal: 25.24,
  });
  expect(final.allowances).toMatchObject([
    { netAmount: 20, taxAmount: 4.2, surchargeRate: 5.2, surchargeAmount: 1.04 },
  ]);
  await pay(final.id, { amount: final.total, paidOn: "2026-12-20" });
  const [line, ...others] = domesticOf(await acme.vatReport(Q4));
  expect([line, others]).toMatchObject([{ taxableAmount: 100, taxAmount: 21, surchargeAmount: 5.2 }, []]);
  const plain = await acme.issue({ ...given, documentType: "386", items: [goods(40)] });
  await acme.recordPayment(plain.id, { amount: 48.4, paidOn: "2026-11-20" });
  await expect(acme.issue({ ...given, advances: [plain.invoiceNumber] })).rejects.toMatchObject({
    errors: [{ pointer: "/advances/0" }],
  });
  expect((await acme.audit()).findings).toEqual([]);
});

test("returns have it in lines of their own, also of what was credited", async () => {
  const items = [goods(100, es()), goods(50), goods(10, es(1.75))];
  const { acme, given } = await openShop({ items });
  const { id } = await acme.issue(given);
  await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 40 }] });
  const rate = { currency: "EUR", category: "S", taxRate: 21 };
  expect(domesticOf(await acme.vatReport(Q4))).toEqual([
    { ...rate, taxableAmount: 50, taxAmount: 10.5 },
    { ...rate, surchargeRate: 1.75, taxableAmount: 10, taxAmount: 2.1, surchargeAmount: 0.18 },
    { ...rate, surchargeRate: 5.2, taxableAmount: 60, taxAmount: 12.6, surchargeAmount: 3.12 },
  ]);
  await acme.credit(id, { reason: "x" });
  expect(domesticOf(await acme.vatReport(Q4))).toEqual([]);
});

test("with cash accounting, payments declare their share of it", async () => {
  const items = [goods(100, es()), goods(100)];
  const { acme, given } = await openShop({ supplyDate: "2026-11-20", items }, { cashAccounting: true });
  const { id, total } = await acme.issue(given);
  expect(domesticOf(await acme.vatReport(Q4))).toEqual([]);
  await acme.recordPayment(id, { amount: total / 2, paidOn: "2026-11-20" });
  const half = { taxableAmount: 50, taxAmount: 10.5 };
  const surcharged = { ...half, surchargeRate: 5.2, surchargeAmount: 2.6 };
  expect(domesticOf(await acme.vatReport(Q4))).toMatchObject([half, surcharged]);
  // What is left is paid, and what is credited is none of it.
  await acme.credit(id, { reason: "x", lines: [{ line: 1 }] });
  await acme.recordPayment(id, { amount: 121 - total / 2, paidOn: "2026-11-20" });
  expect(domesticOf(await acme.vatReport(Q4))).toMatchObject([{ taxableAmount: 100, taxAmount: 21 }]);
});

test("formats of EN 16931 have no term for it, which is a gap", async () => {
  const { acme, given } = await openShop();
  const invoice = await acme.issue(given);
  for (const document of [invoice, await acme.credit(invoice.id, { reason: "x" })])
    expect(einvoiceGaps(document)).toMatchObject([
      { rule: "BR-CO-14", field: "items[].national.es.equivalenceSurcharge" },
    ]);
});
