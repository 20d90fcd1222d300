import { insteadOf, insteadOfText } from "../instead-of.ts";

/** The three parts of an invoice number. */
export interface InvoiceNumberParts {
  /** 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. */
  readonly prefix: string;
  /** Year and month of the issue date, `YYYYMM`. */
  readonly yearMonth: string;
  /** Position in the company's sequence, from 1. It is never reset, neither by month nor by year. */
  readonly counter: number;
}

const PREFIX = /^[A-Za-z0-9._/](?:[A-Za-z0-9._/-]{0,18}[A-Za-z0-9._/])?$/;
const YEAR_MONTH = /^\d{4}(?:0[1-9]|1[0-2])$/;
const NUMBER = /^(?<prefix>.{1,20})-(?<yearMonth>\d{6})-(?<counter>\d{4,16})$/;

const NO_PARTS =
  'formatInvoiceNumber needs { prefix, yearMonth, counter }, such as { prefix: "INV", yearMonth: "202611", counter: 42 }';

/** What a prefix must be, after its name. */
export const PREFIX_SHAPE = 'must be 1 to 20 letters, digits, ".", "_", "/" or "-", without "-" at either end';

/** Whether `prefix` can be a number's prefix: 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. */
export function isInvoicePrefix(prefix: string): boolean {
  return PREFIX.test(prefix);
}

/**
 * The invoice number: prefix, year and month, and counter, joined by hyphens. The counter is padded to four digits and
 * grows beyond 9999.
 *
 * @throws TypeError if a part does not have its shape. The library makes the numbers, so that is a mistake in the code.
 *
 * @example
 * ```ts
 * import { formatInvoiceNumber, parseInvoiceNumber } from "faktura";
 *
 * const number = formatInvoiceNumber({ prefix: "INV", yearMonth: "202611", counter: 42 });
 * console.log(number); // INV-202611-0042
 * console.log(parseInvoiceNumber(number)?.counter); // 42
 * ```
 */
export function formatInvoiceNumber(parts: InvoiceNumberParts): string {
  if (typeof parts !== "object" || parts === null) throw new TypeError(NO_PARTS + insteadOf(parts));
  const { prefix, yearMonth, counter } = parts;
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    throw new TypeError(`prefix ${PREFIX_SHAPE}${insteadOfText(prefix)}`);
  }
  if (typeof yearMonth !== "string" || !YEAR_MONTH.test(yearMonth)) {
    throw new TypeError(`yearMonth must be a year and month such as "202611"${insteadOfText(yearMonth)}`);
  }
  if (!Number.isSafeInteger(counter) || counter < 1) {
    throw new TypeError(`counter must be a whole number from 1${insteadOfText(counter)}`);
  }
  return `${prefix}-${yearMonth}-${String(counter).padStart(4, "0")}`;
}

/**
 * The parts of a number that {@link formatInvoiceNumber} wrote. `undefined` for any other text, including the same
 * number written differently, such as with extra zeros.
 */
export function parseInvoiceNumber(text: string): InvoiceNumberParts | undefined {
  const groups = NUMBER.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const parts = { prefix: groups["prefix"]!, yearMonth: groups["yearMonth"]!, counter: Number(groups["counter"]) };
  const shaped = isInvoicePrefix(parts.prefix) && YEAR_MONTH.test(parts.yearMonth);
  if (!shaped || !Number.isSafeInteger(parts.counter) || parts.counter < 1) return undefined;
  return formatInvoiceNumber(parts) === text ? parts : undefined;
}

/** Whether two documents have the same number. To most readers, numbers that differ only in case are the same. */
export function isSameNumber(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A number of {@link formatInvoiceNumber} with `#` for each digit of its counter. */
export function numberPatternOf(number: string): string {
  return number.replace(/\d+$/, (counter) => "#".repeat(counter.length));
}
