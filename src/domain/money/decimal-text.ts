/** An exact decimal number as XML Schema writes it: `-12.345`, never with an exponent. */
export type DecimalText = string;

/** `units` × 10^-`scale`. */
interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

// BigInt instead of big.js, which would be a fifth of what browsers load for electronic documents.
const SHAPE = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

function exactOf(value: number | DecimalText): Exact {
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
  const scaled = 2n * a * 10n ** BigInt(decimals);
  const half = a < 0n === b < 0n ? b : -b;
  return textOf({ units: (scaled + half) / (2n * b), scale: decimals }); // BigInt drops the fraction
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
