import { VAT_MENTIONS, type VatMention } from "./vat-mentions.ts";
import type { AutomaticTreatment, Supply } from "./vat-table.ts";

/** What a note is made of. */
export interface NotedSale {
  /** ISO 3166-1 alpha-2 of the seller. */
  readonly sellerCountry: string;
  /** Whether the seller lies in the EU VAT area. */
  readonly sellerInEu: boolean;
  readonly supply: Supply | undefined;
  /** BCP 47 tag of the language the seller invoices in. Absent: its country's main language. */
  readonly language: string | undefined;
  readonly exemptionNote: string | undefined;
}

/** The main language of a country's invoices, ISO 639-1. A country that is missing has English. */
// biome-ignore format: a flat table
const MAIN_LANGUAGES: Readonly<Record<string, string>> = {
  AT: "de", BE: "nl", BG: "bg", CH: "de", CY: "el", CZ: "cs", DE: "de", DK: "da", EE: "et", ES: "es", FI: "fi",
  FR: "fr", GR: "el", HR: "hr", HU: "hu", IT: "it", LI: "de", LT: "lt", LU: "fr", LV: "lv", MC: "fr", NL: "nl",
  PL: "pl", PT: "pt", RO: "ro", SE: "sv", SI: "sl", SK: "sk",
};

/** The languages that have a wording at all. */
const WORDED = [...new Set(Object.values(VAT_MENTIONS).flatMap(Object.keys))];

const NOTES: Record<AutomaticTreatment, (sale: NotedSale) => string> = {
  "not-registered": ({ exemptionNote }) => exemptionNote ?? "",
  domestic: () => "",
  "outside-scope": (sale) =>
    sale.sellerInEu ? serviceOutsideScope(sale) : "Service supplied across the border, no VAT charged",
  export: (sale) => (sale.sellerInEu ? exportOutOfEu(sale) : "Export, no VAT charged"),
  "intra-community-supply": (sale) =>
    write("Intra-Community supply of goods, exempt from VAT", "intraCommunitySupply", "article 138", sale),
  "reverse-charge": (sale) => write("Reverse charge", "reverseCharge", reverseChargeArticles(sale), sale),
  oss: () => "",
  origin: () => "",
};

/**
 * The note to print on the invoice, one line in English and beside it in the seller's language; `""` where the law asks
 * for none. Total: also where the table never leads, it says what holds.
 *
 * @see Directive 2006/112/EC, article 226 (11) and (11a)
 */
export function vatNote(treatment: AutomaticTreatment, sale: NotedSale): string {
  return NOTES[treatment](sale);
}

/** Article 44 is for businesses, 59 for consumers; digital services to consumers left article 59 for 58 in 2015. */
function serviceOutsideScope(sale: NotedSale): string {
  const articles = sale.supply === "digital" ? "article 44 or 58" : "article 44 or 59";
  return write("Service outside the scope of EU VAT", "serviceOutsideScope", articles, sale);
}

function exportOutOfEu(sale: NotedSale): string {
  if (sale.supply === "goods") return write("Export of goods, exempt from VAT", "exportOfGoods", "article 146", sale);
  // English alone: no sourced wording is true of goods and of services.
  const articles = "article 146 for goods, article 44, 58 or 59 for services";
  return write("Export, exempt from VAT or outside its scope", undefined, articles, sale);
}

function reverseChargeArticles({ supply }: NotedSale): string {
  return supply === undefined ? "article 196 for services, article 138 for goods" : "articles 44 and 196";
}

/** The directive binds sellers in the EU, so only their notes cite it. */
function write(english: string, mention: VatMention | undefined, articles: string, sale: NotedSale): string {
  const local = mention && wordingIn(languageOf(sale), mention);
  const text = local === undefined ? english : `${english} / ${local}`;
  return sale.sellerInEu ? `${text} (Directive 2006/112/EC, ${articles})` : text;
}

/**
 * A number for each language that makes a difference to the notes: 0 where it is unsaid, the same for all that have no
 * wordings. At most 31.
 */
export function placeOfNoteLanguage(language: string | undefined): number {
  if (language === undefined) return 0;
  return 2 + WORDED.indexOf(WORDED.includes(language) ? language : (primarySubtag(language) ?? ""));
}

/** ISO 639 code, at most three letters long; `undefined` for what is no language tag. */
function languageOf({ language, sellerCountry }: NotedSale): string | undefined {
  if (language === undefined) return MAIN_LANGUAGES[sellerCountry];
  return primarySubtag(language);
}

function primarySubtag(language: string): string | undefined {
  return /^([a-z]{2,3})(?:-[a-z\d]{1,8})*$/i.exec(language)?.[1]?.toLowerCase();
}

function wordingIn(language: string | undefined, mention: VatMention): string | undefined {
  return language === undefined ? undefined : VAT_MENTIONS[mention][language];
}
