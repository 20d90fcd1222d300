import { insteadOf } from "../../instead-of.ts";
import type { WordUnion } from "../../word-union.ts";
import { COUNTRY_NAMES } from "./generated/country-names.ts";

/** All country codes: ISO 3166-1 alpha-2, and `XK` (Kosovo), which ISO leaves to users. */
export const COUNTRY_CODES: readonly string[] = COUNTRY_NAMES.split("|").map((entry) => entry.slice(0, 2));

const NAMES: ReadonlyMap<string, string> = new Map(
  COUNTRY_NAMES.split("|").map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

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

/** Codes that are common on invoices but not in ISO 3166-1, and the code to use instead. */
const MISTAKEN: Readonly<Record<string, string>> = { EL: "GR", UK: "GB", XI: "GB" };

/** Whether `code` is an ISO 3166-1 alpha-2 code in capitals, or `XK` (Kosovo). */
export function isCountryCode(code: string): boolean {
  return NAMES.has(code);
}

/** The country's everyday name in English, for the middle of a sentence. If `code` is not a country code: `code` itself. */
export function countryName(code: string): string {
  return NAMES.get(code) ?? code;
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
