import countries from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { collator, countryText, currencyText, languageText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** An option of a select field. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** All countries, sorted by name. */
export const COUNTRIES: readonly Choice[] = choices(Object.keys(countries.countries), countryText);

/** What can be sold. */
export const SUPPLIES: readonly Choice[] = Object.entries(texts.words.supplies).map(([value, label]) => ({
  value,
  label,
}));

/** Languages that have words for the PDF. @see PDF_LANGUAGES of faktura/pdf, which the browser does not load */
const LANGUAGE_CODES = "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split(" ");

/** Currencies in which companies in Europe usually invoice. */
const CURRENCIES = "EUR CHF CZK DKK GBP HUF ISK NOK PLN RON SEK USD AUD CAD JPY".split(" ");

/** The languages of invoices. */
export function languageOptions(): Choice[] {
  return choices(LANGUAGE_CODES, languageText);
}

/** The usual currencies, the euro first. */
export function currencyOptions(): Choice[] {
  return CURRENCIES.map((code) => ({ value: code, label: `${code}, ${currencyText(code)}` }));
}

/** The time zones of Europe and its islands, and the browser's own. */
export function timeZoneOptions(): Choice[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => /^(?:Europe|Atlantic)\//.test(zone));
  return [...new Set([...zones, "Asia/Nicosia", own])].sort().map((zone) => {
    return { value: zone, label: zone.replaceAll("_", " ") };
  });
}

/** The options, with one more if none has the value. */
export function withOption(options: readonly Choice[], value = ""): readonly Choice[] {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}

function choices(codes: readonly string[], nameOf: (code: string) => string): Choice[] {
  return codes.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => collator.compare(a.label, b.label));
}
