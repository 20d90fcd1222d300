import Big from "big.js";
import { deriveHeaderTaxRate, invoiceTotals, Refusal, type TotalsItem } from "faktura";
import { expect, test } from "vitest";

const line = (quantity: number, unitPrice: number, taxRate: number): TotalsItem => ({ quantity, unitPrice, taxRate });
const discounted = (quantity: number, unitPrice: number, discount: TotalsItem["discount"]): TotalsItem => ({
  ...line(quantity, unitPrice, 19),
  discount,
});

// biome-ignore format: a table
const VECTORS: [what: string, currency: string, items: TotalsItem[], subtotal: number, taxTotal: number, total: number][] = [
  ["yen have no decimals",                       "JPY", [line(1, 1127, 10)], 1127, 113, 1240],
  ["dinars have three",                          "KWD", [line(1, 1.0005, 10)], 1.001, 0.1, 1.101],
  ["a double that is a hair over",               "EUR", [line(302, 1, 20)], 302, 60.4, 362.4],
  ["two equal lines, taxed on their sum",        "EUR", [line(1, 348.11, 25), line(1, 348.11, 25)], 696.22, 174.06, 870.28],
  ["two rates, each rounded once",               "EUR", [line(2, 1.73, 13), line(2, 0.03, 24)], 3.52, 0.46, 3.98],
  ["a discount of 4 % as a line",                "EUR", [line(16, 348.35, 22), line(-1, 222.94, 22)], 5350.66, 1177.15, 6527.81],
  ["up on more than a half",                     "EUR", [line(1, 138.66, 19)], 138.66, 26.35, 165.01],
  ["half away from zero, as decimals see it",    "EUR", [line(1, 1.005, 0)], 1.01, 0, 1.01],
  ["half away from zero below zero",             "EUR", [line(1, 10, 0), line(-1, 1.005, 0)], 8.99, 0, 8.99],
  ["VAT of lines, not line by line",             "EUR", [line(1, 0.02, 20), line(1, 0.02, 20), line(1, 0.02, 20)], 0.06, 0.01, 0.07],
  ["0.1 + 0.2",                                  "EUR", [line(1, 0.1, 0), line(1, 0.2, 0)], 0.3, 0, 0.3],
  ["0.1 + 0.2 as a quantity",                    "EUR", [line(0.1 + 0.2, 100, 0)], 30, 0, 30],
  ["a return that outweighs one rate's lines",   "EUR", [line(1, 100, 0), line(-1, 10, 19)], 90, -1.9, 88.1],
  ["lines that cancel each other",               "EUR", [line(1, 10, 19), line(-1, 10, 19)], 0, 0, 0],
  ["a quantity too small to cost anything",      "EUR", [line(1e-10, 1e-10, 19)], 0, 0, 0],
  ["as much as a double keeps exactly",          "EUR", [line(1, 9999999999999.99, 0)], 9999999999999.99, 0, 9999999999999.99],
  ["a percentage off a line",                    "EUR", [discounted(3, 19.99, { percent: 10 })], 53.97, 10.25, 64.22],
  ["a percentage off, rounded once",             "EUR", [discounted(1, 0.35, { percent: 50 })], 0.18, 0.03, 0.21],
  ["an amount off a line",                       "EUR", [discounted(3, 19.99, { amount: 10 })], 49.97, 9.49, 59.46],
  ["an amount off, rounded once",                "EUR", [discounted(1, 1.004, { amount: 0.999 })], 0.01, 0, 0.01],
  ["a percentage off a return",                  "EUR", [discounted(2, 100, { percent: 10 }), discounted(-1, 100, { percent: 10 })], 90, 17.1, 107.1],
  ["everything off",                             "EUR", [discounted(2, 5, { amount: 10 }), discounted(1, 7, { percent: 100 })], 0, 0, 0],
  ["nothing off a free line, or a return",       "EUR", [discounted(1, 0, { amount: 0 }), line(2, 1, 19), discounted(-1, 1, { amount: 0 })], 1, 0.19, 1.19],
  ["nothing at all",                             "EUR", [], 0, 0, 0],
];

test.each(VECTORS)("%s (%s)", (_what, currency, items, subtotal, taxTotal, total) => {
  expect(invoiceTotals(items, { currency })).toMatchObject({ subtotal, taxTotal, total });
});

// biome-ignore format: a table
test.each([
  ["JPY", 999999999999999, 1e15],
  ["EUR", 9999999999999.99, 1e13],
  ["KWD", 999999999999.999, 1e12],
  ["CLF", 99999999999.9999, 1e11],
])("%s have at most 15 digits of minor units, and keep the last one", (currency, most, more) => {
  expect(invoiceTotals([line(1, most, 0)], { currency })).toMatchObject({ total: most, items: [{ netAmount: most }] });
  expect(refusalOf([line(1, more, 0)], currency)).toMatchObject({ code: "amount_out_of_range" });
});

test("settings that a host makes for all of big.js change nothing", () => {
  const { RM, DP } = Big;
  const computed = () => VECTORS.map(([, currency, items]) => invoiceTotals(items, { currency }));
  const before = computed();
  try {
    Object.assign(Big, { RM: 0, DP: 0, strict: true });
    expect(computed()).toEqual(before);
  } finally {
    Object.assign(Big, { RM, DP, strict: false });
  }
});

test("the breakdown groups by category and rate, sorted, whatever the order of the lines", () => {
  const items = [line(1, 10, 19), line(1, 20, 7), line(1, 30, 19), { ...line(1, 5, 0), vatCategory: "E" as const }];
  expect(invoiceTotals(items, { currency: "EUR", rateCountry: "DE" }).vatBreakdown).toEqual([
    { category: "E", vatexCode: null, taxRate: 0, rateCountry: "DE", taxableAmount: 5, taxAmount: 0 },
    { category: "S", vatexCode: null, taxRate: 7, rateCountry: "DE", taxableAmount: 20, taxAmount: 1.4 },
    { category: "S", vatexCode: null, taxRate: 19, rateCountry: "DE", taxableAmount: 40, taxAmount: 7.6 },
  ]);
});

test("lines with equal rates of two countries are two groups", () => {
  const items = [{ ...line(1, 10, 19), rateCountry: "CY" }, line(1, 20, 19), { ...line(1, 5, 19), rateCountry: null }];
  const { vatBreakdown } = invoiceTotals(items, { currency: "EUR", rateCountry: "DE" });
  expect(vatBreakdown.map(({ rateCountry, taxableAmount }) => [rateCountry, taxableAmount])).toEqual([
    [null, 5],
    ["CY", 10],
    ["DE", 20],
  ]);
});

test("each group has the exemption reason code of its category, if EN 16931 has one", () => {
  const exempt = (["AE", "E", "G", "K", "L", "M", "O", "Z"] as const).map((vatCategory) => ({
    ...line(1, 1, 0),
    vatCategory,
  }));
  const { vatBreakdown } = invoiceTotals([line(1, 1, 19), ...exempt], { currency: "EUR" });
  expect(Object.fromEntries(vatBreakdown.map(({ category, vatexCode }) => [category, vatexCode]))).toEqual({
    ...{ AE: "VATEX-EU-AE", G: "VATEX-EU-G", K: "VATEX-EU-IC", O: "VATEX-EU-O" },
    ...{ E: null, L: null, M: null, S: null, Z: null },
  });
});

test.each(["Z", "E", "AE", "K", "G", "O"] as const)(
  "a line of category %s with a rate above 0 is refused",
  (vatCategory) => {
    const items = [{ ...line(1, 1, 19), vatCategory }];
    expect(() => invoiceTotals(items, { currency: "EUR" })).toThrow(Refusal);
  },
);

test("equal rates of two categories are two groups, as in EN 16931", () => {
  const items = [
    { ...line(1, 5, 0), vatCategory: "Z" as const },
    { ...line(1, 7, 0), vatCategory: "E" as const },
  ];
  const { vatBreakdown } = invoiceTotals(items, { currency: "EUR" });
  expect(vatBreakdown.map(({ category, taxableAmount }) => [category, taxableAmount])).toEqual([
    ["E", 7],
    ["Z", 5],
  ]);
});

test("items keep their fields and gain their net amount; no amount is minus zero", () => {
  const { items, taxTotal } = invoiceTotals([{ ...line(-1e-9, 1, 19), sku: "A-1" }, line(1, 1, 19)], {
    currency: "EUR",
  });
  expect(items[0]).toEqual({ quantity: -1e-9, unitPrice: 1, taxRate: 19, sku: "A-1", netAmount: 0 });
  expect(Object.is(items[0]?.netAmount, 0)).toBe(true);
  expect(taxTotal).toBe(0.19);
});

function refusalOf(items: TotalsItem[], currency = "EUR"): Refusal {
  try {
    invoiceTotals(items, { currency });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return expect.fail("nothing was refused");
}

test.each([
  ["a total below zero", "/items", [line(1, 10, 19), line(-2, 10, 19)]],
  ["a total below zero by its VAT alone", "/items", [line(1, 10, 0), line(-1, 10, 19)]],
  ["a line beyond what a double keeps", "/items/1", [line(1, 1, 0), line(1, 1e13, 0)]],
  ["1e308 times 1e308", "/items/0", [line(1e308, 1e308, 0)]],
  ["-1e308", "/items/0", [line(-1e308, 1, 0)]],
  ["a price that only its discount makes small enough", "/items/0", [discounted(1, 1e13, { percent: 99 })]],
  ["lines that are exact, of which the sum is not", "/items", [line(1, 9e12, 0), line(1, 9e12, 0)]],
  ["a sum that only its VAT makes too large", "/items", [line(1, 9e12, 20)]],
])("%s is out of range, and the refusal points to it", (_what, pointer, items) => {
  const { code, errors } = refusalOf(items);
  expect({ code, errors }).toEqual({
    code: "amount_out_of_range",
    errors: [{ pointer, detail: expect.any(String) }],
  });
});

test.each([
  ["/items/0/quantity", [line(0, 1, 0)]],
  ["/items/0/quantity", [line(-0, 1, 0)]],
  ["/items/0/quantity", [line(Number.NaN, 1, 0)]],
  ["/items/0/quantity", [line(Number.POSITIVE_INFINITY, 1, 0)]],
  ["/items/1/unitPrice", [line(1, 1, 0), line(1, -0.01, 0)]],
  ["/items/0/unitPrice", [line(1, Number.NaN, 0)]],
  ["/items/0/taxRate", [line(1, 1, 100.1)]],
  ["/items/0/taxRate", [line(1, 1, -1)]],
  ["/items/0/taxRate", [line(1, 1, Number.NaN)]],
  ["/items/0/quantity", [{ ...line(1, 1, 1), quantity: "1" as unknown as number }]],
  ["/items/0/taxRate", [line(1, 1, "19" as never)]],
  ["/items/0/taxRate", [line(1, 1, null as never)]],
  ["/items/0/taxRate", [line(1, 1, true as never)]],
  ["/items/0/taxRate", [line(1, 1, [] as never)]],
  ["/items/0/taxRate", [line(1, 1, undefined as never)]],
  ["/items/0/vatCategory", [{ ...line(1, 1, 19), vatCategory: "XX" as never }]],
  ["/items/0/vatCategory", [{ ...line(1, 1, 0), vatCategory: "toString" as never }]],
  ["/items/0/vatCategory", [{ ...line(1, 1, 0), vatCategory: null as never }]],
  ["/items/0/vatCategory", [{ ...line(1, 1, 19), vatCategory: "AE" as const }]],
  ["/items/1/vatCategory", [line(1, 1, 0), { ...line(1, 1, 0), vatCategory: "S" as const }]],
  ["/items/0/discount", [discounted(1, 1, {})]],
  ["/items/0/discount", [discounted(1, 1, { percent: 1, amount: 1 })]],
  ["/items/0/discount", [discounted(1, 1, null as never)]],
  ["/items/0/discount", [discounted(1, 1, 10 as never)]],
  ["/items/0/discount/percent", [discounted(1, 1, { percent: 100.1 })]],
  ["/items/0/discount/percent", [discounted(1, 1, { percent: -1 })]],
  ["/items/0/discount/percent", [discounted(1, 1, { percent: "10" as never })]],
  ["/items/0/discount/amount", [discounted(1, 1, { amount: -0.01 })]],
  ["/items/0/discount/amount", [discounted(1, 1, { amount: Number.NaN })]],
  ["/items/0/discount/amount", [discounted(1, 1, { amount: "1" as never })]],
  ["/items/1/discount/amount", [line(1, 1, 0), discounted(3, 0.1, { amount: 0.31 })]],
  ["/items/0/discount/amount", [discounted(-1, 100, { amount: 100.01 }), line(1, 200, 19)]],
  ["/items/0/quantity", [discounted(0, 1, { amount: 10 })]],
])("%s is named if it cannot be computed (%#)", (pointer, items) => {
  const { code, errors } = refusalOf(items);
  expect({ code, errors }).toEqual({ code: "request_invalid", errors: [{ pointer, detail: expect.any(String) }] });
});

test.each(["", "eur", "DM", "HRK", "XXX", "toString"])("%s is not a currency", (currency) => {
  expect(refusalOf([line(1, 1, 1)], currency).errors).toEqual([{ pointer: "/currency", detail: expect.any(String) }]);
});

test("the header rate is the rate that all lines share, or 0", () => {
  expect(deriveHeaderTaxRate([])).toBe(0);
  expect(deriveHeaderTaxRate([{ taxRate: 25.5 }])).toBe(25.5);
  expect(deriveHeaderTaxRate([{ taxRate: 19 }, { taxRate: 19 }, { taxRate: 7 }])).toBe(0);
  expect(deriveHeaderTaxRate([{ taxRate: 0 }, { taxRate: 19 }])).toBe(0);
});
