import type { RoundingMode } from "big.js";
import type { Decimal } from "./decimal.ts";
import { type MinorUnits, roundedProduct } from "./whole-units.ts";

/** No amount. */
export const ZERO_UNITS: MinorUnits = toMinorUnits(0, 0);

/** An amount in minor units. Undoes {@link fromMinorUnits}; an amount with more decimals is rounded. */
export function toMinorUnits(amount: number, digits: number): MinorUnits {
  return roundedProduct(amount, 1, digits);
}

/** `one + other`. Both must be so small that a double holds their sum. */
export function plusUnits(one: MinorUnits, other: MinorUnits): MinorUnits {
  return (one + other) as MinorUnits;
}

/** `one - other`. Both must be so small that a double holds their difference. */
export function minusUnits(one: MinorUnits, other: MinorUnits): MinorUnits {
  return (one - other) as MinorUnits;
}

/** One minor unit with the sign of an amount; 0 of 0. */
export function unitTowards(amount: MinorUnits): MinorUnits {
  return Math.sign(amount) as MinorUnits;
}

/** A computed number of minor units, rounded to a whole one: half away from zero, or as `rounding` says. */
export function roundedUnits(units: Decimal, rounding?: RoundingMode): MinorUnits {
  return units.round(0, rounding).toNumber() as MinorUnits;
}
