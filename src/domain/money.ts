import Big from "big.js";
import { minorUnitDigits } from "./currency.ts";

/** A constructor of our own, so that a host that changes big.js' global settings cannot change our rounding. */
export const Decimal = Big();
Decimal.RM = Decimal.roundHalfUp; // half away from zero, for negative amounts too

/** An exact decimal number. */
export type Decimal = Big;

/** `amount` rounded half away from zero to the minor units of `currency`. */
export function roundToMinorUnits(amount: Decimal, currency: string): Decimal {
  return amount.round(minorUnitDigits(currency));
}

/** Fifteen digits go through a double and come back, wherever the point stands; of sixteen the last may change. */
const LARGEST_AMOUNT = 999_999_999_999_999; // in minor units

/**
 * Whether a double holds `amount` and all its neighbours in minor units of `currency` exactly: up to 10 trillion in a
 * currency with hundredths. `amount` must be rounded already.
 */
export function isExactAmount(amount: Decimal, currency: string): boolean {
  return amount
    .abs()
    .times(new Decimal(10).pow(minorUnitDigits(currency)))
    .lte(LARGEST_AMOUNT);
}

/** The amount as JSON carries it; never minus zero. */
export function amountAsNumber(amount: Decimal): number {
  return amount.toNumber() + 0;
}
