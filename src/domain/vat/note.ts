import { MENTIONS } from "../../languages/generated/mentions.ts";
import type { Mentions } from "../../languages/mentions.ts";
import { mainLanguageOf } from "./main-language.ts";
import type { AutomaticTreatment, Supply } from "./vat-table.ts";

/** The facts that a note depends on. */
export interface NotedSale {
  /** ISO 3166-1 alpha-2 of the seller. */
  readonly sellerCountry: string;
  /** Whether the seller is in the EU VAT area. */
  readonly sellerInEu: boolean;
  readonly supply: Supply | undefined;
  /** Whether the place of the service is stated. Absent: no. */
  readonly isPlaceStated?: boolean | undefined;
  /** BCP 47 tag of the seller's language. `undefined`: the main language of its country. */
  readonly language: string | undefined;
  /** BCP 47 tag of the client's language. Absent: the seller's. */
  readonly clientLanguage?: string | undefined;
}

/** The languages of notes, ISO 639-1: English, and those with a wording beside it. */
export const NOTE_LANGUAGES: readonly string[] = ["en", ...Object.keys(MENTIONS)];

const NOTES: Record<AutomaticTreatment, (sale: NotedSale) => string> = {
  "not-registered": () => "", // the seller's own note is printed instead
  domestic: () => "",
  "outside-scope": (sale) => {
    if (sale.supply === "goods") return "Goods supplied outside the EU, no VAT charged";
    return sale.sellerInEu ? serviceOutsideScope(sale) : "Service supplied across the border, no VAT charged";
  },
  export: (sale) => (sale.sellerInEu ? exportOutOfEu(sale) : "Export, no VAT charged"),
  "intra-community-supply": (sale) =>
    writeNote(
      "Intra-Community supply of goods, exempt from VAT",
      wordingOf("intraCommunitySupply"),
      "article 138",
      sale,
    ),
  "reverse-charge": (sale) => {
    const articles = sale.supply === "goods" ? "article 194" : sale.supply && "articles 44 and 196";
    return writeNote("Reverse charge", wordingOf("reverseCharge"), articles, sale);
  },
  oss: () => "",
  origin: () => "",
};

/**
 * The note to print on the invoice: one line, in English and in the languages of seller and client; `""` if the law requires none.
 * Combinations that the VAT table never produces have a true note too.
 *
 * @see Directive 2006/112/EC, article 226 (11) and (11a)
 */
export function vatNote(treatment: AutomaticTreatment, sale: NotedSale): string {
  return NOTES[treatment](sale);
}

/** Article 44 is about businesses, 59 about consumers. Digital services to consumers moved from 59 to 58 in 2015. */
function serviceOutsideScope(sale: NotedSale): string {
  const ofParty = sale.supply === "digital" ? "article 44 or 58" : "article 44 or 59";
  const articles = sale.isPlaceStated === true ? "articles 47 to 57" : ofParty;
  return writeNote("Service outside the scope of EU VAT", wordingOf("serviceOutsideScope"), articles, sale);
}

function exportOutOfEu(sale: NotedSale): string {
  if (sale.supply === "goods")
    return writeNote("Export of goods, exempt from VAT", wordingOf("exportOfGoods"), "article 146", sale);
  // English only: there is no sourced wording that is true of both goods and services.
  return writeNote("Export, exempt from VAT or outside its scope", () => undefined, undefined, sale);
}

/** The wording of a mention in each language; `undefined` where it has none. */
export function wordingOf(mention: keyof Mentions) {
  return (language: string) => MENTIONS[language]?.[mention];
}

/**
 * A note in English and in the seller's language, then in the client's, if they have a wording for what it mentions. The
 * directive binds sellers in the EU, so only their notes cite it.
 *
 * @param articles `undefined` if it is not known which of several apply: articles 226(11) and (11a) ask for none
 */
export function writeNote(
  english: string,
  wordingIn: (language: string) => string | undefined,
  articles: string | undefined,
  sale: Pick<NotedSale, "sellerCountry" | "sellerInEu" | "language" | "clientLanguage">,
): string {
  const languages = [languageOf(sale), noteLanguageOf(sale.clientLanguage ?? "en")];
  const local = languages.flatMap((language) => wordingIn(language) ?? []);
  const text = [...new Set([english, ...local])].join(" / ");
  const cited = articles === undefined ? "" : `, ${articles}`;
  return sale.sellerInEu ? `${text} (Directive 2006/112/EC${cited})` : text;
}

/** The language of the wording for a seller's `language` (BCP 47), ISO 639-1; `en` if there is none in that language. */
export function noteLanguageOf(language: string): string {
  if (NOTE_LANGUAGES.includes(language)) return language;
  const primary = /^([a-z]{2,3})(?:-[a-z\d]{1,8})*$/i.exec(language)?.[1]?.toLowerCase();
  return primary !== undefined && NOTE_LANGUAGES.includes(primary) ? primary : "en";
}

function languageOf({ language, sellerCountry }: Pick<NotedSale, "sellerCountry" | "language">): string {
  return language === undefined ? mainLanguageOf(sellerCountry) : noteLanguageOf(language);
}
