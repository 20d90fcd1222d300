import en from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { insteadOf } from "../../instead-of.ts";
import type { WordUnion } from "../../word-union.ts";

/** All country codes: ISO 3166-1 alpha-2, and `XK` (Kosovo), which ISO leaves to users. */
export const COUNTRY_CODES: readonly string[] = Object.keys(en.countries);

// biome-ignore format: a flat list, held against the library of country codes by a test
type CountryCodes =
  | "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY"
  | "BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK"
  | "FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR"
  | "IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK"
  | "ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM"
  | "PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF"
  | "TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";

/**
 * A code of ISO 3166-1 alpha-2, or `XK` (Kosovo). Editors complete the codes; any other string compiles, and is
 * refused.
 */
export type CountryCode = WordUnion<CountryCodes> | (string & {});

const CODES: ReadonlySet<unknown> = new Set(COUNTRY_CODES);

/** Names that read better in a sentence than the formal names, which come first in the list. */
// biome-ignore format: a flat table
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  AX: "Åland", BN: "Brunei", CC: "Cocos Islands", CI: "Côte d'Ivoire", CN: "China", CZ: "Czechia",
  FK: "Falkland Islands", FM: "Micronesia", GM: "Gambia", IR: "Iran", LA: "Laos", MD: "Moldova", MF: "Saint Martin",
  MK: "North Macedonia", PS: "Palestine", RE: "Réunion", RU: "Russia", SX: "Sint Maarten", SY: "Syria", TW: "Taiwan",
  TZ: "Tanzania", US: "United States", VA: "Vatican City", VG: "British Virgin Islands", VI: "US Virgin Islands",
};

const NAMES: ReadonlyMap<string, string | string[]> = new Map(Object.entries({ ...en.countries, ...EVERYDAY_NAMES }));

/** Countries whose name takes "the" in a sentence. */
const WITH_ARTICLE = new Set(
  "AE BS CC CD CF CG CK DO FK FO GB GM GS IM IO KM KY MH MP MV NL PH SB TC TF UM US VG VI".split(" "),
);

/** Codes that are common on invoices but not in ISO 3166-1, and the code to use instead. */
const MISTAKEN: Readonly<Record<string, string>> = { EL: "GR", UK: "GB", XI: "GB" };

/** Whether `code` is an ISO 3166-1 alpha-2 code in capitals, or `XK` (Kosovo). */
export function isCountryCode(code: string): boolean {
  return CODES.has(code);
}

/** The country's everyday name in English, for the middle of a sentence. If `code` is not a country code: `code` itself. */
export function countryName(code: string): string {
  const listed = NAMES.get(code) ?? code;
  const name = typeof listed === "string" ? listed : (listed[0] ?? code);
  return WITH_ARTICLE.has(code) ? `the ${name}` : name;
}

/** What is wrong with `code` as a country code, and which code to use; `undefined` if it is one. */
export function countryCodeFault(code: string): string | undefined {
  if (typeof code !== "string") return NO_CODE + insteadOf(code);
  if (isCountryCode(code)) return undefined;
  const upper = code.trim().toUpperCase();
  const meant = (Object.hasOwn(MISTAKEN, upper) ? MISTAKEN[upper] : undefined) ?? (isCountryCode(upper) ? upper : null);
  const shown = JSON.stringify(code.slice(0, 20));
  return `${shown} is not an ISO 3166-1 alpha-2 code; use ${meant ?? 'one such as "DE"'}`;
}

/** The error of an argument `country` that is no string. */
export function noCountry(country: unknown): TypeError {
  return new TypeError(`country ${NO_CODE}${insteadOf(country)}`);
}

const NO_CODE = 'must be an ISO 3166-1 alpha-2 code such as "DE"';
