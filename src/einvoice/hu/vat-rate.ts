import type { HungarianLine } from "../../domain/generated/national.ts";
import { isMarginCode, type MarginCode } from "../../domain/invoice/exempt-sales.ts";
import { type DecimalText, decimalText, times } from "../../domain/money/decimal-text.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import { isMemberState } from "../../domain/vat/territory/membership.ts";
import type { Supply } from "../../domain/vat/vat-table.ts";
import type { EinvoiceDocument } from "../document.ts";
import { placeOf } from "../place-of-supply.ts";
import { navText } from "./nav-parties.ts";

/** The code of why a sale is without Hungarian VAT. */
export type VatCase = NonNullable<HungarianLine["vatCase"]>;

/** `VatRateType`, of which the library writes these. */
export type NavVatRate =
  | { readonly kind: "vatPercentage"; readonly rate: DecimalText }
  | { readonly kind: "vatExemption" | "vatOutOfScope"; readonly case: VatCase; readonly reason: string }
  | { readonly kind: "vatDomesticReverseCharge" }
  | { readonly kind: "marginSchemeIndicator"; readonly scheme: string }
  /** Nothing decides it, which is a gap. */
  | { readonly kind: "undecided" };

/** What decides the VAT of a part of a document. */
export interface TaxedPart {
  readonly vatCategory: VatCategory;
  readonly taxRate: number;
  readonly rateCountry?: string | null | undefined;
  readonly supply?: Supply | undefined;
  readonly placeOfSupply?: string | undefined;
  readonly vatexCode?: string | null | undefined;
  readonly exemptionReason?: string | undefined;
}

/** The provision of each case, which is its reason where the document states none. @see Áfa tv. (2007. évi CXXVII. törvény) */
const PROVISIONS: Readonly<Record<VatCase, string>> = {
  TAM: "Áfa tv. 85–86. §",
  AAM: "Áfa tv. XIII. fejezet",
  KBAET: "Áfa tv. 89. §",
  KBAUK: "Áfa tv. 89. § (2)",
  EAM: "Áfa tv. 98–109. §",
  NAM: "Áfa tv. 110–118. §",
  ATK: "Áfa tv. 2–3. §",
  EUFAD37: "Áfa tv. 37. § (1)",
  EUFADE: "Másik tagállamban teljesített, fordítottan adózó ügylet",
  EUE: "Másik tagállamban teljesített, nem fordítottan adózó ügylet",
  HO: "Harmadik országban teljesített ügylet",
};

const EXEMPT: readonly VatCase[] = ["TAM", "AAM", "KBAET", "KBAUK", "EAM", "NAM"];

const MARGIN_SCHEMES: Readonly<Record<MarginCode, string>> = {
  ...{ "VATEX-EU-D": "TRAVEL_AGENCY", "VATEX-EU-F": "SECOND_HAND", "VATEX-EU-I": "ARTWORK", "VATEX-EU-J": "ANTIQUES" },
};

/** What the reason of an exemption says. @see Directive 2006/112/EC, articles 132 to 166 */
const EXEMPTIONS: readonly (readonly [reasons: RegExp, vatCase: VatCase])[] = [
  [/^VATEX-EU-13[25]/, "TAM"],
  [/^VATEX-EU-(?:13[89]|IC$)/, "KBAET"],
  [/^VATEX-EU-(?:146|G$)/, "EAM"],
  [/^VATEX-EU-1(?:4[4-9]|5\d|6[0-6])/, "NAM"],
];

/** The VAT of a part, and whether the document charges that of another state on it, which the report leaves out. */
export function vatRateOf(document: EinvoiceDocument, part: TaxedPart, stated: VatCase | undefined): NavVatRate {
  const { vatCategory, taxRate } = part;
  if (isForeign(document, part)) return caseRate(document, part, stated ?? "EUE");
  if (vatCategory === "S") return { kind: "vatPercentage", rate: times(decimalText(taxRate), "0.01") };
  if (stated !== undefined) return caseRate(document, part, stated);
  if (vatCategory === "AE" && abroadOf(document, part) === undefined) return { kind: "vatDomesticReverseCharge" };
  const vatexCode = part.vatexCode ?? groupOf(document, part)?.vatexCode;
  if (vatCategory === "E" && isMarginCode(vatexCode))
    return { kind: "marginSchemeIndicator", scheme: MARGIN_SCHEMES[vatexCode] };
  const vatCase = caseOf(document, part, vatexCode ?? undefined);
  return vatCase === undefined ? { kind: "undecided" } : caseRate(document, part, vatCase);
}

function groupOf({ vatBreakdown }: EinvoiceDocument, { vatCategory, taxRate, rateCountry }: TaxedPart) {
  return vatBreakdown.find(
    (group) =>
      group.category === vatCategory &&
      group.taxRate === taxRate &&
      (rateCountry === undefined || rateCountry === group.rateCountry),
  );
}

/** Whether the VAT of the part is that of another state. */
function isForeign(document: EinvoiceDocument, part: TaxedPart): boolean {
  const country = part.rateCountry ?? groupOf(document, part)?.rateCountry ?? "HU";
  return ["S", "Z"].includes(part.vatCategory) && country !== "HU";
}

/**
 * Whether a document has a report. One whose VAT is all declared through OSS has none.
 *
 * @see Áfa tv. 10. melléklet 1
 */
export function hasReport(document: EinvoiceDocument): boolean {
  return !document.vatBreakdown.every(({ category, ...group }) =>
    isForeign(document, { ...group, vatCategory: category }),
  );
}

/** Where the part is supplied, if not in Hungary. */
function abroadOf(document: EinvoiceDocument, part: TaxedPart): string | undefined {
  const place = placeOf(document, part) ?? "HU";
  return place === "HU" ? undefined : place;
}

/** The case of a part without VAT that states none. */
function caseOf(document: EinvoiceDocument, part: TaxedPart, vatexCode: string | undefined): VatCase | undefined {
  const place = abroadOf(document, part);
  const isInEu = place !== undefined && isMemberState(place.slice(0, 2), document.issueDate);
  switch (part.vatCategory) {
    case "E":
      if (vatexCode === undefined) return document.vatTreatment === "not-registered" ? "AAM" : undefined;
      return EXEMPTIONS.find(([reasons]) => reasons.test(vatexCode))?.[1];
    case "AE":
      return isInEu ? (isGeneralService(document, part, place) ? "EUFAD37" : "EUFADE") : "HO";
    case "K":
      return "KBAET";
    case "G":
      return "EAM";
    case "O":
      return place === undefined ? "ATK" : isInEu ? "EUE" : "HO";
    default:
      return undefined;
  }
}

/** Whether it is a service by the general rule, at the client's place. @see Áfa tv. 37. § (1) */
function isGeneralService({ clientCountry, supply, triangular }: EinvoiceDocument, part: TaxedPart, place: string) {
  return triangular !== true && (part.supply ?? supply) !== "goods" && place === clientCountry;
}

function caseRate(document: EinvoiceDocument, part: TaxedPart, vatCase: VatCase): NavVatRate {
  const given = part.exemptionReason ?? groupOf(document, part)?.exemptionReason ?? "";
  const reason = navText(given, 200) || PROVISIONS[vatCase];
  return { kind: EXEMPT.includes(vatCase) ? "vatExemption" : "vatOutOfScope", case: vatCase, reason };
}

/** What distinguishes the sums of an invoice: not the reason, which lines may word otherwise. */
export function vatKeyOf(rate: NavVatRate): string {
  return JSON.stringify({ ...rate, reason: undefined });
}
