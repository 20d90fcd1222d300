import type { VatCategory } from "../category.ts";

/** A part of a country with its own VAT rules, although its addresses carry the country's code. */
export interface VatArea {
  /** ISO 3166-1 or 3166-2 code; if ISO has none, the country's code and the municipality's name. */
  readonly id: string;
  /** In English, for the middle of a sentence. */
  readonly name: string;
  /** Matches the postal code in capitals, without spaces, signs and the country's prefix. */
  readonly postalCodes: RegExp;
  /**
   * `outside`: not part of the EU VAT area, nor of its country's VAT. `with-own-rate`: inside, with a second standard
   * rate of the state. `with-reduced-rates`: inside, with the state's standard rate, but reduced rates of its own.
   * `for-goods`: part of the EU VAT area for goods only (Northern Ireland).
   */
  readonly standing: "outside" | "with-own-rate" | "with-reduced-rates" | "for-goods";
  /** The articles that say so, of Directive 2006/112/EC unless another act is named. */
  readonly law: string;
  /** EN 16931's category of the tax that the area has in place of VAT, if it has one. */
  readonly category?: VatCategory;
}

/**
 * The areas that a postal code identifies, by the country code of the address; the first match counts. Areas with their
 * own ISO code, such as `RE`, are included, because people write `FR` with a postal code of Réunion. Every pattern
 * matches only complete codes that no place outside the area has: a false match would drop VAT.
 *
 * @see Directive 2006/112/EC, articles 6 and 104; docs/why/territories.md for the sources
 */
// biome-ignore format: a table is read by its columns
export const VAT_AREAS: Readonly<Record<string, readonly VatArea[]>> = {
  AT: [
    { id: "AT-Jungholz", name: "Jungholz", postalCodes: /^(?:6691|87491)$/, standing: "with-own-rate", law: "article 104(1)" },
    { id: "AT-Mittelberg", name: "Mittelberg", postalCodes: /^(?:699[123]|8756[789])$/, standing: "with-own-rate", law: "article 104(1)" },
  ],
  DE: [
    { id: "DE-Büsingen", name: "Büsingen", postalCodes: /^(?:78266|CH8238)$/, standing: "outside", law: "article 6(2)(b)" },
    { id: "DE-Heligoland", name: "Heligoland", postalCodes: /^27498$/, standing: "outside", law: "article 6(2)(a)" },
  ],
  DK: [
    { id: "FO", name: "the Faroe Islands", postalCodes: /^FO[1-9]\d\d$/, standing: "outside", law: "TFEU, article 355(5)(a)" },
    { id: "GL", name: "Greenland", postalCodes: /^(?:GL)?39\d\d$/, standing: "outside", law: "TFEU, article 355(2)" },
  ],
  ES: [
    { id: "ES-CN", name: "the Canary Islands", postalCodes: /^3[58]\d{3}$/, standing: "outside", law: "article 6(1)(b)", category: "L" },
    { id: "ES-CE", name: "Ceuta", postalCodes: /^51\d{3}$/, standing: "outside", law: "article 6(2)(c)", category: "M" },
    { id: "ES-ML", name: "Melilla", postalCodes: /^52\d{3}$/, standing: "outside", law: "article 6(2)(d)", category: "M" },
  ],
  FI: [{ id: "AX", name: "Åland", postalCodes: /^(?:AX)?22\d{3}$/, standing: "outside", law: "article 6(1)(d)" }],
  FR: [
    { id: "FR-20R", name: "Corsica", postalCodes: /^20\d{3}$/, standing: "with-reduced-rates", law: "CGI, article 297; in the CIBS since 2026-09-01" },
    { id: "BL", name: "Saint Barthélemy", postalCodes: /^97133$/, standing: "outside", law: "TFEU, article 355(2)" },
    { id: "MF", name: "Saint Martin", postalCodes: /^97150$/, standing: "outside", law: "article 6(1)(c)" },
    { id: "GP", name: "Guadeloupe", postalCodes: /^971\d\d$/, standing: "outside", law: "article 6(1)(c)" },
    { id: "MQ", name: "Martinique", postalCodes: /^972\d\d$/, standing: "outside", law: "article 6(1)(c)" },
    { id: "GF", name: "French Guiana", postalCodes: /^973\d\d$/, standing: "outside", law: "article 6(1)(c)" },
    { id: "RE", name: "Réunion", postalCodes: /^974\d\d$/, standing: "outside", law: "article 6(1)(c)" },
    { id: "PM", name: "Saint Pierre and Miquelon", postalCodes: /^975\d\d$/, standing: "outside", law: "TFEU, article 355(2)" },
    { id: "YT", name: "Mayotte", postalCodes: /^976\d\d$/, standing: "outside", law: "article 6(1)(c)" },
    { id: "WF", name: "Wallis and Futuna", postalCodes: /^986\d\d$/, standing: "outside", law: "TFEU, article 355(2)" },
    { id: "PF", name: "French Polynesia", postalCodes: /^987\d\d$/, standing: "outside", law: "TFEU, article 355(2)" },
    { id: "NC", name: "New Caledonia", postalCodes: /^988\d\d$/, standing: "outside", law: "TFEU, article 355(2)" },
  ],
  GB: [
    { id: "GB-NIR", name: "Northern Ireland", postalCodes: /^BT\d{1,2}(?:\d[A-Z]{2})?$/, standing: "for-goods", law: "Withdrawal Agreement, Windsor Framework, article 8" },
    { id: "GG", name: "Guernsey", postalCodes: /^GY\d{1,2}(?:\d[A-Z]{2})?$/, standing: "outside", law: "article 6(1)(e)" },
    { id: "GI", name: "Gibraltar", postalCodes: /^GX11(?:1AA)?$/, standing: "outside", law: "Act of Accession of 1972, article 28" },
    { id: "JE", name: "Jersey", postalCodes: /^JE\d{1,2}(?:\d[A-Z]{2})?$/, standing: "outside", law: "article 6(1)(e)" },
  ],
  GR: [{ id: "GR-69", name: "Mount Athos", postalCodes: /^6308[67]$/, standing: "outside", law: "article 6(1)(a)" }],
  IT: [
    { id: "IT-Campione", name: "Campione d'Italia", postalCodes: /^(?:22061|CH6911)$/, standing: "outside", law: "article 6(1)(f)" },
    { id: "IT-Livigno", name: "Livigno", postalCodes: /^23041$/, standing: "outside", law: "article 6(2)(e)" },
    { id: "SM", name: "San Marino", postalCodes: /^(?:R?SM)?4789\d$/, standing: "outside", law: "article 5(4)" },
    { id: "VA", name: "Vatican City", postalCodes: /^(?:S?CV|VA?)?00120$/, standing: "outside", law: "article 5(4)" },
  ],
  NO: [{ id: "SJ", name: "Svalbard and Jan Mayen", postalCodes: /^(?:SJ)?(?:917\d|8099)$/, standing: "outside", law: "Norway's Merverdiavgiftsloven, section 1-2" }],
  PT: [
    { id: "PT-20", name: "the Azores", postalCodes: /^9(?:[5-8]\d|9[0-8])\d(?:\d{3})?$/, standing: "with-own-rate", law: "article 104(3)" },
    { id: "PT-30", name: "Madeira", postalCodes: /^9[0-4]\d\d(?:\d{3})?$/, standing: "with-own-rate", law: "article 104(3)" },
  ],
};

/**
 * The prefixes that people abroad write before a country's postal codes: vehicle codes and ISO codes. The prefix of
 * another country is not removed, so "F-35000" (Rennes) does not become a code of the Canary Islands.
 */
// biome-ignore format: a table is read by its columns
const PREFIXES: Readonly<Record<string, RegExp>> = {
  AT: /^(?:AUT|AT|A)(?=\d)/, DE: /^(?:DEU|DE|D)(?=\d)/, DK: /^(?:DNK|DK)(?=\d)/, ES: /^(?:ESP|ES|E)(?=\d)/,
  FI: /^(?:FIN|FI|SF)(?=\d)/, FR: /^(?:FRA|FR|F)(?=\d)/, GB: /^(?:GBR|GB|UK)/,
  GR: /^(?:GRC|GR|EL)(?=\d)/, IT: /^(?:ITA|IT|I)(?=\d)/, NO: /^(?:NOR|NO|N)(?=\d)/, PT: /^(?:PRT|PT|P)(?=\d)/,
};

/** Spaces, dashes, dots and invisible characters. */
const SEPARATORS = /[\p{Z}\p{Cc}\p{Cf}\p{Pd}.]/gu;

/** Longer than any postal code, however it is spaced. The bound keeps hostile input cheap. */
const LONGEST_TEXT = 40;

/** The area of an address; `undefined` for the rest of the country. */
export function vatAreaOf(country: string, postalCode: string): VatArea | undefined {
  if (postalCode.length > LONGEST_TEXT || !Object.hasOwn(VAT_AREAS, country)) return undefined;
  const compact = postalCode.normalize("NFKC").replace(SEPARATORS, "").toUpperCase();
  const code = compact.replace(PREFIXES[country]!, "");
  for (const area of VAT_AREAS[country]!) if (area.postalCodes.test(code)) return area;
  return undefined;
}

/** Whether `id` is the id of an area with its own rates and without a country code. */
export function isVatAreaId(id: string): boolean {
  const isRated = (area: VatArea) => area.id === id && area.standing !== "for-goods";
  return id.length > 2 && Object.values(VAT_AREAS).some((areas) => areas.some(isRated));
}
