import type { VatCategory } from "./vat-category.ts";

/** A part of a country that VAT treats apart, although addresses there carry the country's code. */
export interface VatArea {
  /** ISO 3166-1 or 3166-2 code; where ISO has none, the country's code and the municipality's name. */
  readonly id: string;
  /** In English, fit for the middle of a sentence. */
  readonly name: string;
  /** On the postal code in capitals, without spaces, signs and a country's prefix. */
  readonly postalCodes: RegExp;
  /**
   * `outside` the EU VAT area and its country's VAT; inside `with-own-rate`, a second standard rate of the state's; or,
   * of Northern Ireland, part of the EU `for-goods` alone.
   */
  readonly standing: "outside" | "with-own-rate" | "for-goods";
  /** The articles that say so, of Directive 2006/112/EC where no other act is named. */
  readonly law: string;
  /** EN 16931's category of the area's own tax, where it has one in place of VAT. */
  readonly category?: VatCategory;
}

/**
 * What a postal code tells apart, by the country whose code stands in the address. Codes of ISO's own, such as `RE`,
 * are here as well, because people write `FR` with a postal code of Réunion.
 *
 * @see Directive 2006/112/EC, articles 6, 104, 105 and 107; docs/why/territories.md for the sources
 */
// biome-ignore format: a table is read by its columns
export const VAT_AREAS: Readonly<Record<string, readonly VatArea[]>> = {
  AT: [
    { id: "AT-Jungholz", name: "Jungholz", postalCodes: /^(?:6691|87491)$/, standing: "with-own-rate", law: "article 104" },
    { id: "AT-Mittelberg", name: "Mittelberg", postalCodes: /^(?:699[123]|8756[789])$/, standing: "with-own-rate", law: "article 104" },
  ],
  DE: [
    { id: "DE-Büsingen", name: "Büsingen", postalCodes: /^78266$/, standing: "outside", law: "article 6(2)(b)" },
    { id: "DE-Heligoland", name: "Heligoland", postalCodes: /^27498$/, standing: "outside", law: "article 6(2)(a)" },
  ],
  DK: [
    { id: "FO", name: "the Faroe Islands", postalCodes: /^(?:FO)?\d{3}$/, standing: "outside", law: "TFEU, article 355(5)(a)" },
    { id: "GL", name: "Greenland", postalCodes: /^39\d\d$/, standing: "outside", law: "TFEU, article 355(2)" },
  ],
  ES: [
    { id: "ES-CN", name: "the Canary Islands", postalCodes: /^3[58]\d{3}$/, standing: "outside", law: "article 6(1)(b)", category: "L" },
    { id: "ES-CE", name: "Ceuta", postalCodes: /^51\d{3}$/, standing: "outside", law: "article 6(2)(c)", category: "M" },
    { id: "ES-ML", name: "Melilla", postalCodes: /^52\d{3}$/, standing: "outside", law: "article 6(2)(d)", category: "M" },
  ],
  GB: [{ id: "GB-NIR", name: "Northern Ireland", postalCodes: /^BT\d/, standing: "for-goods", law: "Withdrawal Agreement, Windsor Framework, article 8" }],
  GR: [{ id: "GR-69", name: "Mount Athos", postalCodes: /^6308[67]$/, standing: "outside", law: "article 6(1)(a)" }],
  IT: [
    { id: "IT-Campione", name: "Campione d'Italia", postalCodes: /^(?:22060|22061)$/, standing: "outside", law: "article 6(1)(f)" },
    { id: "IT-Livigno", name: "Livigno", postalCodes: /^2304[01]$/, standing: "outside", law: "article 6(2)(e)" },
  ],
  PT: [
    { id: "PT-20", name: "the Azores", postalCodes: /^9[5-9]\d\d/, standing: "with-own-rate", law: "article 105(2)" },
    { id: "PT-30", name: "Madeira", postalCodes: /^9[0-4]\d\d/, standing: "with-own-rate", law: "article 105(2)" },
  ],
};

/** The area in which an address lies; `undefined` for the rest of the country, and without a postal code. */
export function vatAreaOf(country: string, postalCode: string | undefined): VatArea | undefined {
  if (postalCode === undefined || !Object.hasOwn(VAT_AREAS, country)) return undefined;
  const compact = postalCode
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z\d]/g, "");
  // "E-35001" and "IT-23041": a numeric code behind the country's letters. British codes have letters of their own.
  const code = country === "GB" ? compact : compact.replace(/^[A-Z]+/, "");
  return VAT_AREAS[country]!.find(({ postalCodes }) => postalCodes.test(code));
}

/** Whether `id` is the id of an area that has no country code. */
export function isVatAreaId(id: string): boolean {
  return id.length > 2 && Object.values(VAT_AREAS).some((areas) => areas.some((area) => area.id === id));
}
