import type { PanelOrder } from "./shown-figures.ts";

/** How often an invoice recurs, and on which day of the month. */
export interface Recurrence {
  /** How many months lie between two: 1, 3 or 12. */
  readonly months: number;
  /** 1 to 31. In months that do not have this day, it is their last one; 31 is always the last. */
  readonly day: number;
}

/** The day of the next occurrence, `YYYY-MM-DD`: so many months later, whichever day of its month the last one was on. */
export function followingDay(last: string, { months, day }: Recurrence): string {
  return dayOf(monthOf(last) + months, day);
}

/** The first occurrence after a day that is not before another one, such as today. */
export function occurrenceFrom(after: string, least: string, recurrence: Recurrence): string {
  let next = followingDay(after, recurrence);
  while (next < least) next = followingDay(next, recurrence);
  return next;
}

/** How many months are between the months of two days. */
export function monthsBetween(first: string, last: string): number {
  return monthOf(last) - monthOf(first);
}

/** The same day of a later month. The last day of a month becomes the last day of the later one. */
export function monthsLater(day: string, months: number): string {
  return dayOf(monthOf(day) + months, isLastOfMonth(day) ? 31 : partsOf(day)[2]);
}

/** The day so many days after another, both `YYYY-MM-DD`. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** How many days the client has to pay. An invoice can be due before it is issued; then it is due at once. */
export function daysToPay(issueDate: string, dueDate: string): number {
  return Math.max(0, Math.round((Date.parse(dueDate) - Date.parse(issueDate)) / 86_400_000));
}

/** After how many months the next invoice follows: one, or as many whole months as the invoice covers. */
export function repeatedMonths({ period }: Pick<PanelOrder, "period">): number {
  const { start, end } = period ?? {};
  if (start === undefined || end === undefined) return 1;
  return start.endsWith("-01") && isLastOfMonth(end) ? monthsBetween(start, end) + 1 : 1;
}

/** The order some months later: its date of supply and its period move; it is due as many days after its issue date. */
export function repeatedOrder(
  order: PanelOrder,
  { months, issueDate, dueDays }: { months: number; issueDate: string; dueDays: number | null },
): PanelOrder {
  const { supplyDate, period, dueDate: _, ...rest } = order;
  return {
    ...rest,
    supplyDate: monthsLater(supplyDate, months),
    ...(period && { period: movedPeriod(period, months) }),
    ...(dueDays !== null && { dueDate: daysLater(issueDate, dueDays) }),
  };
}

type Period = NonNullable<PanelOrder["period"]>;

function movedPeriod({ start, end }: Period, months: number): Period {
  return {
    ...(start !== undefined && { start: monthsLater(start, months) }),
    ...(end !== undefined && { end: monthsLater(end, months) }),
  };
}

/** The fields with days that move with the month. */
const MOVED_FIELDS = ["/supplyDate", "/period/start", "/period/end"];

/** The texts of the form of the same order: its due date is counted when it is issued, and it needs its own exchange rate. */
export function repeatedFields(
  fields: Readonly<Record<string, string>>,
  months: number,
  dueDays: number | null,
): Record<string, string> {
  const moved = Object.entries(fields).flatMap(([name, text]) => {
    if (name === "/dueDate" || name.startsWith("/exchangeRate/")) return [];
    const isMoved = MOVED_FIELDS.includes(name) && !Number.isNaN(Date.parse(text));
    return [[name, isMoved ? monthsLater(text, months) : text]];
  });
  const due = dueDays === null ? {} : { "/dueDays": String(dueDays), "/dueByTerms": "yes" };
  return { ...Object.fromEntries(moved), ...due };
}

/** What quarters are called, with their number from 1, by language; `Q1` in the others. @see CLDR, abbreviated quarters */
const QUARTERS: Readonly<Record<string, (quarter: number) => string>> = {
  bg: (quarter) => `${quarter}. трим.`,
  da: (quarter) => `${quarter}. kvt.`,
  el: (quarter) => `Τ${quarter}`,
  es: (quarter) => `T${quarter}`,
  et: (quarter) => `K${quarter}`,
  fi: (quarter) => `${quarter}. nelj.`,
  fr: (quarter) => `T${quarter}`,
  ga: (quarter) => `R${quarter}`,
  hr: (quarter) => `${quarter}. kv.`,
  hu: (quarter) => `${ROMAN[quarter - 1]}. n.év`,
  it: (quarter) => `T${quarter}`,
  lt: (quarter) => `${ROMAN[quarter - 1]} ketv.`,
  lv: (quarter) => `${quarter}. cet.`,
  mt: (quarter) => `K${quarter}`,
  nl: (quarter) => `K${quarter}`,
  pl: (quarter) => `${ROMAN[quarter - 1]} kw.`,
  pt: (quarter) => `T${quarter}`,
  ro: (quarter) => `trim. ${ROMAN[quarter - 1]}`,
  sl: (quarter) => `${quarter}. čet.`,
  sv: (quarter) => `K${quarter}`,
};

const ROMAN = ["I", "II", "III", "IV"];

/** Writes `{month}`, `{quarter}` and `{year}` of a day in all texts of a value, in the language of a BCP 47 tag. */
export function withPeriod<Value>(value: Value, day: string, language: string): Value {
  const [year, month] = partsOf(day);
  const monthName = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(new Date(day));
  const quarterName = QUARTERS[language.split("-")[0]!] ?? ((quarter: number) => `Q${quarter}`);
  const words: Readonly<Record<string, string>> = {
    "{month}": monthName,
    "{quarter}": quarterName(Math.ceil(month / 3)),
    "{year}": String(year),
  };
  const written = (part: unknown): unknown => {
    if (typeof part === "string") return part.replaceAll(/\{(?:month|quarter|year)\}/g, (name) => words[name]!);
    if (Array.isArray(part)) return part.map(written);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, written(inner)]));
  };
  return written(value) as Value;
}

/** A day of a month, which is counted from the year 0; the last one if the month does not have it. */
function dayOf(month: number, day: number): string {
  const last = new Date(Date.UTC(2000, month + 1 - 24_000, 0)).getUTCDate();
  return new Date(Date.UTC(2000, month - 24_000, Math.min(day, last))).toISOString().slice(0, 10);
}

function isLastOfMonth(day: string): boolean {
  return partsOf(day)[2] === partsOf(dayOf(monthOf(day), 31))[2];
}

/** Months since the year 0. */
function monthOf(day: string): number {
  const [year, month] = partsOf(day);
  return year * 12 + month - 1;
}

function partsOf(day: string): [year: number, month: number, date: number] {
  return day.split("-").map(Number) as [number, number, number];
}
