import { addDays, type CalendarDay, daysBetween, laterDay, requireCalendarDay, yearsFrom } from "../../calendar.ts";
import { requireOptions } from "../../known-names.ts";
import { amountAsNumber, Decimal, exactSum, roundToMinorUnits } from "../../money/decimal.ts";
import type { Invoice, InvoiceWithPayments } from "../generated/invoice.ts";
import { overdueAmount } from "../invoice-state.ts";
import { isForBusiness } from "../is-for-business.ts";
import { feeOf, type LateFee, type LatePaymentLaw, type LateRate, latePaymentLawOf } from "./late-payment-law.ts";

/** How urgent a reminder is: 1 is friendly and claims nothing but what is overdue, 3 is the last one. */
export type ReminderLevel = 1 | 2 | 3;

/** A reference rate, which holds for the half-year in which its day is. @see Directive 2011/7/EU, article 3(2) */
export interface BaseRate {
  /** Any day of the half-year. */
  readonly on: CalendarDay;
  /** Percent a year; it may be negative. */
  readonly percent: number;
}

/** The interest that a reminder names. */
export interface LateInterest extends LateRate {
  /** Its source. */
  readonly law: string;
  /** In the invoice's currency. Absent: the reference rate is not known, so only the rate is named, in words. */
  readonly amount?: number;
  /** The first day that the amount is for. */
  readonly from?: CalendarDay;
  /** The last one. */
  readonly until?: CalendarDay;
}

/** What a seller asks of a client that has not paid in time. No VAT is due on it, and it is part of no invoice. */
export interface Reminder {
  /** 1 to 3. */
  readonly level: ReminderLevel;
  /** Its day. */
  readonly on: CalendarDay;
  /** Until when the client is asked to pay. */
  readonly payBy: CalendarDay;
  /** What is overdue of the invoice, in its currency. */
  readonly overdue: number;
  /** The day on which the oldest part of that was due. */
  readonly dueDate: CalendarDay;
  /** From {@link dueDate} to {@link on}. */
  readonly daysOverdue: number;
  /** Absent: none is claimed. */
  readonly interest?: LateInterest;
  /** Absent: none is claimed. */
  readonly fee?: LateFee;
  /** What the client is asked for, in the invoice's currency. A fee in another currency is not included. */
  readonly total: number;
}

/** An invoice with its reminder, which `renderPdf` and `printedContent` of `faktura/pdf` print as one. */
export type RemindedInvoice = Invoice & {
  /** As {@link reminderOf} returns it. */
  readonly reminder: Reminder;
};

/** Options of {@link reminderOf}. */
export interface ReminderOptions {
  /** The day of the reminder, in the company's time zone. */
  readonly on: CalendarDay;
  /** The reminders that the client got before, oldest first. Absent: none. */
  readonly previous?: readonly Pick<Reminder, "level" | "on" | "payBy">[] | undefined;
  /** The reference rates that the company has looked up. Absent: none, so that no sum is claimed of a rate that needs one. */
  readonly baseRates?: readonly BaseRate[] | undefined;
  /** Whether the company has checked the law of its state, where {@link LatePaymentLaw.isUnread}. Absent: `false`. */
  readonly isLawChecked?: boolean | undefined;
}

/** How long clients get to pay after a reminder. */
const DAYS_TO_PAY = 10;

/**
 * The reminder of an invoice on a day; `undefined` if nothing of it is overdue then, as of one that was paid, cancelled or
 * written off, and of a retention before its day. Its level is one above the last one's, or the same while that is not over.
 *
 * From the second level on it claims the interest and the fee of the seller's state, of businesses; of a client that may be a
 * consumer only interest since the first reminder, where the law gives a rate. An invoice that itself states a penalty (a note
 * with the subject `PMD`) claims no other interest.
 *
 * @throws TypeError if `on` is not a calendar day, or an option is not known
 * @see Directive 2011/7/EU, articles 3 and 6
 */
export function reminderOf(invoice: InvoiceWithPayments, options: ReminderOptions): Reminder | undefined {
  requireOptions("reminderOf", options, { on: true, previous: true, baseRates: true, isLawChecked: true });
  const { on, previous = [] } = options;
  requireCalendarDay(on);
  const overdue = overdueAmount(invoice, on);
  if (overdue === 0) return undefined;
  const days = [invoice.dueDate!, ...(invoice.retentions ?? []).map(({ dueOn }) => dueOn)].sort();
  const dueDate = days.find((day) => overdueAmount(invoice, addDays(day, 1)) > 0)!;
  const level = levelAfter(previous.at(-1), on);
  const { interest, fee } = level === 1 ? {} : claimsOf(invoice, overdue, options);
  const own = fee?.currency === invoice.currency ? fee.amount : 0;
  return {
    ...{ level, on, payBy: addDays(on, DAYS_TO_PAY), overdue, dueDate, daysOverdue: daysBetween(dueDate, on) },
    ...(interest && { interest }),
    ...(fee && { fee }),
    total: amountAsNumber(exactSum([overdue, interest?.amount ?? 0, own])),
  };
}

function levelAfter(last: Pick<Reminder, "level" | "payBy"> | undefined, on: CalendarDay): ReminderLevel {
  if (last === undefined) return 1;
  return last.payBy >= on ? last.level : (Math.min(3, last.level + 1) as ReminderLevel);
}

/** What is claimed beside the amount itself. */
function claimsOf(
  invoice: InvoiceWithPayments,
  overdue: number,
  { on, previous = [], baseRates = [], isLawChecked = false }: ReminderOptions,
): Pick<Reminder, "interest" | "fee"> {
  const law = latePaymentLawOf(invoice.seller.country, on);
  if (law === undefined || (law.isUnread && !isLawChecked)) return {};
  const isBusiness = isForBusiness(invoice);
  const rate = isBusiness ? law.business : law.consumer;
  const fee = isBusiness ? feeOf(law, overdue, invoice.currency) : undefined;
  if (rate === undefined || invoice.notes?.some(({ subject }) => subject === PENALTIES)) return { ...(fee && { fee }) };
  const since = isBusiness && !law.needsReminder ? null : previous[0]!.on;
  const from = addDays(laterDay(invoice.dueDate!, since), 1);
  const sum = interestOf(invoice, { from, on, percentOn: (day) => percentOn(day, rate, baseRates) });
  return { interest: { ...rate, law: law.law, ...sum }, ...(fee && { fee }) };
}

/** The subject of a note about the penalties for paying late (UNTDID 4451). */
const PENALTIES = "PMD";

/** A reference rate holds for its half-year: nobody knows yet what a later one adds. */
function percentOn(day: CalendarDay, { points, reference }: LateRate, baseRates: readonly BaseRate[]) {
  if (reference === undefined) return points;
  const base = baseRates.find((rate) => halfYearOf(rate.on) === halfYearOf(day));
  return base && new Decimal(base.percent).plus(points).toNumber();
}

/** The first day of the half-year. */
function halfYearOf(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 4)}-${day.slice(5, 7) < "07" ? "01" : "07"}-01`;
}

/** Interest by the days of each year on what was overdue on each day, up to the first half-year whose rate is not known. */
function interestOf(
  invoice: InvoiceWithPayments,
  { from, on, percentOn }: Record<"from" | "on", CalendarDay> & { percentOn: (day: CalendarDay) => number | undefined },
): Pick<LateInterest, "amount" | "from" | "until"> {
  let sum = new Decimal(0);
  let known: { from: CalendarDay; until: CalendarDay } | undefined;
  for (const [first, next] of partsBetween(from, addDays(on, 1), invoice)) {
    const percent = percentOn(first);
    if (percent === undefined && known !== undefined) break;
    if (percent === undefined) continue;
    known = { from: known?.from ?? first, until: addDays(next, -1) };
    const yearly = new Decimal(overdueOn(first, invoice)).times(percent).div(100);
    sum = sum.plus(yearly.times(daysBetween(first, next)).div(daysOfYear(first)));
  }
  if (known === undefined) return {};
  return { amount: amountAsNumber(roundToMinorUnits(sum, invoice.currency)), ...known };
}

/** The days from one up to another in parts within which neither the rate nor what is overdue changes. */
function partsBetween(from: CalendarDay, end: CalendarDay, { payments, retentions = [] }: InvoiceWithPayments) {
  const years = Array.from({ length: yearOf(end) - yearOf(from) + 1 }, (_, index) => index);
  const halves = ["01-01", "07-01"].flatMap((day) =>
    years.map((later) => yearsFrom(`${from.slice(0, 4)}-${day}`, later)),
  );
  const changes = [
    ...payments.map(({ paidOn }) => paidOn),
    ...retentions.map(({ dueOn }) => addDays(dueOn, 1)),
    ...halves,
  ];
  const firsts = [...new Set([from, ...changes.filter((day) => day > from && day < end)])].sort();
  return firsts.map((first, index) => [first, firsts[index + 1] ?? end] as const).filter(([first]) => first < end);
}

/** What was overdue on a day: a payment counts from its day on, what was credited was never owed. */
function overdueOn(day: CalendarDay, invoice: InvoiceWithPayments): number {
  const later = invoice.payments.filter(({ paidOn }) => paidOn > day).map(({ amount }) => amount);
  return overdueAmount({ ...invoice, amountDue: amountAsNumber(exactSum([invoice.amountDue, ...later])) }, day);
}

function daysOfYear(day: CalendarDay): number {
  return (Date.UTC(yearOf(day) + 1, 0) - Date.UTC(yearOf(day), 0)) / 86_400_000;
}

const yearOf = (day: CalendarDay) => Number(day.slice(0, 4));
