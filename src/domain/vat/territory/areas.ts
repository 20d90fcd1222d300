import type { VatCategory } from "../category.ts";
import { countryName } from "./country.ts";
import { TIED_TERRITORIES } from "./membership.ts";

/** A part of a country with its own VAT rules, although its addresses carry the country's code. */
export interface VatArea {
  /** ISO 3166-1 or 3166-2 code; if ISO has none, the country's code and the municipality's name. */
  readonly id: string;
  /** In English, for the middle of a sentence. */
  readonly name: string;
  /** Matches the postal code in capitals, without spaces, signs and the country's prefix. Absent: only the id names the area. */
  readonly postalCodes?: RegExp;
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
  /** The state whose VAT applies there, if it is not the area's own and not that of its country. */
  readonly ratesOf?: string;
}

/** An area outside, also of its country's VAT. If it has an ISO code of its own, so have its name and, if it is tied, its law. */
function outside(
  id: string,
  postalCodes: RegExp,
  law = TIED_TERRITORIES[id]?.law ?? "",
  more: Partial<VatArea> = {},
): VatArea {
  return { id, name: countryName(id), postalCodes, standing: "outside", law, ...more };
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
    outside("DE-Büsingen", /^(?:78266|CH8238)$/, "article 6(2)(b)", { name: "Büsingen", ratesOf: "CH" }),
    outside("DE-Heligoland", /^27498$/, "article 6(2)(a)", { name: "Heligoland" }),
  ],
  DK: [
    outside("FO", /^FO[1-9]\d\d$/),
    outside("GL", /^(?:GL)?39\d\d$/),
  ],
  ES: [
    outside("ES-CN", /^3[58]\d{3}$/, "article 6(1)(b)", { name: "the Canary Islands", category: "L" }),
    outside("ES-CE", /^51\d{3}$/, "article 6(2)(c)", { name: "Ceuta", category: "M" }),
    outside("ES-ML", /^52\d{3}$/, "article 6(2)(d)", { name: "Melilla", category: "M" }),
  ],
  FI: [outside("AX", /^(?:AX)?22\d{3}$/)],
  FR: [
    { id: "FR-20R", name: "Corsica", postalCodes: /^20\d{3}$/, standing: "with-reduced-rates", law: "CGI, article 297; in the CIBS since 2026-09-01" },
    outside("BL", /^97133$/),
    outside("MF", /^97150$/),
    outside("GP", /^971\d\d$/),
    outside("MQ", /^972\d\d$/),
    outside("GF", /^973\d\d$/),
    outside("RE", /^974\d\d$/),
    outside("PM", /^975\d\d$/),
    outside("YT", /^976\d\d$/),
    outside("WF", /^986\d\d$/),
    outside("PF", /^987\d\d$/),
    outside("NC", /^988\d\d$/),
  ],
  GB: [
    { id: "GB-NIR", name: "Northern Ireland", postalCodes: /^BT\d{1,2}(?:\d[A-Z]{2})?$/, standing: "for-goods", law: "Withdrawal Agreement, Windsor Framework, article 8" },
    outside("GG", /^GY\d{1,2}(?:\d[A-Z]{2})?$/),
    outside("GI", /^GX11(?:1AA)?$/),
    outside("JE", /^JE\d{1,2}(?:\d[A-Z]{2})?$/),
  ],
  GR: [
    outside("GR-69", /^6308[67]$/, "article 6(1)(a)", { name: "Mount Athos" }),
    { id: "GR-islands", name: "the Greek islands", standing: "with-reduced-rates", law: "article 104(2)" },
  ],
  IT: [
    outside("IT-Campione", /^(?:22061|CH6911)$/, "article 6(1)(f)", { name: "Campione d'Italia" }),
    outside("IT-Livigno", /^23041$/, "article 6(2)(e)", { name: "Livigno" }),
    outside("SM", /^(?:R?SM)?4789\d$/, "article 5(4)"),
    outside("VA", /^(?:S?CV|VA?)?00120$/, "article 5(4)"),
  ],
  NO: [outside("SJ", /^(?:SJ)?(?:917\d|8099)$/, "Norway's Merverdiavgiftsloven, section 1-2")],
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
  for (const area of VAT_AREAS[country]!) if (area.postalCodes?.test(code)) return area;
  return undefined;
}

/** The areas that addresses in a country can be in; of `GR-islands`, those of `GR`. */
export function vatAreasIn(id: string): readonly VatArea[] {
  const country = id.slice(0, 2);
  return Object.hasOwn(VAT_AREAS, country) ? VAT_AREAS[country]! : [];
}

/** The ids in a country of areas with their own rates and without a country code. */
export function vatAreaIdsIn(id: string): string[] {
  return vatAreasIn(id).flatMap((area) => (area.id.length > 2 && area.standing !== "for-goods" ? area.id : []));
}
