import { addDays, type CalendarDay } from "../calendar.ts";
import { Refusal } from "../refusal.ts";

/**
 * Checks the day of what is recorded of a document, such as a payment. Tomorrow is taken: banks announce value dates a day
 * ahead, and others are in another time zone. Any other day is a typing error.
 *
 * @param limits the first day that is taken, what is wrong with those before it, and today in the company's time zone
 * @throws Refusal `request_invalid`
 */
export function requireRecordedDay(
  field: string,
  day: CalendarDay,
  { earliest, tooEarly, today }: { earliest: CalendarDay; tooEarly: string; today: CalendarDay },
): void {
  if (day >= earliest && day <= addDays(today, 1)) return;
  const detail = day < earliest ? tooEarly : `is later than tomorrow; today is ${today}`;
  throw new Refusal("request_invalid", `${field} ${detail}.`, [{ pointer: `/${field}`, detail }]);
}
