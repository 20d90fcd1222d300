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

/** Whether a category is one without VAT, which has a reason. */
export function isExempt(category: VatCategory): boolean {
  return REASONS[category] !== undefined;
}

/**
 * Why no VAT is charged in a category (BT-120): the note, else EN 16931's words. `undefined` if the category must have no
 * reason, or if nobody gave one.
 */
export function exemptionReasonOf(category: VatCategory, note: string): string | undefined {
  const words = REASONS[category];
  return words === undefined ? undefined : note || words || undefined;
}
