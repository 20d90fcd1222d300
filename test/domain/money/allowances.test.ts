/**
 * Goal: allowances, charges, several discounts and base quantities give the amounts of exact arithmetic, and the sums of
 * EN 16931 (BR-CO-10 to 15, BR-CO-17) hold for random orders.
 * Method: chosen cases; then random lines, discounts and adjustments, computed again with BigInt fractions.
 */
import { type InvoiceTotals, invoiceTotals, Refusal, type TotalsAllowance, type TotalsItem } from "faktura/vat";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

type Adjusted = Pick<InvoiceTotals, "allowances" | "charges">;

const item = (unitPrice: number, changes: Partial<TotalsItem> = {}): TotalsItem => {
  return { quantity: 1, unitPrice, taxRate: 19, ...changes };
};
const nets = ({ allowances = [], charges = [] }: Adjusted) =>
  [...allowances, ...charges].map(({ netAmount, taxRate }) => [netAmount, taxRate]);

function refusalOf(
  items: readonly TotalsItem[],
  adjusted: { allowances?: TotalsAllowance[]; charges?: TotalsAllowance[] },
) {
  try {
    invoiceTotals(items, { currency: "EUR", ...adjusted });
  } catch (error) {
    const { code, errors } = error as Refusal;
    return [code, errors[0]];
  }
  throw new Error("not refused");
}

describe("a line", () => {
  test.each<[string, Partial<TotalsItem>, number]>([
    ["with a price for 100", { quantity: 250, unitPrice: 3.99, priceBaseQuantity: 100 }, 9.98],
    [
      "of which 25 of 30 are due: exactly a half is rounded up",
      { quantity: 1, unitPrice: 0.35, priceBaseQuantity: 7, discounts: [{ percent: 10 }] },
      0.05,
    ],
    [
      "with a price for a million, which is divided before it could be too large",
      { quantity: 1e8, unitPrice: 1e6, priceBaseQuantity: 1e6 },
      1e8,
    ],
    ["a third, whose quotient never ends", { quantity: 1, unitPrice: 1, priceBaseQuantity: 3 }, 0.33],
    [
      "with percentages of one base, not chained",
      { unitPrice: 100, discount: { percent: 10 }, discounts: [{ percent: 10 }] },
      80,
    ],
    ["with charges", { unitPrice: 100, discounts: [{ amount: 5 }], charges: [{ percent: 3 }, { amount: 0.5 }] }, 98.5],
    ["returned, with an amount off", { quantity: -2, unitPrice: 10, discount: { amount: 5 } }, -15],
    ["returned, with a charge", { quantity: -2, unitPrice: 10, charges: [{ amount: 5, baseAmount: 50 }] }, -25],
    ["returned, of the whole price", { quantity: -2, unitPrice: 10, discount: { amount: 20 } }, 0],
    ["with a percentage of a stated base", { unitPrice: 100, discount: { percent: 10, baseAmount: 40 } }, 96],
    [
      "returned, with percentages",
      { quantity: -2, unitPrice: 10, discounts: [{ percent: 10 }], charges: [{ percent: 5 }] },
      -19,
    ],
    [
      "with a discount that only its charges make possible",
      { unitPrice: 10, discounts: [{ amount: 11 }], charges: [{ amount: 1 }] },
      0,
    ],
  ])("%s", (_what, changes, netAmount) => {
    expect(invoiceTotals([item(0, changes), item(100)], { currency: "EUR" }).items[0]!.netAmount).toBe(netAmount);
  });

  test.each<[Partial<TotalsItem>, string, string]>([
    [
      { discounts: [{ percent: 60 }, { percent: 41 }] },
      "/items/0/discounts/0",
      "must be at most quantity × unit price, 10, with all others",
    ],
    [{ discounts: [{ amount: 10.01 }] }, "/items/0/discounts/0/amount", "must be at most quantity × unit price, 10"],
    [
      { quantity: -2, discount: { amount: 20.01 } },
      "/items/0/discount/amount",
      "must be at most quantity × unit price, 20",
    ],
    [
      { discounts: [{ percent: 60, baseAmount: 20 }] },
      "/items/0/discounts/0",
      "must be at most quantity × unit price, 10",
    ],
    [{ charges: [{}] }, "/items/0/charges/0", "must have either percent or amount"],
    [{ priceBaseQuantity: 0 }, "/items/0/priceBaseQuantity", "must be a finite number above 0"],
  ])("%j is refused", (changes, pointer, detail) => {
    expect(refusalOf([item(10, changes)], {})).toEqual(["request_invalid", { pointer, detail }]);
  });
});

describe("allowances and charges", () => {
  test("a group below 0 is named in the message", () => {
    expect(() => invoiceTotals([item(100)], { currency: "EUR", allowances: [{ amount: 101 }] })).toThrow(
      "The totals are out of range: with this allowance, the sum of category S at 19 % is -1, but must be 0 or more.",
    );
  });

  const mixed = [item(100), item(50, { taxRate: 7 })];

  test("a percentage is divided over the groups, with the lines of each as its base", () => {
    const totals = invoiceTotals(mixed, {
      currency: "EUR",
      allowances: [{ percent: 10 }],
      charges: [{ amount: 4, taxRate: 19 }],
    });
    expect(totals.allowances).toEqual([
      { percent: 10, baseAmount: 50, amount: 5, netAmount: 5, taxRate: 7, vatCategory: "S", rateCountry: null },
      { percent: 10, baseAmount: 100, amount: 10, netAmount: 10, taxRate: 19, vatCategory: "S", rateCountry: null },
    ]);
    const { lineTotal, allowanceTotal, chargeTotal, subtotal, taxTotal, total } = totals;
    expect([lineTotal, allowanceTotal, chargeTotal, subtotal, taxTotal, total]).toEqual([
      150, 15, 4, 139, 21.01, 160.01,
    ]);
  });

  test("the base of an amount is divided as the amount is", () => {
    const { allowances, total } = invoiceTotals(mixed, {
      currency: "EUR",
      allowances: [{ amount: 3, baseAmount: 150.01 }],
    });
    expect(allowances?.map(({ amount, baseAmount }) => [amount, baseAmount])).toEqual([
      [1, 50],
      [2, 100.01],
    ]);
    expect(total).toBe(invoiceTotals(mixed, { currency: "EUR", allowances: [{ amount: 3 }] }).total);
  });

  const amounts = ({ allowances = [], charges = [] }: Adjusted) =>
    [...allowances, ...charges].map(({ amount, taxRate }) => [amount, taxRate]);

  test("an amount is divided over the groups by the sums of their lines, and the last cent goes to the largest remainder", () => {
    const totals = invoiceTotals(mixed, {
      currency: "EUR",
      allowances: [{ amount: 10 }],
      charges: [{ amount: 4.9 }],
    });
    expect(amounts(totals)).toEqual([[3.33, 7], [6.67, 19], [1.63, 7], [3.27, 19]]); // biome-ignore format: a table
    expect([totals.subtotal, totals.taxTotal, totals.total]).toEqual([144.9, 21.73, 166.63]);
  });

  test("gross amounts are divided by gross sums, and the total is exact", () => {
    const basket = [item(13, { taxRate: 19 }), item(8.5, { taxRate: 7 })];
    const totals = invoiceTotals(basket, { currency: "EUR", prices: "gross", charges: [{ amount: 4.9 }] });
    expect(amounts(totals)).toEqual([[1.94, 7], [2.96, 19]]); // biome-ignore format: a table
    expect(totals.total).toBe(26.4);
  });

  test("a percentage of a stated base is of the groups' shares of it", () => {
    const totals = invoiceTotals(mixed, { currency: "EUR", allowances: [{ percent: 5, baseAmount: 60 }] });
    expect(totals.allowances!.map(({ baseAmount, amount }) => [baseAmount, amount])).toEqual([[20, 1], [40, 2]]); // biome-ignore format: a table
  });

  test("groups of returned goods and of gifts bear nothing", () => {
    const lines = [...mixed, item(20, { quantity: -1, taxRate: 10 }), item(0, { taxRate: 5 })];
    const totals = invoiceTotals(lines, { currency: "EUR", charges: [{ amount: 0.01 }] });
    expect(amounts(totals)).toEqual([[0, 7], [0.01, 19]]); // biome-ignore format: a table
  });

  test("one group takes an amount that states no VAT, and sums appear only where they are needed", () => {
    const totals = invoiceTotals([item(100)], { currency: "EUR", charges: [{ amount: 9.999 }] });
    expect(nets(totals)).toEqual([[10, 19]]);
    expect(Object.keys(totals)).not.toContain("allowanceTotal");
    expect(Object.keys(invoiceTotals([item(100)], { currency: "EUR" }))).toEqual([
      "items",
      "subtotal",
      "taxTotal",
      "total",
      "vatBreakdown",
    ]);
    expect(Object.keys(invoiceTotals([item(100)], { currency: "EUR", charges: [] }))).not.toContain("lineTotal");
  });

  test("a group can consist of a charge", () => {
    const totals = invoiceTotals([item(100)], {
      currency: "EUR",
      charges: [{ percent: 10, baseAmount: 50, taxRate: 7 }],
    });
    expect(
      totals.vatBreakdown.map(({ taxRate, taxableAmount, taxAmount }) => [taxRate, taxableAmount, taxAmount]),
    ).toEqual([
      [7, 5, 0.35],
      [19, 100, 19],
    ]);
  });

  test("gross prices: the total is the sum of the gross amounts, exactly", () => {
    const totals = invoiceTotals([item(59.97), item(0.01)], {
      currency: "EUR",
      prices: "gross",
      allowances: [{ percent: 3 }],
      charges: [{ amount: 4.95 }],
    });
    expect([totals.total, totals.allowances![0]!.amount, totals.charges![0]!.amount]).toEqual([63.13, 1.8, 4.95]);
    const { lineTotal, allowanceTotal, chargeTotal, subtotal } = totals;
    expect(Math.round((lineTotal! - allowanceTotal! + chargeTotal!) * 100)).toBe(Math.round(subtotal * 100));
  });

  test.each<[string, readonly TotalsItem[], Parameters<typeof refusalOf>[1], string, string, RegExp]>([
    [
      "a percentage of lines that are returned",
      [item(1, { quantity: -1 })],
      { allowances: [{ percent: 10 }], charges: [{ amount: 5 }] },
      "amount_out_of_range",
      "/allowances/0",
      /cannot be a percentage.*at 19 % come to -1; give an amount/,
    ],
    [
      "an amount without any line",
      [],
      { charges: [{ amount: 5 }] },
      "request_invalid",
      "/charges/0",
      /cannot be divided over the lines/,
    ],
    [
      "an amount over returned lines and gifts",
      [item(5, { quantity: -1 }), item(0, { taxRate: 7 })],
      { charges: [{ amount: 5 }] },
      "request_invalid",
      "/charges/0",
      /cannot be divided over the lines/,
    ],
    [
      "a percentage without lines",
      mixed,
      { charges: [{ percent: 5, taxRate: 10 }] },
      "request_invalid",
      "/charges/0",
      /baseAmount/,
    ],
    [
      "more than the group",
      mixed,
      {
        allowances: [
          { amount: 1, taxRate: 7 },
          { amount: 101, taxRate: 19 },
        ],
      },
      "amount_out_of_range",
      "/allowances/1",
      /-1.*0 or more/,
    ],
    [
      "a negative group",
      [item(100), item(50, { taxRate: 7 })],
      { allowances: [{ amount: 60, taxRate: 7 }] },
      "amount_out_of_range",
      "/allowances/0",
      /0 or more/,
    ],
    ["both kinds", mixed, { charges: [{ percent: 5, amount: 5 }] }, "request_invalid", "/charges/0", /either/],
    [
      "a negative base",
      mixed,
      { charges: [{ amount: 5, baseAmount: -5 }] },
      "request_invalid",
      "/charges/0/baseAmount",
      /0 or more/,
    ],
    [
      "a negative amount",
      mixed,
      { allowances: [{ amount: -5 }] },
      "request_invalid",
      "/allowances/0/amount",
      /0 or more/,
    ],
    [
      "a category without its rate",
      mixed,
      { charges: [{ amount: 5, taxRate: 5, vatCategory: "E" }] },
      "request_invalid",
      "/charges/0/vatCategory",
      /does not allow/,
    ],
    ["no object", mixed, { charges: [5 as never] }, "request_invalid", "/charges/0", /must be an object/],
    ["no list", mixed, { charges: 5 as never }, "request_invalid", "/charges", /must be an array/],
  ])("%s is refused", (_what, items, adjusted, code, pointer, detail) => {
    const [found, error] = refusalOf(items, adjusted);
    expect(found).toBe(code);
    expect(error).toMatchObject({ pointer, detail: expect.stringMatching(detail) });
  });
});

/** A non-negative number in hundredths, as a double. */
const hundredths = (max: number) => fc.integer({ min: 0, max });
const DIGITS = { EUR: 2, JPY: 0, KWD: 3 } as const;
const rate = fc.constantFrom(0, 700, 1900, 2550);
const randomLine = fc.record({
  quantity: fc.integer({ min: 1, max: 99_999 }),
  price: hundredths(999_999),
  base: fc.constantFrom(100, 300, 70, 10_000),
  discounts: fc.array(hundredths(2000), { maxLength: 3 }),
  charges: fc.array(hundredths(9000), { maxLength: 2 }),
  rate,
});
const randomAdjustment = fc.record({
  percent: hundredths(900),
  amount: hundredths(99),
  rate: fc.option(rate),
  isPercent: fc.boolean(),
});

test("vouchers that cover a basket with its delivery leave 0, at whatever rates and however they are divided", () => {
  const cents = fc.integer({ min: 1, max: 9999 });
  const property = fc.property(
    fc.array(fc.record({ price: cents, rate }), { minLength: 1, maxLength: 6 }),
    cents,
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    fc.constantFrom("net" as const, "gross" as const),
    (lines, delivery, cuts, prices) => {
      const all = lines.reduce((sum, each) => sum + each.price, delivery);
      const ends = [0, ...cuts.map((cut) => Math.round(all * cut)).sort((a, b) => a - b), all];
      const vouchers = ends.slice(1).map((end, index) => ({ amount: (end - ends[index]!) / 100 }));
      const totals = invoiceTotals(
        lines.map((each) => ({ quantity: 1, unitPrice: each.price / 100, taxRate: each.rate / 100 })),
        { currency: "EUR", prices, allowances: vouchers, charges: [{ amount: delivery / 100 }] },
      );
      expect([totals.total, totals.subtotal, totals.taxTotal]).toEqual([0, 0, 0]);
      expect(totals.vatBreakdown.every(({ taxableAmount, taxAmount }) => taxableAmount === 0 && taxAmount === 0)).toBe(
        true,
      );
      expect([...totals.allowances!, ...totals.charges!].every(({ amount }) => amount >= 0)).toBe(true);
    },
  );
  fc.assert(property, { numRuns: 500 });
});

/** Half away from zero; all are 0 or more. */
const divide = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);

test("random orders have the amounts of exact fractions, and keep EN 16931's sums", () => {
  const property = fc.property(
    fc.array(randomLine, { minLength: 1, maxLength: 6 }),
    fc.array(randomAdjustment, { maxLength: 3 }),
    fc.array(randomAdjustment, { maxLength: 3 }),
    fc.constantFrom(...(Object.keys(DIGITS) as (keyof typeof DIGITS)[])),
    fc.constantFrom("net" as const, "gross" as const),
    (lines, allowances, charges, currency, prices) => {
      const items = lines.map(
        ({ quantity, price, base, rate: percent, ...given }): TotalsItem => ({
          quantity: quantity / 100,
          unitPrice: price / 100,
          priceBaseQuantity: base / 100,
          taxRate: percent / 100,
          discounts: given.discounts.map((each) => ({ percent: each / 100 })),
          charges: given.charges.map((each) => ({ percent: each / 100 })),
        }),
      );
      const adjusted = (list: typeof allowances): TotalsAllowance[] =>
        list.map((given) => {
          const rates = lines.map((each) => each.rate);
          const own = given.rate !== null && rates.includes(given.rate) ? given.rate : undefined;
          const taxRate = own === undefined ? undefined : own / 100;
          return given.isPercent ? { percent: given.percent / 100, taxRate } : { amount: given.amount / 100, taxRate };
        });
      const options = { currency, prices, allowances: adjusted(allowances), charges: adjusted(charges) };
      let totals: InvoiceTotals;
      try {
        totals = invoiceTotals(items, options);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        const isUndivided = (error as Refusal).message.includes("cannot be divided over the lines");
        expect((error as Refusal).code).toBe(isUndivided ? "request_invalid" : "amount_out_of_range");
        return;
      }
      const scale = 10n ** BigInt(DIGITS[currency]);
      const units = (amount: number) => BigInt(Math.round(amount * Number(scale)));
      const lineUnits = lines.map(({ quantity, price, base, ...given }) => {
        const share = 10_000 - given.discounts.reduce((a, b) => a + b, 0) + given.charges.reduce((a, b) => a + b, 0);
        return divide(BigInt(quantity) * BigInt(price) * BigInt(share) * scale, BigInt(base) * 100n * 10_000n);
      });
      const own = prices === "gross" ? "grossAmount" : "netAmount";
      expect(totals.items.map((each) => units(each[own]!))).toEqual(lineUnits);
      const sumOf = (parts: readonly { netAmount: number }[] = []) =>
        parts.reduce((sum, each) => sum + units(each.netAmount), 0n);
      const [lineSum, less, more] = [sumOf(totals.items), sumOf(totals.allowances), sumOf(totals.charges)];
      expect([
        units(totals.lineTotal ?? totals.subtotal),
        units(totals.allowanceTotal ?? 0),
        units(totals.chargeTotal ?? 0),
      ]).toEqual([lineSum, less, more]); // BR-CO-10, 11, 12
      expect(units(totals.subtotal)).toBe(lineSum - less + more); // BR-CO-13
      expect(units(totals.total)).toBe(units(totals.subtotal) + units(totals.taxTotal)); // BR-CO-15
      let tax = 0n;
      for (const group of totals.vatBreakdown) {
        const ofGroup = <Part extends { taxRate: number; netAmount: number }>(parts: readonly Part[] = []) =>
          sumOf(parts.filter(({ taxRate }) => taxRate === group.taxRate));
        const taxable = ofGroup(totals.items) - ofGroup(totals.allowances) + ofGroup(totals.charges);
        expect(units(group.taxableAmount)).toBe(taxable); // BR-S-08
        expect(taxable >= 0n).toBe(true);
        const percent = BigInt(Math.round(group.taxRate * 100));
        if (prices === "net")
          expect(units(group.taxAmount)).toBe(divide(taxable * percent, 10_000n)); // BR-CO-17
        else {
          const off = units(group.taxAmount) * 10_000n - taxable * percent;
          expect((off < 0n ? -off : off) <= 10_000n + percent).toBe(true);
        }
        tax += units(group.taxAmount);
      }
      expect(units(totals.taxTotal)).toBe(tax); // BR-CO-14
      for (const each of [...(totals.allowances ?? []), ...(totals.charges ?? [])]) {
        if (each.percent === undefined) continue;
        expect(units(each.amount)).toBe(
          divide(units(each.baseAmount!) * BigInt(Math.round(each.percent * 100)), 10_000n),
        );
      }
      for (const [list, given] of [
        [totals.allowances, allowances],
        [totals.charges, charges],
      ] as const) {
        const fixed = list?.filter(({ percent }) => percent === undefined) ?? [];
        const due = given
          .filter(({ isPercent }) => !isPercent)
          .map(({ amount }) => divide(BigInt(amount) * scale, 100n));
        expect(fixed.reduce((sum, each) => sum + units(each.amount), 0n)).toBe(due.reduce((a, b) => a + b, 0n));
      }
      if (prices !== "gross") return;
      const gross = (parts: readonly { amount: number }[] = []) =>
        parts.reduce((sum, each) => sum + units(each.amount), 0n);
      const lineGross = totals.items.reduce((sum, each) => sum + units(each.grossAmount!), 0n);
      expect(units(totals.total)).toBe(lineGross - gross(totals.allowances) + gross(totals.charges));
    },
  );
  fc.assert(property, { numRuns: 1000 });
});
