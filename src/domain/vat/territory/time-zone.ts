import { vatAreaOf } from "./areas.ts";

/** Where a company is, and the time zone that it states. */
export interface ZonedPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The postal code identifies areas without their own country code, such as the Canary Islands. */
  readonly address?: { readonly postalCode?: string | undefined } | undefined;
  /** An IANA time zone. */
  readonly timeZone?: string | undefined;
}

/**
 * The main time zone of each country, and of each area with a zone of its own. Missing: Antarctica, Bouvet Island, Heard
 * Island and the US Minor Outlying Islands, which have neither a capital nor companies.
 *
 * @see zone.tab of the IANA Time Zone Database, release 2025b, in the public domain. It lists Kosovo under no code of its
 *   own; its clocks are those of Belgrade.
 */
// biome-ignore format: a flat table
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AD: "Europe/Andorra", AE: "Asia/Dubai", AF: "Asia/Kabul", AG: "America/Antigua", AI: "America/Anguilla",
  AL: "Europe/Tirane", AM: "Asia/Yerevan", AO: "Africa/Luanda", AS: "Pacific/Pago_Pago", AT: "Europe/Vienna",
  AW: "America/Aruba", AX: "Europe/Mariehamn", AZ: "Asia/Baku", BA: "Europe/Sarajevo", BB: "America/Barbados",
  BD: "Asia/Dhaka", BE: "Europe/Brussels", BF: "Africa/Ouagadougou", BG: "Europe/Sofia", BH: "Asia/Bahrain",
  BI: "Africa/Bujumbura", BJ: "Africa/Porto-Novo", BL: "America/St_Barthelemy", BM: "Atlantic/Bermuda",
  BN: "Asia/Brunei", BO: "America/La_Paz", BQ: "America/Kralendijk", BS: "America/Nassau", BT: "Asia/Thimphu",
  BW: "Africa/Gaborone", BY: "Europe/Minsk", BZ: "America/Belize", CC: "Indian/Cocos", CF: "Africa/Bangui",
  CG: "Africa/Brazzaville", CH: "Europe/Zurich", CI: "Africa/Abidjan", CK: "Pacific/Rarotonga", CM: "Africa/Douala",
  CO: "America/Bogota", CR: "America/Costa_Rica", CU: "America/Havana", CV: "Atlantic/Cape_Verde",
  CW: "America/Curacao", CX: "Indian/Christmas", CZ: "Europe/Prague", DJ: "Africa/Djibouti", DK: "Europe/Copenhagen",
  DM: "America/Dominica", DO: "America/Santo_Domingo", DZ: "Africa/Algiers", EE: "Europe/Tallinn", EG: "Africa/Cairo",
  EH: "Africa/El_Aaiun", ER: "Africa/Asmara", ET: "Africa/Addis_Ababa", FI: "Europe/Helsinki", FJ: "Pacific/Fiji",
  FK: "Atlantic/Stanley", FO: "Atlantic/Faroe", FR: "Europe/Paris", GA: "Africa/Libreville", GB: "Europe/London",
  GD: "America/Grenada", GE: "Asia/Tbilisi", GF: "America/Cayenne", GG: "Europe/Guernsey", GH: "Africa/Accra",
  GI: "Europe/Gibraltar", GM: "Africa/Banjul", GN: "Africa/Conakry", GP: "America/Guadeloupe", GQ: "Africa/Malabo",
  GR: "Europe/Athens", GS: "Atlantic/South_Georgia", GT: "America/Guatemala", GU: "Pacific/Guam", GW: "Africa/Bissau",
  GY: "America/Guyana", HK: "Asia/Hong_Kong", HN: "America/Tegucigalpa", HR: "Europe/Zagreb",
  HT: "America/Port-au-Prince", HU: "Europe/Budapest", IE: "Europe/Dublin", IL: "Asia/Jerusalem",
  IM: "Europe/Isle_of_Man", IN: "Asia/Kolkata", IO: "Indian/Chagos", IQ: "Asia/Baghdad", IR: "Asia/Tehran",
  IS: "Atlantic/Reykjavik", IT: "Europe/Rome", JE: "Europe/Jersey", JM: "America/Jamaica", JO: "Asia/Amman",
  JP: "Asia/Tokyo", KE: "Africa/Nairobi", KG: "Asia/Bishkek", KH: "Asia/Phnom_Penh", KM: "Indian/Comoro",
  KN: "America/St_Kitts", KP: "Asia/Pyongyang", KR: "Asia/Seoul", KW: "Asia/Kuwait", KY: "America/Cayman",
  LA: "Asia/Vientiane", LB: "Asia/Beirut", LC: "America/St_Lucia", LI: "Europe/Vaduz", LK: "Asia/Colombo",
  LR: "Africa/Monrovia", LS: "Africa/Maseru", LT: "Europe/Vilnius", LU: "Europe/Luxembourg", LV: "Europe/Riga",
  LY: "Africa/Tripoli", MA: "Africa/Casablanca", MC: "Europe/Monaco", MD: "Europe/Chisinau", ME: "Europe/Podgorica",
  MF: "America/Marigot", MG: "Indian/Antananarivo", MK: "Europe/Skopje", ML: "Africa/Bamako", MM: "Asia/Yangon",
  MO: "Asia/Macau", MP: "Pacific/Saipan", MQ: "America/Martinique", MR: "Africa/Nouakchott", MS: "America/Montserrat",
  MT: "Europe/Malta", MU: "Indian/Mauritius", MV: "Indian/Maldives", MW: "Africa/Blantyre", MZ: "Africa/Maputo",
  NA: "Africa/Windhoek", NC: "Pacific/Noumea", NE: "Africa/Niamey", NF: "Pacific/Norfolk", NG: "Africa/Lagos",
  NI: "America/Managua", NL: "Europe/Amsterdam", NO: "Europe/Oslo", NP: "Asia/Kathmandu", NR: "Pacific/Nauru",
  NU: "Pacific/Niue", OM: "Asia/Muscat", PA: "America/Panama", PE: "America/Lima", PH: "Asia/Manila",
  PK: "Asia/Karachi", PL: "Europe/Warsaw", PM: "America/Miquelon", PN: "Pacific/Pitcairn", PR: "America/Puerto_Rico",
  PW: "Pacific/Palau", PY: "America/Asuncion", QA: "Asia/Qatar", RE: "Indian/Reunion", RO: "Europe/Bucharest",
  RS: "Europe/Belgrade", RW: "Africa/Kigali", SA: "Asia/Riyadh", SB: "Pacific/Guadalcanal", SC: "Indian/Mahe",
  SD: "Africa/Khartoum", SE: "Europe/Stockholm", SG: "Asia/Singapore", SH: "Atlantic/St_Helena",
  SI: "Europe/Ljubljana", SJ: "Arctic/Longyearbyen", SK: "Europe/Bratislava", SL: "Africa/Freetown",
  SM: "Europe/San_Marino", SN: "Africa/Dakar", SO: "Africa/Mogadishu", SR: "America/Paramaribo", SS: "Africa/Juba",
  ST: "Africa/Sao_Tome", SV: "America/El_Salvador", SX: "America/Lower_Princes", SY: "Asia/Damascus",
  SZ: "Africa/Mbabane", TC: "America/Grand_Turk", TD: "Africa/Ndjamena", TF: "Indian/Kerguelen", TG: "Africa/Lome",
  TH: "Asia/Bangkok", TJ: "Asia/Dushanbe", TK: "Pacific/Fakaofo", TL: "Asia/Dili", TM: "Asia/Ashgabat",
  TN: "Africa/Tunis", TO: "Pacific/Tongatapu", TR: "Europe/Istanbul", TT: "America/Port_of_Spain",
  TV: "Pacific/Funafuti", TW: "Asia/Taipei", TZ: "Africa/Dar_es_Salaam", UG: "Africa/Kampala",
  UY: "America/Montevideo", VA: "Europe/Vatican", VC: "America/St_Vincent", VE: "America/Caracas",
  VG: "America/Tortola", VI: "America/St_Thomas", VN: "Asia/Ho_Chi_Minh", VU: "Pacific/Efate", WF: "Pacific/Wallis",
  WS: "Pacific/Apia", YE: "Asia/Aden", YT: "Indian/Mayotte", ZA: "Africa/Johannesburg", ZM: "Africa/Lusaka",
  ZW: "Africa/Harare",
  XK: "Europe/Belgrade",

  // Countries with several zones have that of the capital. In Palestine, that is the zone of the West Bank.
  AR: "America/Argentina/Buenos_Aires", AU: "Australia/Sydney", BR: "America/Sao_Paulo", CA: "America/Toronto",
  CD: "Africa/Kinshasa", CL: "America/Santiago", CN: "Asia/Shanghai", CY: "Asia/Nicosia", DE: "Europe/Berlin",
  EC: "America/Guayaquil", ES: "Europe/Madrid", FM: "Pacific/Pohnpei", GL: "America/Nuuk", ID: "Asia/Jakarta",
  KI: "Pacific/Tarawa", KZ: "Asia/Almaty", MH: "Pacific/Majuro", MN: "Asia/Ulaanbaatar", MX: "America/Mexico_City",
  MY: "Asia/Kuala_Lumpur", NZ: "Pacific/Auckland", PF: "Pacific/Tahiti", PG: "Pacific/Port_Moresby",
  PS: "Asia/Hebron", PT: "Europe/Lisbon", RU: "Europe/Moscow", UA: "Europe/Kyiv", US: "America/New_York",
  UZ: "Asia/Tashkent",

  // Areas that a postal code identifies, if their zone is not their country's.
  "DE-Büsingen": "Europe/Busingen", "ES-CE": "Africa/Ceuta", "ES-CN": "Atlantic/Canary", "ES-ML": "Africa/Ceuta",
  "PT-20": "Atlantic/Azores", "PT-30": "Atlantic/Madeira",
};

/**
 * The IANA time zone by which a company's documents are dated: its `timeZone` or, if that is absent, the main zone of
 * its country or area. `UTC` if none is known.
 *
 * @example
 * ```ts
 * import { timeZoneOf } from "faktura";
 *
 * console.log(timeZoneOf({ country: "DE" })); // Europe/Berlin
 * console.log(timeZoneOf({ country: "ES", address: { postalCode: "35001" } })); // Atlantic/Canary
 * console.log(timeZoneOf({ country: "US", timeZone: "America/Denver" })); // America/Denver
 * ```
 */
export function timeZoneOf({ country, address, timeZone }: ZonedPlace): string {
  if (timeZone !== undefined) return timeZone;
  const area = address?.postalCode === undefined ? undefined : vatAreaOf(country, address.postalCode);
  if (area !== undefined && Object.hasOwn(MAIN_ZONES, area.id)) return MAIN_ZONES[area.id]!;
  return Object.hasOwn(MAIN_ZONES, country) ? MAIN_ZONES[country]! : "UTC";
}
