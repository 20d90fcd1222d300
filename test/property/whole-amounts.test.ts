/**
 * Goal: a line's net amount is quantity × unit price exactly, rounded half away from zero to the minor unit, for numbers
 * of all lengths; what is too large for a double is refused.
 * Method: big.js computes the same from the decimals that the line shows.
 */
import Big from "big.js";
import { invoiceTotals, isRefusal } from "faktura/vat";
import { expect, test } from "vitest";
import { randomNumbers } from "../support/random-numbers.ts";
import { tries } from "../support/tries.ts";

const LINES = tries(100_000, 20);
/** The largest amount, in minor units: a double holds any fifteen digits exactly. */
const LARGEST = 999_999_999_999_999;
const DIGITS = { JPY: 0, EUR: 2, KWD: 3, CLF: 4 } as const;
const CURRENCIES = Object.keys(DIGITS) as (keyof typeof DIGITS)[];

const numbers = randomNumbers(20_261_120);
const upTo = (limit: number) => Math.floor(numbers.next().value * limit);

/** Doubles of all lengths: short decimals, halves, many digits, none, large and tiny ones. */
const MAKERS: readonly (() => number)[] = [
  () => upTo(100_000) / 10 ** upTo(7),
  () => (2 * upTo(10_000) + 1) / 2 ** upTo(6),
  () => upTo(1e15) / 10 ** upTo(8),
  () => numbers.next().value,
  () => 10 ** (upTo(20) - 8),
  () => upTo(1e9) / 1000,
  () => LARGEST - upTo(3),
];
const anyNumber = () => MAKERS[upTo(MAKERS.length)]!();

test(`${LINES.toLocaleString("en")} line net amounts are those of big.js, to the last unit, or too large in both`, () => {
  const exact = Big();
  exact.RM = exact.roundHalfUp;
  let computed = 0;
  for (let count = 0; count < LINES; count += 1) {
    const [currency, quantity, unitPrice] = [CURRENCIES[upTo(4)]!, anyNumber(), anyNumber()];
    const shown = [quantity, unitPrice].map((number) => new exact(number).round(10));
    if (shown[0]!.eq(0)) continue;
    const units = shown[0]!.times(shown[1]!).times(`1e${DIGITS[currency]}`).round(0);
    try {
      const { items } = invoiceTotals([{ quantity, unitPrice, taxRate: 0 }], { currency });
      if (!units.eq(new exact(items[0]!.netAmount).times(`1e${DIGITS[currency]}`)))
        expect.fail(`${quantity} × ${unitPrice} ${currency} is ${units}, not ${items[0]!.netAmount}`);
      computed += 1;
    } catch (error) {
      if (!isRefusal(error) || units.lte(LARGEST))
        throw new Error(`${quantity} × ${unitPrice} ${currency}`, { cause: error });
    }
  }
  expect(computed).toBeGreaterThan(LINES / 4);
});

test("a sum is exact, even if intermediate sums exceed a double", () => {
  const line = (unitPrice: number, quantity: number) => ({ quantity, unitPrice, taxRate: 0 });
  const lines = Array.from({ length: 30 }, () => line(LARGEST, 1));
  const returned = lines.map(() => line(LARGEST, -1));
  expect(invoiceTotals([...lines, line(7, 1), ...returned], { currency: "JPY" }).total).toBe(7);
});
