/** An exact decimal number as XML Schema writes it: `-12.345`, never with an exponent. */
export type DecimalText = string;

/** `units` × 10^-`scale`. */
interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

// The exact arithmetic of what browsers load, where big.js would be a tenth. Servers alone have `Decimal`.
const SHAPE = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The number that a double prints as, or that a text is. */
export function exactOf(value: number | DecimalText): Exact {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 };
  const [, whole = "0", fraction = "", exponent = "0"] = SHAPE.exec(String(value)) ?? [];
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** Both numbers in units of the finer one. */
function aligned(one: number | DecimalText, other: number | DecimalText): [bigint, bigint, scale: number] {
  const [a, b] = [exactOf(one), exactOf(other)];
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale];
}

function textOf({ units, scale }: Exact): DecimalText {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const text = `${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`;
  return (units < 0n ? "-" : "") + text.replace(/\.?0*$/, "");
}

/** A double as the shortest decimal that means it. */
export function decimalText(value: number): DecimalText {
  return textOf(exactOf(value));
}

/** An amount with two decimals at least: `12.00`. */
export function amountText(amount: DecimalText): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

export function plus(one: number | DecimalText, other: number | DecimalText): DecimalText {
  const [a, b, scale] = aligned(one, other);
  return textOf({ units: a + b, scale });
}

export function minus(one: number | DecimalText, other: number | DecimalText): DecimalText {
  const [a, b, scale] = aligned(one, other);
  return textOf({ units: a - b, scale });
}

export function times(one: number | DecimalText, other: number | DecimalText): DecimalText {
  const [a, b] = [exactOf(one), exactOf(other)];
  return textOf({ units: a.units * b.units, scale: a.scale + b.scale });
}

/** `dividend` ÷ `divisor` to so many decimals, half away from zero. The divisor is not 0. */
export function divided(dividend: number | DecimalText, divisor: number | DecimalText, decimals: number): DecimalText {
  const [a, b] = aligned(dividend, divisor);
  return textOf({ units: roundedQuotient(a * 10n ** BigInt(decimals), b), scale: decimals });
}

/** Half away from zero. The divisor is not 0. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n === divisor < 0n ? divisor : -divisor;
  return (2n * dividend + half) / (2n * divisor); // BigInt drops the fraction
}

/** To two decimals, half away from zero. */
export function roundedToCents(value: number | DecimalText): DecimalText {
  return divided(value, 1, 2);
}

/** Whether two numbers differ by more than the limit; with `"or exactly"`, also if they differ by exactly that much. */
export function differBy(
  limit: number,
  one: number | DecimalText,
  other: number | DecimalText,
  orExactly?: "or exactly",
): boolean {
  const difference = minus(one, other).replace("-", "");
  const [a, b] = aligned(difference, limit);
  return a > b || (orExactly !== undefined && a === b);
}
