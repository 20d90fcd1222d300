import { documentLanguage, type LanguageSource } from "../../document-language.ts";
import { LANGUAGES, type Language } from "../../languages/chosen-language.ts";
import type { Texts } from "../../languages/en.ts";
import { textsIn } from "../language.ts";
import { formatsIn, type LocaleFormats } from "../locale-formats.ts";

/** The language in which a document is printed. It depends on the sale, not on who looks at it. */
export interface PrintedLanguage {
  readonly language: Language;
  readonly words: Texts["words"];
  readonly printed: Texts["printed"];
  readonly formats: LocaleFormats;
}

/** The main language of a seller's country, as in its PDF files. Elsewhere documents are printed in English. */
const MAIN_LANGUAGES: Readonly<Record<string, Language>> = {
  AT: "de",
  CH: "de",
  DE: "de",
  LI: "de",
  FR: "fr",
  LU: "fr",
  MC: "fr",
};

/** Where English is an official language. Elsewhere its dates and numbers are written as in Ireland, which has the euro. */
const ENGLISH_SPEAKING: readonly string[] = ["IE", "MT", "GB", "US", "CA", "AU", "NZ"];

/** The language of a document: the client's, else the seller's, else the main one of its country. PDF files have more. */
export async function printedLanguageOf(
  document: LanguageSource & { readonly seller: { readonly country: string } },
): Promise<PrintedLanguage> {
  const { country } = document.seller;
  const [primary = "", region = country] = (documentLanguage(document) ?? MAIN_LANGUAGES[country] ?? "en").split(
    /-(?:[a-z]{4}-)?/i,
  );
  const wanted = primary.toLowerCase();
  const language = Object.hasOwn(LANGUAGES, wanted) ? (wanted as Language) : "en";
  const { words, printed } = await textsIn(language);
  return { language, words, printed, formats: formatsIn(localeIn(language, region.toUpperCase())) };
}

function localeIn(language: Language, region: string): string {
  if (language === "en") return `en-${ENGLISH_SPEAKING.includes(region) ? region : "IE"}`;
  const local = `${language}-${region}`;
  return /^[A-Z]{2}$/.test(region) && Intl.NumberFormat(local).resolvedOptions().locale === local ? local : language;
}
