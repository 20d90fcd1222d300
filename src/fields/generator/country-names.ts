import en from "i18n-iso-countries/langs/en.json" with { type: "json" };

/** Names that read better in a sentence than the formal names, which come first in the list. */
// biome-ignore format: a flat table
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  AX: "Åland", BN: "Brunei", CC: "Cocos Islands", CI: "Côte d'Ivoire", CN: "China", CZ: "Czechia",
  FK: "Falkland Islands", FM: "Micronesia", GM: "Gambia", IR: "Iran", LA: "Laos", MD: "Moldova", MF: "Saint Martin",
  MK: "North Macedonia", PS: "Palestine", RE: "Réunion", RU: "Russia", SX: "Sint Maarten", SY: "Syria", TW: "Taiwan",
  TZ: "Tanzania", US: "United States", VA: "Vatican City", VG: "British Virgin Islands", VI: "US Virgin Islands",
};

/** Countries whose name takes "the" in a sentence. */
const WITH_ARTICLE = new Set(
  "AE BS CC CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB TC TF UM US VG VI".split(" "),
);

/** The codes and English names of all countries: one text, which is much shorter in browsers than the package's table. */
export function countryNamesFile(): string {
  const entries = Object.entries(en.countries as Readonly<Record<string, string | string[]>>).map(([code, listed]) => {
    const name = EVERYDAY_NAMES[code] ?? [listed].flat()[0]!;
    return `${code} ${WITH_ARTICLE.has(code) ? "the " : ""}${name}`;
  });
  return [
    "/** The code of each country and its everyday name in English, for the middle of a sentence, separated by bars. */",
    `export const COUNTRY_NAMES =\n  ${JSON.stringify(entries.join("|"))};\n`,
  ].join("\n");
}
