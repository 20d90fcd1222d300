import { addDays, type CalendarDay } from "../calendar.ts";
import type { Declaration } from "./declaration.ts";
import { monthOf, quarterOf, spanOfPeriod } from "./period.ts";

/** An OSS return can correct those of at most this many months, or quarters, before: three years. */
const MOST_MONTHS_LATER = 36;

/** A return through OSS. That of the import scheme is apart. */
type OssReturn = Declaration & { readonly section: "oss" };

/**
 * The tax period of a day: a calendar quarter, in the import scheme a month. @see Directive 2006/112/EC, articles 369f and
 * 369s
 */
export function ossPeriodOf(day: CalendarDay, { scheme }: Pick<OssReturn, "scheme">): string {
  return scheme === "import" ? monthOf(day) : quarterOf(day);
}

/** The last day on which the return of a day's period is due: that of the month after. @see articles 369f and 369s */
export function ossDueDay(day: CalendarDay, declared: Pick<OssReturn, "scheme">): CalendarDay {
  const next = addDays(spanOfPeriod(ossPeriodOf(day, declared))!.to, 1);
  return spanOfPeriod(monthOf(next))?.to ?? next;
}

/**
 * Whether what happens on a day comes too late to correct the return of the period of `invoicedOn`. A return is due by the end
 * of the month after its period, and can be corrected in a later return for three years from then.
 *
 * @see Directive 2006/112/EC, articles 369f, 369g(4), 369s and 369t(2)
 */
export function isTooLateForOss(on: CalendarDay, invoicedOn: CalendarDay, declared: OssReturn): boolean {
  const lastMonth = (day: CalendarDay) => {
    const { to } = spanOfPeriod(ossPeriodOf(day, declared))!;
    return Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7));
  };
  return lastMonth(on) - lastMonth(invoicedOn) > MOST_MONTHS_LATER;
}
