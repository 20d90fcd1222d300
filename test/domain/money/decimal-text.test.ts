/** Decimal texts against the library's own decimals, which are those of big.js. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../../src/domain/money/decimal.ts";
import {
  decimalText,
  differBy,
  divided,
  minus,
  plus,
  roundedToCents,
  times,
} from "../../../src/domain/money/decimal-text.ts";

const number = fc.oneof(
  fc.double({ noNaN: true, min: -1e13, max: 1e13 }),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 1000),
  fc.constantFrom(0, -0, 1e-7, 1e21, 5e-324, -0.005, 0.005, 1.005, 100),
);

test("sums, differences, products and rounded numbers are exact, and have no exponent", () => {
  fc.assert(
    fc.property(number, number, (a, b) => {
      const text = (decimal: Decimal) => (decimal.eq(0) ? "0" : decimal.toFixed());
      expect(decimalText(a)).toBe(text(new Decimal(a)));
      expect(plus(a, decimalText(b))).toBe(text(new Decimal(a).plus(b)));
      expect(minus(decimalText(a), b)).toBe(text(new Decimal(a).minus(b)));
      expect(times(a, b)).toBe(text(new Decimal(a).times(b)));
      expect(roundedToCents(decimalText(a))).toBe(text(new Decimal(a).round(2)));
      if (b !== 0) expect(divided(times(a, b), b, 20)).toBe(text(new Decimal(a).round(20)));
      const difference = new Decimal(a).minus(b).abs();
      expect(differBy(1, a, b)).toBe(difference.gt(1));
      expect(differBy(1, a, b, "or exactly")).toBe(difference.gte(1));
    }),
    { numRuns: 2000 },
  );
  expect([differBy(1, 3, 2), differBy(1, 3, 2, "or exactly")]).toEqual([false, true]);
});
