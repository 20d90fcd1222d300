import Big from "big.js";
import { expect, test } from "vitest";
import {
  fromMinorUnits,
  LARGEST_AMOUNT,
  type MinorUnits,
  roundedProduct,
  sumOfWhole,
} from "../../src/domain/money/whole-units.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { tries } from "../support/tries.ts";

const PRODUCTS = tries(1_000_000, 20);

const numbers = randomNumbers(20_261_120);
const upTo = (limit: number) => Math.floor(numbers.next().value * limit);

/** Doubles of all lengths: short decimals, halves, many digits, none, large and tiny ones, positive and negative. */
const MAKERS: readonly (() => number)[] = [
  () => upTo(100_000) / 10 ** upTo(7),
  () => (2 * upTo(10_000) + 1) / 2 ** upTo(6),
  () => upTo(1e15) / 10 ** upTo(8),
  () => numbers.next().value,
  () => 10 ** (upTo(20) - 8),
  () => -upTo(1e9) / 1000,
  () => LARGEST_AMOUNT - upTo(3),
];
const anyNumber = () => MAKERS[upTo(MAKERS.length)]!();

test(`${PRODUCTS.toLocaleString("en")} products are those of big.js, to the last unit, or too large in both`, () => {
  const exact = Big();
  exact.RM = exact.roundHalfUp;
  for (let count = 0; count < PRODUCTS; count += 1) {
    const [a, b, shift] = [anyNumber(), anyNumber(), upTo(7) - 2];
    const product = roundedProduct(a, b, shift);
    const expected = new exact(a).times(b).times(`1e${shift}`).round(0);
    const isSame = expected.abs().lte(LARGEST_AMOUNT) ? expected.eq(product) : Math.abs(product) > LARGEST_AMOUNT;
    if (!isSame) expect.fail(`${a} × ${b} × 10^${shift} is ${expected}, not ${product}`);
  }
});

test("amounts are the doubles that their decimals are parsed as", () => {
  for (let count = 0; count < 100_000; count += 1) {
    const [whole, digits] = [upTo(LARGEST_AMOUNT + 1) as MinorUnits, upTo(5)];
    const isSame = Object.is(fromMinorUnits(whole, digits), Number(`${whole}e-${digits}`));
    if (!isSame) expect.fail(`${whole} × 10^-${digits} is not ${fromMinorUnits(whole, digits)}`);
  }
  expect(Object.is(fromMinorUnits(-0 as MinorUnits, 2), 0)).toBe(true);
});

test("a sum is exact, even if intermediate sums exceed a double", () => {
  const large = Array.from({ length: 30 }, () => LARGEST_AMOUNT);
  expect(sumOfWhole([...large, 7, ...large.map((amount) => -amount)] as MinorUnits[])).toBe(7);
  expect(sumOfWhole([])).toBe(0);
});
