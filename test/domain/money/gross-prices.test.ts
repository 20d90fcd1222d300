import { invoiceTotals, Refusal, type TotalsItem } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";

const line = (quantity: number, unitPrice: number, taxRate: number, discount?: TotalsItem["discount"]): TotalsItem => ({
  ...{ quantity, unitPrice, taxRate },
  ...(discount && { discount }),
});
const grossTotals = (items: readonly TotalsItem[], currency = "EUR") =>
  invoiceTotals(items, { currency, prices: "gross" });

// biome-ignore format: a table
const VECTORS: [what: string, currency: string, items: TotalsItem[], nets: number[], taxTotal: number, total: number][] = [
  ["three at 19.99",                                "EUR", [line(3, 19.99, 19)], [50.39], 9.58, 59.97],
  ["one of each rate",                              "EUR", [line(1, 119, 19), line(1, 107, 7)], [100, 100], 26, 226],
  ["no VAT at 0 %",                                 "EUR", [line(3, 3.333, 0)], [10], 0, 10],
  ["no decimals in yen",                            "JPY", [line(3, 110, 10)], [300], 30, 330],
  ["three decimals in dinars",                      "KWD", [line(1, 1.0005, 5)], [0.953], 0.048, 1.001],
  ["equal lines whose net amounts are not equal",   "EUR", [line(1, 0.99, 19), line(1, 0.99, 19), line(1, 0.99, 19)], [0.84, 0.83, 0.83], 0.47, 2.97],
  ["the largest remainder is rounded up",           "EUR", [line(1, 0.01, 19), line(1, 0.04, 19), line(1, 0.02, 19)], [0.01, 0.03, 0.02], 0.01, 0.07],
  ["a discount as a line of its own",               "EUR", [line(2, 50, 19), line(-1, 10, 19)], [84.03, -8.4], 14.37, 90],
  ["a return of the whole order",                   "EUR", [line(1, 9.99, 19), line(-1, 9.99, 19)], [8.39, -8.39], 0, 0],
  ["a return that outweighs one rate's lines",      "EUR", [line(1, 100, 0), line(-1, 11.9, 19)], [100, -10], -1.9, 88.1],
  ["a percentage off",                              "EUR", [line(3, 19.99, 19, { percent: 10 })], [45.35], 8.62, 53.97],
  ["a gross amount off",                            "EUR", [line(1, 119, 19, { amount: 11.9 })], [90], 17.1, 107.1],
  ["everything off",                                "EUR", [line(1, 119, 19, { percent: 100 }), line(1, 1.19, 19, { amount: 1.19 })], [0, 0], 0, 0],
];

test.each(VECTORS)("gross prices: %s (%s)", (_what, currency, items, nets, taxTotal, total) => {
  const totals = grossTotals(items, currency);
  expect(totals.items.map(({ netAmount }) => netAmount)).toEqual(nets);
  expect(totals).toMatchObject({ taxTotal, total });
});

test("each line has its gross price and amount in addition to the net ones, and keeps its other fields", () => {
  const item = { ...line(3, 19.99, 19), sku: "A-1" };
  expect(grossTotals([item]).items).toEqual([
    { ...item, unitPrice: 16.8, unitPriceGross: 19.99, netAmount: 50.39, grossAmount: 59.97 },
  ]);
  expect(grossTotals([line(1, 5, 0)]).items[0]).toMatchObject({ unitPrice: 5, unitPriceGross: 5, grossAmount: 5 });
});

// biome-ignore format: a table
test.each([
  ["as many decimals as the currency",                             line(3, 19.99, 19), 16.8],
  ["as many as the gross price",                                   line(1, 0.0059, 19), 0.005],
  ["also of more than six",                                        line(1, 0.1234567, 19), 0.1037451],
  ["but not those that doubles add",                               line(1, 0.1 + 0.2, 19), 0.25],
  ["more, so that seven of them are within a cent of the line",    line(7, 9.99, 19), 8.395],
  ["more, so that a million of them are",                          line(1e6, 0.0123, 19), 0.01033613],
  ["before the discount",                                          line(2, 11.9, 19, { amount: 2.38 }), 10],
  ["before the percentage too",                                    line(2, 11.9, 19, { percent: 10 }), 10],
  ["with everything off",                                          line(2, 11.9, 19, { percent: 100 }), 10],
  ["of a return",                                                  line(-7, 9.99, 19), 8.395],
  ["so low that only a double is precise enough",                  line(1e22, 1e-10, 19), 8.4033613445378e-11],
])("a net unit price has %s", (_what, item, unitPrice) => {
  const filler = line(1, 9999.99, 0); // the total must not be below 0
  expect(grossTotals([item, filler]).items[0]?.unitPrice).toBe(unitPrice);
});

test("a net unit price is derived from the line if the exact price is more than a cent off", () => {
  // 0.055 is rounded up to 0.06, of which 0.0504 is net. Twelve such lines are 0.61 net: one is 0.06, the others 0.05.
  const { items } = grossTotals(Array.from({ length: 12 }, () => line(11, 0.005, 19)));
  expect(items.slice(0, 2)).toMatchObject([
    { unitPrice: 0.005, netAmount: 0.06 },
    { unitPrice: 0.004, netAmount: 0.05 },
  ]);
});

test("with gross prices, any doubles are computed or refused, and the results are finite", () => {
  const number = fc.double();
  const discount = fc.option(fc.oneof(fc.record({ percent: number }), fc.record({ amount: number })), {
    nil: undefined,
  });
  const item = fc.record({ quantity: number, unitPrice: number, taxRate: fc.double({ min: 0, max: 100 }), discount });
  const check = (items: TotalsItem[]) => {
    try {
      const { subtotal, taxTotal, total, items: lines } = grossTotals(items);
      const amounts = lines.flatMap(({ unitPrice, netAmount, grossAmount }) => [unitPrice, netAmount, grossAmount]);
      expect([subtotal, taxTotal, total, ...amounts].every(Number.isFinite)).toBe(true);
      expect(total).toBeGreaterThanOrEqual(0);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  };
  fc.assert(fc.property(fc.array(item, { maxLength: 3 }), check), { numRuns: 1000 });
});

test("a total of gross lines below 0 is refused", () => {
  expect(() => grossTotals([line(1, 10, 19), line(-2, 10, 7)])).toThrow("the total is -10, but must be 0 or more");
});

test("prices that are neither net nor gross are refused by name", () => {
  const options = { currency: "EUR", prices: "brutto" as never };
  expect(() => invoiceTotals([line(1, 1, 1)], options)).toThrow(
    expect.objectContaining({ errors: [{ pointer: "/prices", detail: 'must be one of net, gross, not "brutto"' }] }),
  );
});
