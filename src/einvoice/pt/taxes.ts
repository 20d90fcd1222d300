import type { PortugueseLine } from "../../domain/generated/national.ts";
import { type DecimalText, decimalText } from "../../domain/money/decimal-text.ts";
import type { VatCategory } from "../../domain/vat/category.ts";
import { vatAreaOf } from "../../domain/vat/territory/areas.ts";
import type { EinvoiceDocument } from "../document.ts";

/** Whose VAT it is: that of the mainland, the Azores or Madeira. */
export type TaxRegion = NonNullable<PortugueseLine["region"]>;

/** `Tax` of a line. */
export interface PortugueseTax {
  /** `TaxType`: VAT, or not subject to it. */
  readonly type: "IVA" | "NS";
  readonly region: TaxRegion;
  /** `TaxCode`; `undefined` if the region has no such rate, which is a gap. */
  readonly code: "NOR" | "INT" | "RED" | "ISE" | "NS" | undefined;
  /** `TaxPercentage`. */
  readonly percent: DecimalText;
}

/**
 * The rates of VAT by region, also those that applied before.
 *
 * @see Código do IVA, artigo 18.º; Decreto Legislativo Regional 15-A/2021/A; Decreto Legislativo Regional 6/2024/M
 */
const RATES: Readonly<Record<TaxRegion, Readonly<Record<DecimalText, "NOR" | "INT" | "RED">>>> = {
  PT: { "23": "NOR", "13": "INT", "6": "RED" },
  "PT-AC": { "18": "NOR", "16": "NOR", "9": "INT", "4": "RED" },
  "PT-MA": { "22": "NOR", "12": "INT", "5": "RED", "4": "RED" },
};

/** The regions by the ids of their areas. */
const REGIONS: Readonly<Record<string, TaxRegion>> = { "PT-20": "PT-AC", "PT-30": "PT-MA" };

/** What decides the tax of a line, an allowance or a charge. */
export interface TaxedPart {
  readonly vatCategory: VatCategory;
  readonly taxRate: number;
}

/** How a part is taxed. VAT of another state is a gap: `isForeign`. */
export function taxOf(
  { seller }: EinvoiceDocument,
  { vatCategory, taxRate }: TaxedPart,
  isForeign: boolean,
  stated: TaxRegion | undefined,
): PortugueseTax {
  const percent = decimalText(taxRate);
  const area = vatAreaOf("PT", seller.address?.postalCode ?? "");
  const own = (area === undefined ? undefined : REGIONS[area.id]) ?? "PT";
  const isTaxed = taxRate !== 0;
  const region = stated ?? (isTaxed ? regionWith(percent, own) : own);
  if (isTaxed) return { type: "IVA", region, code: isForeign ? undefined : RATES[region][percent], percent };
  return vatCategory === "O"
    ? { type: "NS", region, code: "NS", percent }
    : { type: "IVA", region, code: "ISE", percent };
}

/** The seller's own region if it has the rate, else the only one that has it. */
function regionWith(percent: DecimalText, own: TaxRegion): TaxRegion {
  const regions = (Object.keys(RATES) as TaxRegion[]).filter((region) => RATES[region][percent] !== undefined);
  return regions.length === 1 && !regions.includes(own) ? regions[0]! : own;
}
