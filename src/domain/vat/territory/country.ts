import { insteadOf } from "../../instead-of.ts";
import type { WordUnion } from "../../word-union.ts";

/**
 * The code of each country and its everyday name in English, for the middle of a sentence. One text
 * of our own: in browsers it takes half a kilobyte less than the table of a package, which has other names too.
 */
// biome-ignore format: a flat list; a test holds its codes against a package of country codes
const LIST =
  "AF Afghanistan|AL Albania|DZ Algeria|AS American Samoa|AD Andorra|AO Angola|AI Anguilla|AQ Antarctica" +
  "|AG Antigua and Barbuda|AR Argentina|AM Armenia|AW Aruba|AU Australia|AT Austria|AZ Azerbaijan" +
  "|BS the Bahamas|BH Bahrain|BD Bangladesh|BB Barbados|BY Belarus|BE Belgium|BZ Belize|BJ Benin|BM Bermuda" +
  "|BT Bhutan|BO Bolivia|BA Bosnia and Herzegovina|BW Botswana|BV Bouvet Island|BR Brazil" +
  "|IO the British Indian Ocean Territory|BN Brunei|BG Bulgaria|BF Burkina Faso|BI Burundi|KH Cambodia" +
  "|CM Cameroon|CA Canada|CV Cape Verde|KY the Cayman Islands|CF the Central African Republic|TD Chad|CL Chile" +
  "|CN China|CX Christmas Island|CC the Cocos Islands|CO Colombia|KM the Comoros|CG the Republic of the Congo" +
  "|CD the Democratic Republic of the Congo|CK the Cook Islands|CR Costa Rica|CI Côte d'Ivoire|HR Croatia" +
  "|CU Cuba|CY Cyprus|CZ Czechia|DK Denmark|DJ Djibouti|DM Dominica|DO the Dominican Republic|EC Ecuador" +
  "|EG Egypt|SV El Salvador|GQ Equatorial Guinea|ER Eritrea|EE Estonia|ET Ethiopia|FK the Falkland Islands" +
  "|FO the Faroe Islands|FJ Fiji|FI Finland|FR France|GF French Guiana|PF French Polynesia" +
  "|TF the French Southern Territories|GA Gabon|GM the Gambia|GE Georgia|DE Germany|GH Ghana|GI Gibraltar" +
  "|GR Greece|GL Greenland|GD Grenada|GP Guadeloupe|GU Guam|GT Guatemala|GN Guinea|GW Guinea-Bissau|GY Guyana" +
  "|HT Haiti|HM Heard Island and McDonald Islands|VA Vatican City|HN Honduras|HK Hong Kong|HU Hungary" +
  "|IS Iceland|IN India|ID Indonesia|IR Iran|IQ Iraq|IE Ireland|IL Israel|IT Italy|JM Jamaica|JP Japan" +
  "|JO Jordan|KZ Kazakhstan|KE Kenya|KI Kiribati|KP North Korea|KR South Korea|KW Kuwait|KG Kyrgyzstan|LA Laos" +
  "|LV Latvia|LB Lebanon|LS Lesotho|LR Liberia|LY Libya|LI Liechtenstein|LT Lithuania|LU Luxembourg|MO Macao" +
  "|MG Madagascar|MW Malawi|MY Malaysia|MV the Maldives|ML Mali|MT Malta|MH the Marshall Islands|MQ Martinique" +
  "|MR Mauritania|MU Mauritius|YT Mayotte|MX Mexico|FM Micronesia|MD Moldova|MC Monaco|MN Mongolia" +
  "|MS Montserrat|MA Morocco|MZ Mozambique|MM Myanmar|NA Namibia|NR Nauru|NP Nepal|NL the Netherlands" +
  "|NC New Caledonia|NZ New Zealand|NI Nicaragua|NE Niger|NG Nigeria|NU Niue|NF Norfolk Island" +
  "|MK North Macedonia|MP the Northern Mariana Islands|NO Norway|OM Oman|PK Pakistan|PW Palau|PS Palestine" +
  "|PA Panama|PG Papua New Guinea|PY Paraguay|PE Peru|PH the Philippines|PN Pitcairn|PL Poland|PT Portugal" +
  "|PR Puerto Rico|QA Qatar|RE Réunion|RO Romania|RU Russia|RW Rwanda|SH Saint Helena|KN Saint Kitts and Nevis" +
  "|LC Saint Lucia|PM Saint Pierre and Miquelon|VC Saint Vincent and the Grenadines|WS Samoa|SM San Marino" +
  "|ST Sao Tome and Principe|SA Saudi Arabia|SN Senegal|SC Seychelles|SL Sierra Leone|SG Singapore|SK Slovakia" +
  "|SI Slovenia|SB the Solomon Islands|SO Somalia|ZA South Africa" +
  "|GS the South Georgia and the South Sandwich Islands|ES Spain|LK Sri Lanka|SD Sudan|SR Suriname" +
  "|SJ Svalbard and Jan Mayen|SZ Eswatini|SE Sweden|CH Switzerland|SY Syria|TW Taiwan|TJ Tajikistan|TZ Tanzania" +
  "|TH Thailand|TL Timor-Leste|TG Togo|TK Tokelau|TO Tonga|TT Trinidad and Tobago|TN Tunisia|TR Türkiye" +
  "|TM Turkmenistan|TC the Turks and Caicos Islands|TV Tuvalu|UG Uganda|UA Ukraine|AE the United Arab Emirates" +
  "|GB the United Kingdom|US the United States|UM the United States Minor Outlying Islands|UY Uruguay" +
  "|UZ Uzbekistan|VU Vanuatu|VE Venezuela|VN Vietnam|VG the British Virgin Islands|VI the US Virgin Islands" +
  "|WF Wallis and Futuna|EH Western Sahara|YE Yemen|ZM Zambia|ZW Zimbabwe|AX Åland" +
  "|BQ Bonaire, Sint Eustatius and Saba|CW Curaçao|GG Guernsey|IM the Isle of Man|JE Jersey|ME Montenegro" +
  "|BL Saint Barthélemy|MF Saint Martin|RS Serbia|SX Sint Maarten|SS South Sudan|XK Kosovo";

const NAMES: ReadonlyMap<string, string> = new Map(LIST.split("|").map((entry) => [entry.slice(0, 2), entry.slice(3)]));

/** All country codes: ISO 3166-1 alpha-2, and `XK` (Kosovo), which ISO leaves to users. */
export const COUNTRY_CODES: readonly string[] = [...NAMES.keys()];

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
