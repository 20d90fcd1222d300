import Big, { type RoundingMode } from "big.js";
import { LARGEST_AMOUNT, type MinorUnits, minorUnitDigits } from "./minor-units.ts";

/** The exact arithmetic of servers. Our own constructor, so that a host that changes the global settings of big.js cannot change our rounding. */
export const Decimal = Big();
Decimal.RM = Decimal.roundHalfUp; // away from zero, also for negative amounts

/** An exact decimal number. */
export type Decimal = Big;

/** `amount` rounded half away from zero to the minor units of `currency`. */
export function roundToMinorUnits(amount: Decimal, currency: string): Decimal {
  return amount.round(minorUnitDigits(currency));
}

/**
 * Whether a double holds `amount` to the minor unit of `currency`: up to 10 trillion in a currency with two decimals.
 * `amount` must be rounded already.
 */
export function isExactAmount(amount: Decimal, currency: string): boolean {
  return amount.abs().lte(LARGEST_AMOUNT / 10 ** minorUnitDigits(currency)); // exact, because it has fifteen digits
}

/** The exact sum of numbers of any size. */
export function exactSum(numbers: readonly number[]): Decimal {
  return numbers.reduce((sum, number) => sum.plus(number), new Decimal(0));
}

/** The amount as a JSON number. Never -0. */
export function amountAsNumber(amount: Decimal): number {
  return amount.toNumber() + 0;
}

/** A computed number of minor units, rounded to a whole one: half away from zero, or as `rounding` says. */
export function roundedUnits(units: Decimal, rounding?: RoundingMode): MinorUnits {
  return units.round(0, rounding).toNumber() as MinorUnits;
}
