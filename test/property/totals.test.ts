import { deriveHeaderTaxRate, type InvoiceTotals, invoiceTotals, Refusal, type TotalsItem } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";

const DIGITS = { JPY: 0, EUR: 2, KWD: 3, CLF: 4 } as const;

/**
 * A line in whole thousandths, ten-thousandths and tenths, from which the doubles are made. The independent
 * implementation uses these.
 */
interface WholeLine {
  readonly quantityThousandths: number;
  readonly priceTenThousandths: number;
  readonly rateTenths: number;
}

const wholeLine: fc.Arbitrary<WholeLine> = fc.record({
  quantityThousandths: fc.integer({ min: -50_000, max: 500_000 }).filter((quantity) => quantity !== 0),
  priceTenThousandths: fc.integer({ min: 0, max: 50_000_000 }),
  rateTenths: fc.constantFrom(0, 1, 55, 70, 190, 200, 255, 1000),
});
const currency = fc.constantFrom<keyof typeof DIGITS>("JPY", "EUR", "KWD", "CLF");
const lines = fc.array(wholeLine, { maxLength: 12 });

const asItem = ({ quantityThousandths, priceTenThousandths, rateTenths }: WholeLine): TotalsItem => ({
  quantity: quantityThousandths / 1000,
  unitPrice: priceTenThousandths / 10_000,
  taxRate: rateTenths / 10,
});

/** `dividend / divisor` as an integer, half away from zero: in BigInt, without a decimal library. */
function divideRounding(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n;
  return sign * ((2n * sign * dividend + divisor) / (2n * divisor));
}

/** Subtotal and VAT in minor units, by BR-CO-10 and BR-CO-17, computed independently. */
function secondOpinion(items: readonly WholeLine[], digits: number): { subtotal: bigint; tax: bigint } {
  const taxable = new Map<number, bigint>();
  for (const { quantityThousandths, priceTenThousandths, rateTenths } of items) {
    const product = BigInt(quantityThousandths) * BigInt(priceTenThousandths) * 10n ** BigInt(digits);
    taxable.set(rateTenths, (taxable.get(rateTenths) ?? 0n) + divideRounding(product, 10_000_000n));
  }
  const groups = [...taxable].map(([rate, sum]) => ({ sum, tax: divideRounding(sum * BigInt(rate), 1000n) }));
  const add = (of: "sum" | "tax") => groups.reduce((total, group) => total + group[of], 0n);
  return { subtotal: add("sum"), tax: add("tax") };
}

/** A double in minor units. Also checks that the double is the nearest one. */
function inMinorUnits(amount: number, digits: number): bigint {
  const units = BigInt(Math.round(amount * 10 ** digits));
  expect(amount).toBe(Number(units) / 10 ** digits);
  return units;
}

/** The totals; `undefined` if they are refused because the total is below zero. */
function totalsOf(items: readonly TotalsItem[], code: string): InvoiceTotals | undefined {
  try {
    return invoiceTotals(items, { currency: code });
  } catch (error) {
    if (error instanceof Refusal && error.code === "amount_out_of_range") return undefined;
    throw error;
  }
}

test("line net amounts and VAT agree with integer arithmetic, to the last minor unit", () => {
  const check = (items: WholeLine[], code: keyof typeof DIGITS) => {
    const digits = DIGITS[code];
    const expected = secondOpinion(items, digits);
    const totals = totalsOf(items.map(asItem), code);
    expect(totals === undefined).toBe(expected.subtotal + expected.tax < 0n);
    if (totals === undefined) return;
    expect(inMinorUnits(totals.subtotal, digits)).toBe(expected.subtotal);
    expect(inMinorUnits(totals.taxTotal, digits)).toBe(expected.tax);
  };
  fc.assert(fc.property(lines, currency, check), { numRuns: 1000 });
});

test("the total is the sum of the lines and the VAT, and the breakdown adds up to both", () => {
  const check = (items: WholeLine[], code: keyof typeof DIGITS) => {
    const totals = totalsOf(items.map(asItem), code);
    fc.pre(totals !== undefined);
    const units = (amount: number) => inMinorUnits(amount, DIGITS[code]);
    const sum = (amounts: readonly number[]) => amounts.map(units).reduce((total, amount) => total + amount, 0n);
    expect(units(totals.total)).toBe(units(totals.subtotal) + units(totals.taxTotal));
    expect(sum(totals.items.map(({ netAmount }) => netAmount))).toBe(units(totals.subtotal));
    expect(sum(totals.vatBreakdown.map(({ taxableAmount }) => taxableAmount))).toBe(units(totals.subtotal));
    expect(sum(totals.vatBreakdown.map(({ taxAmount }) => taxAmount))).toBe(units(totals.taxTotal));
  };
  fc.assert(fc.property(lines, currency, check), { numRuns: 500 });
});

test("the order of the lines does not matter", () => {
  const shuffled = lines.chain((items) => {
    const permuted = fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length });
    return fc.tuple(fc.constant(items), permuted);
  });
  const check = ([items, permuted]: [WholeLine[], WholeLine[]], code: keyof typeof DIGITS) => {
    const withoutItems = (of: readonly WholeLine[]) => {
      const totals = totalsOf(of.map(asItem), code);
      return totals && { ...totals, items: totals.items.length };
    };
    expect(withoutItems(permuted)).toEqual(withoutItems(items));
  };
  fc.assert(fc.property(shuffled, currency, check), { numRuns: 500 });
});

test("a total is refused or exact to the last minor unit, however large", () => {
  const check = (units: bigint, code: keyof typeof DIGITS) => {
    const one = 10n ** BigInt(DIGITS[code]);
    // Whole units and the rest separately, so that no double is rounded before the sum.
    const parts = [Number(units / one), Number(units % one) / Number(one)];
    const totals = totalsOf(
      parts.map((unitPrice) => ({ quantity: 1, unitPrice, taxRate: 0 })),
      code,
    );
    if (totals === undefined) return;
    const [whole = "", rest = ""] = String(totals.total).split(".");
    expect(BigInt(whole + rest.padEnd(DIGITS[code], "0"))).toBe(units);
  };
  const units = fc.bigInt({ min: 10n ** 14n, max: 10n ** 16n });
  fc.assert(fc.property(units, currency, check), { numRuns: 2000 });
});

test("any doubles are computed or refused, and no result is NaN", () => {
  const number = fc.double();
  const item = fc.record({ quantity: number, unitPrice: number, taxRate: number });
  const check = (items: TotalsItem[]) => {
    try {
      const { subtotal, taxTotal, total } = invoiceTotals(items, { currency: "EUR" });
      expect([subtotal, taxTotal, total].every(Number.isFinite)).toBe(true);
      expect(total).toBeGreaterThanOrEqual(0);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  };
  fc.assert(fc.property(fc.array(item, { maxLength: 5 }), check), { numRuns: 1000 });
});

test("the header rate is a rate that every line has, or 0", () => {
  const rates = fc.array(fc.record({ taxRate: fc.constantFrom(0, 7, 19) }), { maxLength: 4 });
  const check = (items: { taxRate: number }[]) => {
    const distinct = new Set(items.map(({ taxRate }) => taxRate));
    expect(deriveHeaderTaxRate(items)).toBe(distinct.size === 1 ? [...distinct][0] : 0);
  };
  fc.assert(fc.property(rates, check));
});
