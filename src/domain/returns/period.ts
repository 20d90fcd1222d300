import { addDays, type CalendarDay, laterDay } from "../calendar.ts";

/** A span of days, both inclusive. */
export interface Span {
  readonly from: CalendarDay;
  /** Not before {@link from}. */
  readonly to: CalendarDay;
}

/** Whether the day is one of the span. */
export function isWithin(day: CalendarDay, { from, to }: Span): boolean {
  return day >= from && day <= to;
}

/** The calendar month of a day: `2026-11`. */
export function monthOf(day: CalendarDay): string {
  return day.slice(0, 7);
}

/** The calendar quarter of a day: `2026-Q4`. It is the tax period of OSS. @see Directive 2006/112/EC, article 369f */
export function quarterOf(day: CalendarDay): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** The days of a quarter that {@link quarterOf} has named. */
export function spanOfQuarter(quarter: string): Span {
  return spanOfPeriod(quarter)!;
}

/** The days that are in both spans. They must share one. */
export function overlapOf(one: Span, other: Span): Span {
  return { from: laterDay(one.from, other.from), to: one.to < other.to ? one.to : other.to };
}

/** The days of a period: a year (`2026`), a quarter (`2026-Q4`) or a month (`2026-11`). `undefined` if it is none. */
export function spanOfPeriod(period: string): Span | undefined {
  const groups = /^(?<year>(?!0000)\d{4})(?:-Q(?<quarter>[1-4])|-(?<month>0[1-9]|1[0-2]))?$/.exec(period)?.groups;
  if (groups === undefined) return undefined;
  const { year = "", quarter, month } = groups;
  const first = month !== undefined ? Number(month) : quarter !== undefined ? Number(quarter) * 3 - 2 : 1;
  const last = month !== undefined ? first : quarter !== undefined ? first + 2 : 12;
  const firstOf = (number: number) => `${year}-${String(number).padStart(2, "0")}-01`;
  const to = last === 12 ? `${year}-12-31` : addDays(firstOf(last + 1), -1);
  return { from: firstOf(first), to };
}
