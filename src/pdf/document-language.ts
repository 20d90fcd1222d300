import { mainLanguageOf } from "../domain/vat/main-language.ts";
import type { EinvoiceDocument } from "../einvoice/document.ts";
import { PDF_LANGUAGES } from "./words.ts";

/** The language in which a document is printed. */
export interface DocumentLanguage {
  /** One of `PDF_LANGUAGES`, ISO 639-1. */
  readonly language: string;
  /** The language and, where it changes how numbers and dates are written, the country; BCP 47. */
  readonly locale: string;
}

/** Where English is an official language. Elsewhere its dates and numbers are written as in Ireland, which has the euro. */
const ENGLISH_SPEAKING: readonly string[] = ["IE", "MT", "GB", "US", "CA", "AU", "NZ"];

const TAG = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-[a-z\d]+)*$/i;

/**
 * The language of a document: the given tag, else the client's, else the seller's, else the main one of the seller's country. A tag without
 * words, or one that is malformed, means English, as for the notes. Without a region in the tag, numbers and dates are
 * written as in the seller's country if it speaks the language. `languages` are those that have words; absent: all that pages have.
 */
export function documentLanguage(
  { seller, clientLanguage }: EinvoiceDocument,
  given: string | undefined,
  languages: readonly string[] = PDF_LANGUAGES,
): DocumentLanguage {
  const tag = given ?? clientLanguage ?? seller.language ?? mainLanguageOf(seller.country);
  const [, primary = "en", region] = TAG.exec(tag) ?? [];
  const wanted = primary.toLowerCase();
  const language = languages.includes(wanted) ? wanted : "en";
  if (region !== undefined && language === wanted) return { language, locale: `${language}-${region.toUpperCase()}` };
  return { language, locale: localeIn(language, seller.country) };
}

function localeIn(language: string, country: string): string {
  if (language === "en") return `en-${ENGLISH_SPEAKING.includes(country) ? country : "IE"}`;
  if (language === "pt") return "pt-PT"; // without a region it is Brazil's
  const local = `${language}-${country}`;
  return Intl.NumberFormat(local).resolvedOptions().locale === local ? local : language;
}
