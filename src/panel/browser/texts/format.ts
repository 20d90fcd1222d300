import type { CountText } from "../../../languages/en/panel-texts.ts";
import { formatsIn } from "../../locale-formats.ts";
import { LANGUAGE } from "./language.ts";

/**
 * The locale of numbers, amounts, dates and countries: the pages' language, in the region that the browser names. English
 * without a region is written as in the euro area.
 */
export const LOCALE =
  navigator.languages.find((tag) => tag.startsWith(`${LANGUAGE}-`)) ?? (LANGUAGE === "en" ? "en-IE" : LANGUAGE);

const counts = new Intl.NumberFormat(LOCALE);
const moments = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
const months = new Intl.DateTimeFormat(LOCALE, { month: "short", timeZone: "UTC" });
const monthsOfYears = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" });
const relativeDays = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const currencies = new Intl.DisplayNames(LOCALE, { type: "currency" });
const languages = new Intl.DisplayNames(LOCALE, { type: "language" });
const plurals = new Intl.PluralRules(LOCALE);
const lists = new Intl.ListFormat(LOCALE);

/** Those of the pages. */
export const FORMATS = formatsIn(LOCALE);
export const { amountText, rateText, quantityText, dayText, periodText, countryText } = FORMATS;

/** A sentence of the library's, with its days and rates as the reader writes them: "19 % on 2026-11-20" has both. */
export function readableText(sentence: string): string {
  return sentence
    .replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, dayText)
    .replaceAll(/\b(\d+(?:\.\d+)?) %/g, (_, percent: string) => rateText(Number(percent)));
}

/** An instant, in the reader's time zone. */
export function momentText(instant: string): string {
  return moments.format(new Date(instant));
}

/** `month` counts from 0. */
export function monthText(month: number): string {
  return months.format(new Date(Date.UTC(2000, month)));
}

/** `month` is `YYYY-MM`. */
export function monthOfYearText(month: string): string {
  return monthsOfYears.format(new Date(`${month}-01T00:00:00Z`));
}

/** How far a day is from today, in words: "in 3 days". */
export function relativeDayText(day: string, today: string): string {
  return relativeDays.format((Date.parse(day) - Date.parse(today)) / 86_400_000, "day");
}

export function countNumber(count: number): string {
  return counts.format(count);
}

/** The name of a currency, such as "Swiss franc". */
export function currencyText(code: string): string {
  return currencies.of(code) ?? code;
}

/** The name of a language, such as "Dutch". */
export function languageText(tag: string): string {
  return languages.of(tag) ?? tag;
}

/** A text with a count, in the form that the count needs: `10,000+` if there are more. */
export function countText(text: CountText, count: number, isAtLeast = false): string {
  const category = plurals.select(count);
  return text[category === "one" ? "one" : "other"](counts.format(count) + (isAtLeast ? "+" : ""));
}

/** "one, two and three". */
export function listText(parts: readonly string[]): string {
  return lists.format(parts);
}

/** Sorts texts for display. */
export const collator = new Intl.Collator(LOCALE);

/** Today in the company's time zone, `YYYY-MM-DD`. */
export function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date());
}
