/**
 * Goal: an audit says of each stored amount that does not follow from the lines what it is and what it should be, and of
 * none that does.
 * Method: one sound document, then one change at a time.
 */
import type { InvoiceDocument, VatCategory } from "faktura";
import { expect, test } from "vitest";
import { findingsIn, soundInvoice } from "./audited-rows.ts";

const ROW = await soundInvoice();

const line = (unitPrice: number, taxRate: number) => {
  const amounts = { quantity: 2, unitPrice, taxRate, netAmount: unitPrice * 2 };
  return { description: "Lamp", vatCategory: "S" as const, ...amounts };
};
const group = (category: VatCategory, taxRate: number, taxableAmount: number, taxAmount = 0) => {
  return { category, taxRate, taxableAmount, taxAmount, rateCountry: "DE", vatexCode: null };
};

/** The document of an invoice with other amounts. */
const documentOf = (amounts: Partial<InvoiceDocument>): InvoiceDocument => ({
  ...JSON.parse(ROW.document),
  ...(amounts.total !== undefined && { payable: amounts.total }),
  ...amounts,
});

/** What is found in the document of an invoice: of its amounts, or that it cannot be read. */
async function faultsOf(document: object, code: "totals_mismatch" | "document_unreadable" = "totals_mismatch") {
  const invoice = { ...ROW, amountDue: null, document: JSON.stringify(document) };
  return (await findingsIn({ invoices: [invoice] }, [code])).map(({ detail }) => detail);
}

/** 200.00 at 19 % and 20.00 at 7 %, in US dollars, with the tax in euros at 0.5. */
const SOUND = documentOf({
  currency: "USD",
  subtotal: 220,
  taxRate: 0,
  taxTotal: 39.4,
  total: 259.4,
  items: [line(100, 19), line(10, 7)],
  vatBreakdown: [group("S", 7, 20, 1.4), group("S", 19, 200, 38)],
  exchangeRate: { rate: 0.5, date: "2026-11-20", source: "ECB" },
  taxCurrency: "EUR",
  taxTotalInTaxCurrency: 19.7,
});
const [FIRST, SECOND] = SOUND.items;

test("sound totals have no faults", async () => {
  expect(await faultsOf({ ...SOUND, note: "more than is asked for" }, "document_unreadable")).toEqual([]);
  expect(await faultsOf(SOUND)).toEqual([]);
});

test.each<[string, Partial<InvoiceDocument>]>([
  ["no exchange rate", { exchangeRate: undefined, taxTotalInTaxCurrency: 1 }],
  ["no currency of the tax", { taxCurrency: undefined, taxTotalInTaxCurrency: 1 }],
  ["no tax in it", { taxTotalInTaxCurrency: undefined }],
  ["a breakdown in another order", { vatBreakdown: [...SOUND.vatBreakdown].reverse() }],
])("with %s there is nothing to find either", async (_, changes) => {
  expect(await faultsOf({ ...SOUND, ...changes })).toEqual([]);
});

test.each<[Partial<InvoiceDocument>, string]>([
  [{ items: [{ ...FIRST!, netAmount: 1 }, SECOND!] }, "items/0/netAmount is 1, but its lines give 200"],
  [{ items: [FIRST!, { ...SECOND!, netAmount: 2 }] }, "items/1/netAmount is 2, but its lines give 20"],
  [{ subtotal: 3 }, "subtotal is 3, but its lines give 220"],
  [{ taxTotal: 39.5, taxTotalInTaxCurrency: 19.75 }, "taxTotal is 39.5, but its lines give 39.4"],
  [{ total: 5 }, "total is 5, but its lines give 259.4"],
  [{ taxRate: 7 }, "taxRate is 7, but its lines give 0"],
  [{ roundingAmount: 2.01, payable: 261.41 }, "roundingAmount is 2.01, and not -2 to 2"],
  [{ payable: 5 }, "payable is 5, but its parts give 259.4"],
  [{ withheldTotal: 44 }, "withheldTotal is 44, but its parts give absent"],
  [
    { withholdings: [{ percent: 20, reason: "Tax", amount: 40 }], withheldTotal: 44, payable: 215.4 },
    "withholdings/0/amount is 40, but its parts give 44",
  ],
  [
    { retentions: [{ percent: 5, dueOn: "2031-11-20", reason: "Guarantee", amount: 13 }] },
    "retentions/0/amount is 13, but its parts give 12.97",
  ],
  [
    { disbursements: [{ description: "Fee", amount: 5, reference: "1" }], disbursementTotal: 4, payable: 264.4 },
    "disbursementTotal is 4, but its parts give 5",
  ],
  [{ taxTotalInTaxCurrency: 6 }, "taxTotalInTaxCurrency is 6, but the exchange rate gives 19.7"],
  [
    { exchangeRate: { ...SOUND.exchangeRate!, rate: 1 } },
    "taxTotalInTaxCurrency is 19.7, but the exchange rate gives 39.4",
  ],
  [{ currency: "XXX" }, 'currency: must be an ISO 4217 currency code such as "EUR", not "XXX"'],
  [{ items: [{ ...FIRST!, quantity: 0 }, SECOND!] }, "items/0/quantity: must be a finite number other than 0"],
  [
    { items: [{ ...FIRST!, unitPrice: 1e300 }, SECOND!] },
    "items/0: the amount is too large to store exactly; split the invoice",
  ],
])("%j: %s", async (changes, fault) => {
  expect(await faultsOf({ ...SOUND, ...changes })).toEqual([fault]);
});

/** 3 × 19.99 and 2 × 10.70 less 10 %, with VAT. */
const GROSS = documentOf({
  currency: "EUR",
  prices: "gross",
  subtotal: 68.39,
  taxRate: 0,
  taxTotal: 10.84,
  total: 79.23,
  items: [
    { ...line(16.8, 19), quantity: 3, unitPriceGross: 19.99, netAmount: 50.39, grossAmount: 59.97 },
    { ...line(10, 7), unitPriceGross: 10.7, discount: { percent: 10 }, netAmount: 18, grossAmount: 19.26 },
  ],
  vatBreakdown: [group("S", 7, 18, 1.26), group("S", 19, 50.39, 9.58)],
});
const [FIRST_GROSS, SECOND_GROSS] = GROSS.items;

test("sound gross totals have no faults", async () => {
  expect(await faultsOf(GROSS, "document_unreadable")).toEqual([]);
  expect(await faultsOf(GROSS)).toEqual([]);
});

test.each<[Partial<InvoiceDocument["items"][number]>, string]>([
  [{ unitPrice: 16.79 }, "items/0/unitPrice is 16.79, but its lines give 16.8"],
  [{ netAmount: 50.4 }, "items/0/netAmount is 50.4, but its lines give 50.39"],
  [{ grossAmount: 59.98 }, "items/0/grossAmount is 59.98, but its lines give 59.97"],
  [{ discount: { amount: 60 } }, "items/0/discount/amount: must be at most quantity × unit price, 59.97"],
])("with %j in a gross line: %s", async (changes, fault) => {
  expect(await faultsOf({ ...GROSS, items: [{ ...FIRST_GROSS!, ...changes }, SECOND_GROSS!] })).toEqual([fault]);
});

test("lines that state a country are grouped by it", async () => {
  const items = [
    { ...FIRST!, rateCountry: "DE" },
    { ...FIRST!, rateCountry: "CY" },
  ];
  const groups = (taxAmount: number) =>
    ["CY", "DE"].map((rateCountry) => ({ ...group("S", 19, 200, taxAmount), rateCountry }));
  const amounts = { currency: "EUR", subtotal: 400, taxRate: 19, taxTotal: 76, total: 476 };
  const sound = documentOf({ ...amounts, items, vatBreakdown: groups(38) });
  expect(await faultsOf(sound)).toEqual([]);
  const [cyprus, germany] = groups(38);
  for (const vatBreakdown of [[cyprus!, { ...germany!, rateCountry: "FR" }], [group("S", 19, 400, 76)]]) {
    expect(await faultsOf({ ...sound, vatBreakdown })).toEqual(["vatBreakdown does not follow from its lines"]);
  }
});

test("another discount or gross price changes the totals", async () => {
  for (const changes of [{ discount: { percent: 11 } }, { unitPriceGross: 10.71 }]) {
    const items = [FIRST_GROSS!, { ...SECOND_GROSS!, ...changes }];
    expect(await faultsOf({ ...GROSS, items })).toContain("vatBreakdown does not follow from its lines");
  }
  expect(await faultsOf({ ...SOUND, items: [{ ...FIRST!, discount: { amount: 1 } }, SECOND!] })).toContain(
    "items/0/netAmount is 200, but its lines give 199",
  );
});

test.each([[{ taxableAmount: 201 }], [{ taxAmount: 39 }], [{ taxRate: 20 }], [{ category: "E" as const, taxRate: 0 }]])(
  "a group of the breakdown with %j is not what the lines give",
  async (changes) => {
    const vatBreakdown = SOUND.vatBreakdown.map((each, index) => (index === 1 ? { ...each, ...changes } : each));
    expect(await faultsOf({ ...SOUND, vatBreakdown })).toContain("vatBreakdown does not follow from its lines");
  },
);

test("amounts whose joined texts are equal are distinguished", async () => {
  const vatBreakdown = [group("S", 7, 20, 1.4), group("S", 19, 2003, 8)];
  expect(await faultsOf({ ...SOUND, vatBreakdown })).toEqual(["vatBreakdown does not follow from its lines"]);
});

test("lines of one rate are grouped by their categories", async () => {
  const items = [
    { ...line(10, 0), vatCategory: "E" as const },
    { ...line(5, 0), vatCategory: "Z" as const },
  ];
  const amounts = { currency: "EUR", subtotal: 30, taxRate: 0, taxTotal: 0, total: 30, items };
  const vatBreakdown = [group("E", 0, 20), group("Z", 0, 10)];
  expect(await faultsOf(documentOf({ ...amounts, vatBreakdown }))).toEqual([]);
  expect(await faultsOf(documentOf({ ...amounts, vatBreakdown: [group("E", 0, 30)] }))).toEqual([
    "vatBreakdown does not follow from its lines",
  ]);
});

test.each([
  ...["currency", "items", "vatBreakdown", "subtotal", "taxRate", "taxTotal", "total"].map((field) => ({
    [field]: undefined,
  })),
  { prices: "brutto" },
  { prices: "gross" },
  { prices: "gross", items: [{ ...FIRST, unitPriceGross: 1 }, SECOND] },
  { items: [{ ...FIRST, discount: { percent: "1" } }] },
  ...["quantity", "unitPrice", "taxRate", "netAmount", "unitPriceGross", "grossAmount"].map((field) => ({
    items: [{ ...FIRST, [field]: "1" }],
  })),
  ...["category", "taxRate", "taxableAmount", "taxAmount"].map((field) => ({
    vatBreakdown: [{ ...SOUND.vatBreakdown[0], [field]: true }],
  })),
  { items: [{ ...FIRST, vatCategory: "X" }] },
  { items: [{ ...FIRST, vatCategory: undefined }] },
  { vatBreakdown: [{ ...SOUND.vatBreakdown[0], rateCountry: undefined }] },
  { exchangeRate: { ...SOUND.exchangeRate, rate: "0.5" } },
  { exchangeRate: { ...SOUND.exchangeRate, rate: 0 } },
  { exchangeRate: null },
  { prepaidAmount: "1" },
  { taxCurrency: 1 },
  { taxTotalInTaxCurrency: "1" },
])("the totals of a document with %j cannot be compared with its lines", async (changes) => {
  expect(await faultsOf({ ...SOUND, ...changes }, "document_unreadable")).not.toEqual([]);
});
