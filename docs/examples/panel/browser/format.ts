import type { Language } from "../languages.ts";
import { LANGUAGE } from "./language.ts";
import type { CountText } from "./languages/en.ts";

/** Whose formats apply if the browser names no region of the language. English is written as in the euro area. */
const DEFAULT_LOCALES: Readonly<Record<Language, string>> = { en: "en-IE", de: "de", fr: "fr" };

/** The locale of numbers, amounts, dates and countries: the pages' language, in the region that the browser names. */
export const LOCALE = navigator.languages.find((tag) => tag.startsWith(`${LANGUAGE}-`)) ?? DEFAULT_LOCALES[LANGUAGE];

const counts = new Intl.NumberFormat(LOCALE);
const percents = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 3 });
const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });
const moments = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
const months = new Intl.DateTimeFormat(LOCALE, { month: "short", timeZone: "UTC" });
const regions = new Intl.DisplayNames(LOCALE, { type: "region" });
const plurals = new Intl.PluralRules(LOCALE);
const lists = new Intl.ListFormat(LOCALE);

/** With the currency's number of decimals. A unit price may have more. */
export function amountText(amount: number, currency: string): string {
  const { maximumFractionDigits = 2 } = amountFormat(currency).resolvedOptions();
  const isLonger = Number(amount.toFixed(maximumFractionDigits)) !== amount;
  return isLonger ? amountFormat(currency, 20).format(amount) : amountFormat(currency).format(amount);
}

function amountFormat(currency: string, maximumFractionDigits?: number): Intl.NumberFormat {
  const digits = maximumFractionDigits === undefined ? {} : { maximumFractionDigits };
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency, ...digits });
}

/** Sums of doubles, rounded to the currency's decimals. */
export function roundedAmount(amount: number, currency: string): number {
  return Number(amount.toFixed(amountFormat(currency).resolvedOptions().maximumFractionDigits));
}

/** `ratePercent` is in percent, as on invoices: 25.5 means 25.5 %. */
export function rateText(ratePercent: number): string {
  return percents.format(ratePercent / 100);
}

export function quantityText(quantity: number, unit: string | undefined): string {
  const number = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 }).format(quantity);
  return unit === undefined ? number : `${number} ${unit}`;
}

/** `day` is `YYYY-MM-DD` and does not depend on the reader's time zone. */
export function dayText(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/** An instant, in the reader's time zone. */
export function momentText(instant: string): string {
  return moments.format(new Date(instant));
}

/** From the first day to the last, both `YYYY-MM-DD`. */
export function periodText({ start, end }: { readonly start: string; readonly end: string }): string {
  return days.formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`));
}

/** `month` counts from 0. */
export function monthText(month: number): string {
  return months.format(new Date(Date.UTC(2000, month)));
}

export function countryText(code: string): string {
  return regions.of(code) ?? code;
}

/** A text with a count, in the form that the count needs. */
export function countText(text: CountText, count: number): string {
  const category = plurals.select(count);
  return text[category === "one" ? "one" : "other"](counts.format(count));
}

/** "one, two and three". */
export function listText(parts: readonly string[]): string {
  return lists.format(parts);
}

/** Sorts texts for display. */
export const collator = new Intl.Collator(LOCALE);

/** Today in the company's time zone, `YYYY-MM-DD`. */
export function todayIn(timeZone: string | undefined): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: timeZone ?? "UTC", dateStyle: "short" }).format(new Date());
}
