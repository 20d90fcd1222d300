import type { Invoice } from "faktura";

/** The dates of an invoice that decide what the next one of a series is dated. */
type Dated = Pick<Invoice, "taxPointDate" | "issueDate" | "period" | "dueDate">;

/**
 * The dates of a draft that repeats an invoice a month later, by the names of the form's fields. It gives the client as many
 * days to pay, from the day on which it is issued, whenever that is.
 */
export function nextMonthFields(invoice: Dated): Record<string, string> {
  const { taxPointDate, issueDate, period, dueDate } = invoice;
  const months = repeatedMonths(invoice);
  return {
    "/supplyDate": monthsLater(taxPointDate, months),
    ...(period?.start !== undefined && { "/period/start": monthsLater(period.start, months) }),
    ...(period?.end !== undefined && { "/period/end": monthsLater(period.end, months) }),
    ...(dueDate !== undefined && { "/dueDays": String(daysBetween(issueDate, dueDate)) }),
  };
}

/** An invoice can be due before it is issued. Then the next one is due at once. */
function daysBetween(issueDate: string, dueDate: string): number {
  return Math.max(0, (Date.parse(dueDate) - Date.parse(issueDate)) / 86_400_000);
}

/**
 * The id of the draft that repeats an invoice: always the same, so that the link opens one draft however often it is followed,
 * and the invoice that was issued from it. It is the invoice's own id as a UUID of version 8; `undefined` if that is none.
 *
 * @see RFC 9562, section 5.8
 */
export function repeatedDraftId(invoiceId: string): string | undefined {
  if (!/^[\da-f]{8}-[\da-f]{4}-[1-7][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(invoiceId)) return undefined;
  return `${invoiceId.slice(0, 14)}8${invoiceId.slice(15)}`;
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
