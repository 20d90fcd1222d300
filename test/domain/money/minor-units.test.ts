import { expect, test } from "vitest";
import { Decimal } from "../../../src/domain/money/decimal.ts";
import { netUnitPrice, splitGrossAmounts } from "../../../src/domain/money/gross-prices.ts";
import {
  minusUnits,
  plusUnits,
  roundedUnits,
  toMinorUnits,
  unitTowards,
} from "../../../src/domain/money/minor-units.ts";
import { fromMinorUnits, type MinorUnits, roundedProduct, sumOfWhole } from "../../../src/domain/money/whole-units.ts";

const cents = toMinorUnits(12.34, 2);
const euros = fromMinorUnits(cents, 2);

test("cents are whole numbers at run time, and are undone exactly", () => {
  expect([cents, euros]).toEqual([1234, 12.34]);
  expect([plusUnits(cents, cents), minusUnits(cents, cents)]).toEqual([2468, 0]);
  expect([unitTowards(cents), unitTowards(minusUnits(cents, plusUnits(cents, cents)))]).toEqual([1, -1]);
  expect(unitTowards(minusUnits(cents, cents))).toBe(0);
});

test("what is computed in decimals is rounded half away from zero, unless another way is asked for", () => {
  expect([roundedUnits(new Decimal("1.5")), roundedUnits(new Decimal("-1.5"))]).toEqual([2, -2]);
  expect(roundedUnits(new Decimal("-1.9"), Decimal.roundDown)).toBe(-1);
});

test("the compiler refuses euros where cents are needed", () => {
  const refused = [
    // @ts-expect-error: euros
    () => fromMinorUnits(euros, 2),
    // @ts-expect-error: a number that nothing rounded
    () => fromMinorUnits(1234, 2),
    // @ts-expect-error: euros
    () => plusUnits(cents, euros),
    // @ts-expect-error: euros
    () => minusUnits(euros, cents),
    // @ts-expect-error: euros
    () => sumOfWhole([cents, euros]),
    // @ts-expect-error: euros
    () => splitGrossAmounts([euros], 19),
    // @ts-expect-error: euros
    () => netUnitPrice({ quantity: 1, unitPrice: 12.34, taxRate: 19 }, euros, 2),
    // @ts-expect-error: arithmetic with euros gives no cents
    (): MinorUnits => cents + euros,
    // @ts-expect-error: nor does arithmetic that can leave a fraction
    (): MinorUnits => cents * 0.19,
  ];
  const accepted: (() => MinorUnits)[] = [() => roundedProduct(cents, 19, -2), () => sumOfWhole([cents, cents])];
  expect(refused).toHaveLength(9);
  expect(accepted.map((compute) => compute())).toEqual([234, 2468]);
});
