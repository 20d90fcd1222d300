/**
 * EN 16931's VAT categories (UNCL 5305): `S` standard rated, `Z` zero rated, `E` exempt, `AE` reverse charge,
 * `K` intra-Community supply, `G` export, `O` outside the scope, `L` Canary Islands, `M` Ceuta and Melilla.
 */
export const VAT_CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"] as const;

/** One of {@link VAT_CATEGORIES}. */
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/**
 * Which rates a category may have. `O` has no rate at all in EN 16931; here its rate is 0.
 *
 * @see EN 16931: BR-S-05, BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05, BR-IG-05, BR-IP-05
 */
const RATE_RULE: Record<VatCategory, "positive" | "zero" | "any"> = {
  S: "positive",
  Z: "zero",
  E: "zero",
  AE: "zero",
  K: "zero",
  G: "zero",
  O: "zero",
  L: "any",
  M: "any",
};

/** Whether a line of `category` may have this rate: `S` needs a rate above 0, an exemption needs 0. */
export function categoryAllowsRate(category: VatCategory, ratePercent: number): boolean {
  const rule = RATE_RULE[category];
  return rule === "any" || (rule === "positive") === ratePercent > 0;
}

/** The category of a line that states none: `S` above 0 %, else `Z`. */
export function defaultCategory(ratePercent: number): VatCategory {
  return ratePercent > 0 ? "S" : "Z";
}

/**
 * EN 16931's exemption reason code (BT-121) by category; `null` if the category must have none. `E` has many possible
 * reasons, so it has no code here; the note states the reason.
 *
 * @see EN 16931: BR-AE-10, BR-IC-10, BR-G-10, BR-O-10; the code list VATEX
 */
const VATEX_CODES: Record<VatCategory, string | null> = {
  S: null,
  Z: null,
  E: null,
  AE: "VATEX-EU-AE",
  K: "VATEX-EU-IC",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O",
  L: null,
  M: null,
};

/** EN 16931's exemption reason code of a category; `null` if there is none. */
export function vatexCodeOf(category: VatCategory): string | null {
  return VATEX_CODES[category];
}
