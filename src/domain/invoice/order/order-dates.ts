import { addDays, type CalendarDay, yearsFrom } from "../../calendar.ts";
import { type FieldError, fieldRefusal, Refusal } from "../../refusal.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";

/** The day on which an order is decided. */
export interface OrderDay {
  /** In the company's time zone. */
  readonly today: CalendarDay;
}

/** A date farther away is a typing error, such as 2099 or 1926, and an issued invoice cannot be taken back. */
const MOST_YEARS_AWAY = 10;

/** The dates of an order, by the pointers of their fields. Periods end last, so their beginning is not among them. */
export function orderDates(order: InvoiceOrder): Record<string, CalendarDay | undefined> {
  const { supplyDate, taxPointDate, dueDate, period, exchangeRate, precedingInvoices, retentions, items } = order;
  const dates: Record<string, CalendarDay | undefined> = {
    "/supplyDate": supplyDate,
    "/taxPointDate": taxPointDate,
    "/dueDate": dueDate,
  };
  if (period !== undefined) dates["/period/end"] = period.end;
  if (exchangeRate !== undefined) dates["/exchangeRate/date"] = exchangeRate.date;
  for (const [index, { issueDate }] of precedingInvoices?.entries() ?? [])
    dates[`/precedingInvoices/${index}/issueDate`] = issueDate;
  for (const [index, { dueOn }] of retentions?.entries() ?? []) dates[`/retentions/${index}/dueOn`] = dueOn;
  for (const [index, line] of items.entries())
    if (line.period !== undefined) dates[`/items/${index}/period/end`] = line.period.end;
  return dates;
}

/**
 * Checks that none of the dates is more than ten years after today.
 *
 * @param dates by the pointers of their fields
 * @throws Refusal `request_invalid`
 */
export function requirePlausibleDates(
  dates: Readonly<Record<string, CalendarDay | undefined>>,
  today: CalendarDay,
): void {
  const latest = yearsFrom(today, MOST_YEARS_AWAY);
  const errors: FieldError[] = [];
  for (const pointer in dates) {
    const date = dates[pointer];
    if (date === undefined || date <= latest) continue;
    errors.push({ pointer, detail: `is more than ten years after today, ${today}; check the year` });
  }
  if (errors.length > 0) throw new Refusal("request_invalid", "A date is too far in the future.", errors);
}

/** Warns that the tax point, whose rates and EU membership apply, is more than ten years ago. */
export function taxPointWarnings(taxPointDate: CalendarDay, today: CalendarDay): VatWarning[] {
  // Most orders are of today, and computing the limit takes longer than all the rest here.
  if (taxPointDate >= today || taxPointDate >= yearsFrom(today, -MOST_YEARS_AWAY)) return [];
  const detail =
    `The tax point, ${taxPointDate}, is more than ten years ago, and its VAT is decided for that day. Check the year of ` +
    "supplyDate or taxPointDate.";
  return [{ code: "tax_point_long_ago", detail }];
}

/** The warning for an invoice that is due before the day of the order. */
export function dueDateWarnings({ dueDate }: InvoiceOrder, today: CalendarDay): VatWarning[] {
  if (dueDate === undefined || dueDate >= today) return [];
  const detail = `The invoice is due on ${dueDate}, before it was issued. Check dueDate.`;
  return [{ code: "due_date_before_issue", detail }];
}

/**
 * The last day of the period of an order, or that on which the periods of all its lines end; `undefined` if there is no such
 * day, or if it is yet to come.
 *
 * @see Directive 2006/112/EC, article 64: what is invoiced by periods is supplied when each period ends
 */
export function endedPeriod({ period, items }: InvoiceOrder, today: CalendarDay): CalendarDay | undefined {
  let end = period?.end;
  if (period === undefined) {
    for (const line of items) {
      if (line.period?.end === undefined || (end !== undefined && line.period.end !== end)) return undefined;
      end = line.period.end;
    }
  }
  return end !== undefined && end < today ? end : undefined;
}

/**
 * The warning for an order whose lines have periods that ended on several days, if other rates applied on one of them.
 *
 * @param rates those of the order, as a text
 * @param ratesOn the rates that the order would have on a day; a refusal counts as other rates
 * @see Directive 2006/112/EC, article 64: what is invoiced by periods is supplied when each period ends
 */
export function periodWarnings(
  rates: string,
  { period, items }: InvoiceOrder,
  today: CalendarDay,
  ratesOn: (day: CalendarDay) => string,
): VatWarning[] {
  const ends = [period, ...items.map((line) => line.period)].map((each) => each?.end);
  const end = ends.find((day) => day !== undefined && day < today && ratesOrNone(ratesOn, day) !== rates);
  if (end === undefined) return [];
  const detail =
    `A period ended on ${end}, when another rate applied, but the tax point is today, because the lines' periods do not end ` +
    "on one day. Issue an invoice for each period, or state taxPointDate.";
  return [{ code: "supply_date_missing", detail }];
}

function ratesOrNone(ratesOn: (day: CalendarDay) => string, day: CalendarDay): string | undefined {
  try {
    return ratesOn(day);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

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
  throw fieldRefusal(field, detail);
}
