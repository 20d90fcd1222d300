import { isMarginCode, type MarginCode } from "../../domain/invoice/exempt-sales.ts";
import { decimalText } from "../../domain/money/decimal-text.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import type { Supply } from "../../domain/vat/vat-table.ts";
import type { EinvoiceDocument } from "../document.ts";
import { placeOf } from "../place-of-supply.ts";
import { hasEuPrefix, vatNumberParts } from "../vat-number-parts.ts";

/** The sums by rate, in the order of FA(3): Field names: net `P_13_x`, VAT `P_14_x`. */
export const SUMS = ["1", "2", "3", "4", "5", "6_1", "6_2", "6_3", "7", "8", "9", "10", "11"] as const;

/** One of {@link SUMS}. */
export type SumName = (typeof SUMS)[number];

/** The sums of Polish VAT, which other currencies state in PLN too (`P_14_xW`). */
export const POLISH_VAT: readonly SumName[] = ["1", "2", "3", "4"];

/** The rate of a line. */
export interface KsefRate {
  /** `P_12`, or in percent the rate of another member state (`P_12_XII`); absent under a margin scheme, which states no rate. */
  readonly code?: string;
  readonly isOss: boolean;
  readonly sum: SumName;
}

/** The Polish rates, with those before 2011 and those of taxis. */
const BY_PERCENT: Readonly<Record<string, SumName>> = {
  ...{ "23": "1", "22": "1", "8": "2", "7": "2", "5": "3", "4": "4", "3": "4" },
};

/** What decides the rate of a part of a document. */
export interface TaxedPart {
  readonly vatCategory: VatCategory;
  readonly taxRate: number;
  readonly rateCountry?: string | null | undefined;
  readonly supply?: Supply | undefined;
  readonly vatexCode?: string | null | undefined;
  readonly placeOfSupply?: string | undefined;
}

/** A margin scheme, as `P_PMarzy_x` has it. */
export type MarginScheme = "2" | "3_1" | "3_2" | "3_3";

/** The invoice states the price with the VAT of the margin in it, which the host knows. @see Ustawa o VAT, art. 106e ust. 2 and 3 */
const MARGIN_SCHEMES: Readonly<Record<MarginCode, MarginScheme>> = {
  ...{ "VATEX-EU-D": "2", "VATEX-EU-F": "3_1", "VATEX-EU-I": "3_2", "VATEX-EU-J": "3_3" },
};

/** The margin scheme of a part; `undefined` if it is taxed otherwise. */
export function marginSchemeOf({ vatCategory, vatexCode }: TaxedPart): MarginScheme | undefined {
  return vatCategory === "E" && isMarginCode(vatexCode) ? MARGIN_SCHEMES[vatexCode] : undefined;
}

/**
 * The rate of a part; `undefined` if FA(3) has none for it.
 *
 * @see FA(3), information sheet of March 2026, 10.3; ustawa o VAT, art. 28b, 100 ust. 1 pkt 4, 135 to 138
 */
export function rateOf(document: EinvoiceDocument, part: TaxedPart): KsefRate | undefined {
  if (marginSchemeOf(part) !== undefined) return { isOss: false, sum: "11" };
  const { vatCategory, taxRate } = part;
  const country = countryOfRate(document, part) ?? "PL";
  const percent = decimalText(taxRate);
  if (["S", "Z"].includes(vatCategory) && country !== "PL") return { code: percent, isOss: true, sum: "5" };
  const code = vatCategory === "S" ? percent : codeOf(document, part);
  const sum = vatCategory === "S" ? BY_PERCENT[percent] : SUM_OF[code ?? ""];
  return code === undefined || sum === undefined ? undefined : { code, isOss: false, sum };
}

const SUM_OF: Readonly<Record<string, SumName>> = {
  ...{ "0 KR": "6_1", "0 WDT": "6_2", "0 EX": "6_3", zw: "7", "np I": "8", "np II": "9", oo: "10" },
};

/** `P_12` of a part without VAT. */
function codeOf(document: EinvoiceDocument, part: TaxedPart): string | undefined {
  if (part.taxRate !== 0) return undefined;
  switch (part.vatCategory) {
    case "Z":
      return "0 KR";
    case "E":
      return "zw";
    case "K":
      return "0 WDT";
    case "G":
      return "0 EX";
    case "O":
      return "np I";
    case "AE":
      return reverseChargeOf(document, part);
    default:
      return undefined;
  }
}

/**
 * At home, of services in the client's state of the EU, or of anything else abroad: goods, triangular sales, services in
 * another state, and clients outside the EU.
 */
function reverseChargeOf(document: EinvoiceDocument, part: TaxedPart): string {
  const { clientCountry = "PL", supply, triangular } = document;
  const place = placeOf(document, part) ?? "PL";
  if (place === "PL") return "oo";
  const isService = triangular !== true && (part.supply ?? supply) !== "goods";
  return isService && place === clientCountry && isInEu(clientCountry, document.clientVatNumber) ? "np II" : "np I";
}

/** By the VAT number, if the client has one: Monaco's are French. Services to Northern Ireland leave the EU. */
function isInEu(country: string, vatNumber: string | undefined): boolean {
  if (vatNumber === undefined) return hasEuPrefix(country);
  const { isEu, prefix } = vatNumberParts(vatNumber, country);
  return isEu && prefix !== "XI";
}

/** A line states the country of its rate only if the lines differ in it. */
function countryOfRate({ vatBreakdown }: EinvoiceDocument, { vatCategory, taxRate, rateCountry }: TaxedPart) {
  if (rateCountry !== undefined) return rateCountry;
  return vatBreakdown.find((group) => group.category === vatCategory && group.taxRate === taxRate)?.rateCountry;
}
