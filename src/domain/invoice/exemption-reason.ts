import type { VatCategory } from "../vat/category.ts";

/**
 * The words of EN 16931 for the reason of each category that needs one; `""` if only the seller can name it, `undefined`
 * if the category must have none.
 *
 * @see EN 16931: BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10; BR-S-10, BR-Z-10, BR-IG-10, BR-IP-10 (none)
 */
const REASONS: Record<VatCategory, string | undefined> = {
  S: undefined,
  Z: undefined,
  E: "",
  AE: "Reverse charge",
  K: "Intra-community supply",
  G: "Export outside the EU",
  O: "Not subject to VAT",
  L: undefined,
  M: undefined,
};

/**
 * Why no VAT is charged in a group of the breakdown (BT-120): the invoice's note, else EN 16931's words for the category.
 * `undefined` if the category must have no reason, or if nobody gave one.
 */
export function exemptionReasonOf(category: VatCategory, note: string): string | undefined {
  const words = REASONS[category];
  return words === undefined ? undefined : note || words || undefined;
}
