import type { CalendarDay } from "../calendar.ts";
import { quarterOf, quartersBetween } from "./period.ts";

/** An OSS return can correct quarters at most this far back: three years. */
const MOST_QUARTERS_LATER = 12;

/** The last day of the month after each quarter. */
const DUE_DAYS = ["04-30", "07-31", "10-31", "01-31"] as const;

/** The last day on which the OSS return of a day's quarter is due. @see Directive 2006/112/EC, article 369f */
export function ossDueDay(day: CalendarDay): CalendarDay {
  const [year, quarter] = [Number(day.slice(0, 4)), Math.ceil(Number(day.slice(5, 7)) / 3)];
  return `${String(quarter === 4 ? year + 1 : year).padStart(4, "0")}-${DUE_DAYS[quarter - 1]}`;
}

/**
 * Whether what happens on a day comes too late to correct the OSS return of the quarter of `invoicedOn`. A return is due by
 * the end of the month after its quarter, and can be corrected in a later return for three years from then: in those of the
 * next twelve quarters.
 *
 * @see Directive 2006/112/EC, articles 369f and 369g(4)
 */
export function isTooLateForOss(on: CalendarDay, invoicedOn: CalendarDay): boolean {
  return quartersBetween(quarterOf(invoicedOn), quarterOf(on)) > MOST_QUARTERS_LATER;
}
