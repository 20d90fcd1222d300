// biome-ignore format: a flat table
const MAIN_LANGUAGES: Readonly<Record<string, string>> = {
  AT: "de", BE: "nl", BG: "bg", CH: "de", CY: "el", CZ: "cs", DE: "de", DK: "da", EE: "et", ES: "es", FI: "fi",
  FR: "fr", GR: "el", HR: "hr", HU: "hu", IT: "it", LI: "de", LT: "lt", LU: "fr", LV: "lv", MC: "fr", NL: "nl",
  PL: "pl", PT: "pt", RO: "ro", SE: "sv", SI: "sl", SK: "sk",
};

/** The main language of a country's invoices, ISO 639-1; `en` for countries that are not listed. */
export function mainLanguageOf(country: string): string {
  return MAIN_LANGUAGES[country] ?? "en";
}
