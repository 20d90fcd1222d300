/**
 * Goal: a number is rounded to ten decimals, half away from zero, as the decimal that it prints as.
 * Method: random doubles and decimals. A second opinion rounds the digits of the printed text as whole numbers.
 */
import { invoiceTotals, type TotalsItem } from "faktura/vat";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tries } from "../support/tries.ts";

/** The digits of a number without its sign, and the power of ten of the last one: 0.25 is 25 and -2. */
function digitsOf(value: number): [digits: bigint, power: number] {
  const [mantissa = "", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function roundedByDigits(value: number): number {
  const [digits, power] = digitsOf(value);
  if (power >= -10) return value + 0;
  const divisor = 10n ** BigInt(-10 - power);
  const rounded = Number(`${(digits + divisor / 2n) / divisor}e-10`);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

/** The number as a line shows it: as its quantity, because prices are not negative. A quantity of 0 is no line's. */
function roundDecimals(value: number): number {
  if (roundedByDigits(value) === 0) return 0;
  const { items } = invoiceTotals([{ quantity: value, unitPrice: 0, taxRate: 0 }], { currency: "EUR" });
  return items[0]!.quantity;
}

/** Numbers of all sizes; sums and products, which have noise; halves of the last decimal that is kept. */
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -2, max: 2 }),
  fc.double({ noNaN: true, min: -2e6, max: 2e6 }),
  fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 1, max: 999 }))
    .map(([a, b]) => a / 100 + b / 10),
  fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 })).map(([a, b]) => (a / 100) * (b / 100)),
  fc.maxSafeInteger().map((digits) => Number(`${digits}e-11`)),
  fc.integer({ min: -99_999, max: 99_999 }).map((digits) => Number(`${digits}5e-11`)),
);

test("any number is rounded as its decimal digits are, and rounding again changes nothing", () => {
  fc.assert(
    fc.property(number, (value) => {
      const rounded = roundDecimals(value);
      expect(rounded).toBe(roundedByDigits(value));
      expect(roundDecimals(rounded)).toBe(rounded);
      expect(roundDecimals(-value)).toBe(-rounded + 0);
      expect(digitsOf(rounded)[1]).toBeGreaterThanOrEqual(-10);
    }),
    { numRuns: tries(20_000) },
  );
});

test("a decimal with up to ten decimals stays as it is", () => {
  const decimal = fc
    .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 10 }))
    .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
  fc.assert(
    fc.property(decimal, (value) => {
      expect(roundDecimals(value)).toBe(value + 0);
    }),
    { numRuns: tries(20_000) },
  );
});

test("totals are those of the rounded numbers, which the lines show", () => {
  const positive = number.map((value) => Math.abs(value)).filter((value) => value < 1e6);
  const percent = fc.double({ noNaN: true, min: 0, max: 100 });
  const line = fc.record(
    {
      quantity: positive.filter((value) => roundDecimals(value) !== 0),
      unitPrice: positive,
      taxRate: percent,
      discount: percent.map((value) => ({ percent: value })),
    },
    { requiredKeys: ["quantity", "unitPrice", "taxRate"] },
  );
  const asRounded = ({ discount, ...item }: TotalsItem): TotalsItem => ({
    quantity: roundedByDigits(item.quantity),
    unitPrice: roundedByDigits(item.unitPrice),
    taxRate: roundedByDigits(item.taxRate),
    ...(discount && { discount: { percent: roundedByDigits(discount.percent!) } }),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom("net", "gross"), (items, prices) => {
      const totals = invoiceTotals(items, { currency: "EUR", prices });
      expect(totals).toStrictEqual(invoiceTotals(items.map(asRounded), { currency: "EUR", prices }));
      if (prices === "net") expect(totals.items).toMatchObject(items.map(asRounded));
    }),
    { numRuns: tries(2_000) },
  );
});
