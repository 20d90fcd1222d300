import { divided, exactOf, roundedQuotient } from "./decimal-text.ts";

/**
 * The decimals of currencies that do not have two. A map, because a stored document may name `toString`, which every object
 * has, as its currency.
 *
 * @see ISO 4217, column "minor unit"
 */
const MINOR_UNITS: ReadonlyMap<string, number> = new Map([
  ...codesWith(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
  ...codesWith(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...codesWith(4, "CLF UYW"),
]);

function codesWith(digits: number, codes: string): (readonly [code: string, digits: number])[] {
  return codes.split(" ").map((code) => [code, digits]);
}

/** The decimals of the currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. 2 if the text is not a currency code. */
export function minorUnitDigits(code: string): number {
  return MINOR_UNITS.get(code) ?? 2;
}

declare const inMinorUnits: unique symbol;

/**
 * An amount in whole minor units of its currency, such as cents. Rounding makes it, sums keep it, and
 * {@link fromMinorUnits} undoes it, so the compiler refuses euros where cents are needed.
 */
export type MinorUnits = number & { readonly [inMinorUnits]: true };

/** A double holds any fifteen digits exactly, wherever the decimal point is. Of sixteen, the last may change. */
export const LARGEST_AMOUNT = 999_999_999_999_999; // in minor units

/** A given number without noise. A double that was computed may end with noise: 0.1 + 0.2 is 0.30000000000000004. */
const DECIMALS_KEPT = 10;

/**
 * `value` rounded half away from zero to ten decimals, as the decimal that it prints as; never -0. Anything but a finite
 * number comes back as it is, for the check that follows.
 */
export function roundDecimals(value: number): number {
  if (!Number.isFinite(value)) return value;
  return (Number.isInteger(value) ? value : Number(divided(value, 1, DECIMALS_KEPT))) + 0;
}

/**
 * `a × b × 10^shift`, rounded half away from zero to a whole number. Exact up to {@link LARGEST_AMOUNT}; a larger
 * result is larger than that too, but its last digits may be wrong.
 */
export function roundedProduct(a: number, b: number, shift: number): MinorUnits {
  const [one, other] = [exactOf(a), exactOf(b)];
  const units = one.units * other.units;
  const scale = one.scale + other.scale - shift;
  const product = scale > 0 ? roundedQuotient(units, 10n ** BigInt(scale)) : units * 10n ** BigInt(-scale);
  return Number(product) as MinorUnits;
}

/**
 * The quotients `dividends ÷ divisor`, each rounded down or up so that they add up to `sum`: up for those with the largest
 * remainders, and of equal ones the first. `sum` must be reachable so; the divisor is above 0.
 */
export function roundedToSum(sum: bigint, dividends: readonly bigint[], divisor: bigint): MinorUnits[] {
  const parts = dividends.map((dividend, index) => {
    const remainder = ((dividend % divisor) + divisor) % divisor;
    return { index, whole: (dividend - remainder) / divisor, remainder };
  });
  const quotients = parts.map(({ whole }) => Number(whole));
  const missing = parts.reduce((rest, { whole }) => rest - whole, sum);
  parts.sort((a, b) => Number(b.remainder - a.remainder)); // stable
  for (const { index } of parts.slice(0, Number(missing))) quotients[index]! += 1;
  return quotients as MinorUnits[];
}

/** An amount divided in proportion to `weights`, exactly. None of them may be below 0, and one must be above. */
export function dividedUnits(amount: MinorUnits, weights: readonly MinorUnits[]): MinorUnits[] {
  const [whole, given] = [BigInt(amount), weights.map(BigInt)];
  const sum = given.reduce((all, weight) => all + weight, 0n);
  return roundedToSum(
    whole,
    given.map((weight) => whole * weight),
    sum,
  );
}

/** The sum of whole numbers, exact up to {@link LARGEST_AMOUNT}, however large the intermediate sums are. */
export function sumOfWhole(numbers: readonly MinorUnits[]): MinorUnits {
  let sum = 0n;
  for (const number of numbers) sum += BigInt(number);
  return Number(sum) as MinorUnits;
}

/**
 * An amount in minor units as a JSON number: the nearest double, because the division is correctly rounded. Never -0.
 */
export function fromMinorUnits(whole: MinorUnits, digits: number): number {
  return whole / 10 ** digits + 0;
}

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
