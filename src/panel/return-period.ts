import { givenIn } from "./page-data.ts";

/** A year, a quarter or a month: `2026`, `2026-Q4`, `2026-11`. */
export type ReturnPeriod = string;

const SHAPE = /^([1-9]\d{3})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/;

/** `undefined` if the text is no period. */
export function parseReturnPeriod(text: string): ReturnPeriod | undefined {
  return SHAPE.test(text) ? text : undefined;
}

/** Its first and its last day, `YYYY-MM-DD`. */
export function daysOf(period: ReturnPeriod): { readonly from: string; readonly to: string } {
  const { year, first, length } = monthsOf(period);
  const day = (month: number, date: number) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
  return { from: day(first, 1), to: day(first + length, 0) };
}

/** The period of the same length that begins `count` lengths later; earlier if `count` is negative. */
export function laterPeriod(period: ReturnPeriod, count: number): ReturnPeriod {
  const { year, first, length } = monthsOf(period);
  const begin = new Date(Date.UTC(year, first + count * length));
  const [newYear, month] = [begin.getUTCFullYear(), begin.getUTCMonth()];
  if (length === 12) return String(newYear);
  return length === 3 ? `${newYear}-Q${month / 3 + 1}` : `${newYear}-${String(month + 1).padStart(2, "0")}`;
}

/** The quarter, the month and the year with this day, `YYYY-MM-DD`. */
export function periodsWith(day: string): {
  readonly quarter: ReturnPeriod;
  readonly month: string;
  readonly year: string;
} {
  const [year, month] = [day.slice(0, 4), day.slice(0, 7)];
  return { quarter: `${year}-Q${Math.ceil(Number(month.slice(5)) / 3)}`, month, year };
}

/** The months of a period: the first counts from 0. */
function monthsOf(period: ReturnPeriod): { readonly year: number; readonly first: number; readonly length: number } {
  const [, year, quarter, month] = SHAPE.exec(period)!;
  if (quarter !== undefined) return { year: Number(year), first: (Number(quarter) - 1) * 3, length: 3 };
  return month === undefined
    ? { year: Number(year), first: 0, length: 12 }
    : { year: Number(year), first: Number(month) - 1, length: 1 };
}

/** The period of the page of returns: the one in its query, or else the last quarter that is over on the day `today`. */
export function periodOfPage(asked: string | null | undefined, today: string): ReturnPeriod {
  return parseReturnPeriod(asked ?? "") ?? laterPeriod(periodsWith(today).quarter, -1);
}

/** What the page of returns asks the server, with the names of rates and their values. */
export function returnsQuery(
  period: ReturnPeriod,
  asOf: string,
  rates: Readonly<Record<string, string>> = {},
): URLSearchParams {
  return givenIn(new URLSearchParams({ ...daysOf(period), asOf, ...rates }));
}

/** The year of the page of a year: the one in its query, or else that of the day `today`. */
export function yearOfPage(asked: string | null | undefined, today: string): number {
  return Number(/^[1-9]\d{3}$/.test(asked ?? "") ? asked : today.slice(0, 4));
}
