/** A longer text is not shown: it may be an API key in the wrong place. */
const MAX_SHOWN = 40;

/**
 * The end of a message that says what is expected: `, not undefined`, `, not a promise; await it`. A string is not shown,
 * because a value in the wrong place may be a secret, such as an API key.
 */
export function insteadOf(value: unknown): string {
  if (isPromise(value)) return ", not a promise; await it";
  if (typeof value === "bigint") return ", not a BigInt; convert it with Number()";
  return `, not ${inWords(value)}`;
}

/**
 * The same, and a string is shown: `, not "sent"`. Only where a text may be meant: a number, a day, a choice or a name,
 * but never a whole request, options, an object of the host's or a function.
 */
export function insteadOfText(value: unknown): string {
  if (typeof value !== "string") return insteadOf(value);
  return `, not ${value.length > MAX_SHOWN ? `a string of ${value.length} characters` : JSON.stringify(value)}`;
}

/** The same where a number is meant. Prisma and others give an object that has the number. */
export function insteadOfNumber(value: unknown): string {
  const isDecimal = typeof (value as { toNumber?: unknown } | null | undefined)?.toNumber === "function";
  return isDecimal ? ", not a Decimal; convert it with toNumber()" : insteadOfText(value);
}

/** @throws TypeError that names the option if it is not a function */
export function requireFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw new TypeError(`${name} must be a function${insteadOf(value)}`);
}

/** Whether the value is a promise: usually the result of a call that was not awaited. */
export function isPromise(value: unknown): boolean {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (value instanceof Date) return "a Date";
  if (typeof value === "object" && value !== null) return "an object";
  return ["string", "function", "symbol"].includes(typeof value) ? `a ${typeof value}` : String(value);
}
