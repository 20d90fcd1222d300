import type { Invoice } from "faktura";

/** The dates of an invoice that decide what the next one of a series is dated. */
type Dated = Pick<Invoice, "taxPointDate" | "period" | "dueDate">;

/** The dates of a draft that repeats an invoice a month later, by the names of the form's fields. */
export function nextMonthFields(invoice: Dated): Record<string, string> {
  const { taxPointDate, period, dueDate } = invoice;
  const months = repeatedMonths(invoice);
  return {
    "/supplyDate": monthsLater(taxPointDate, months),
    ...(period?.start !== undefined && { "/period/start": monthsLater(period.start, months) }),
    ...(period?.end !== undefined && { "/period/end": monthsLater(period.end, months) }),
    ...(dueDate !== undefined && { "/dueDate": daysLater(monthsLater(taxPointDate, months), dueDate, taxPointDate) }),
  };
}

/** As many days after `day` as `one` is after `other`. */
function daysLater(day: string, one: string, other: string): string {
  return new Date(Date.parse(day) + Date.parse(one) - Date.parse(other)).toISOString().slice(0, 10);
}

/** After how many months the next invoice follows: one, or as many whole months as the invoice covers. */
export function repeatedMonths({ period }: Pick<Dated, "period">): number {
  const { start, end } = period ?? {};
  if (start === undefined || end === undefined) return 1;
  return start.endsWith("-01") && isLastOfMonth(end) ? monthOf(end) - monthOf(start) + 1 : 1;
}

/** The same day of a later month. The last day of a month becomes the last day of the later one. */
function monthsLater(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const later = isLastOfMonth(day) ? last : Math.min(date, last);
  return new Date(Date.UTC(year, month - 1 + months, later)).toISOString().slice(0, 10);
}

function isLastOfMonth(day: string): boolean {
  const [year, month, date] = partsOf(day);
  return date === new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Months since the year 0. */
function monthOf(day: string): number {
  const [year, month] = partsOf(day);
  return year * 12 + month;
}

function partsOf(day: string): [year: number, month: number, date: number] {
  return day.split("-").map(Number) as [number, number, number];
}
