import type { VatTerritory } from "./territory/territory.ts";

/** A business that buys goods in a state. */
interface Buyer {
  /** Where it is established. */
  readonly buyer: VatTerritory;
  /** The state of its VAT number; `undefined` if it is malformed, `""` if it gave none. */
  readonly numberOf: string | undefined;
}

/**
 * The act, and its article, by which a business may owe the VAT on goods that a seller without an establishment sells within
 * the state. Few of these acts were read: see {@link OWES}.
 *
 * @see Directive 2006/112/EC, article 194
 */
// biome-ignore format: a flat table
const LAWS: Readonly<Record<string, string>> = {
  AT: "UStG § 19(1)", BE: "CTVA art. 51 § 2", BG: "ZDDS art. 82(2)", CY: "VAT Law 95(I)/2000 s. 11", CZ: "ZDPH § 108(1)",
  DE: "UStG § 13b", DK: "ML § 46", EE: "KMS § 3", ES: "LIVA art. 84.Uno.2.º a)", FI: "AVL 9 §",
  FR: "CGI art. 283-1; in the CIBS since 2026-09-01", GR: "ν. 5144/2024 art. 40", HR: "Zakon o PDV art. 75(2)",
  HU: "Áfa tv. § 140", IE: "VATCA 2010 s. 9, 10", IT: "DPR 633/1972 art. 17(2)", LT: "PVMI art. 95", LU: "LTVA art. 61",
  LV: "PVN likums s. 86", MT: "VAT Act art. 20(2)", NL: "Wet OB art. 12(3)", PL: "ustawa o VAT art. 17(1)",
  PT: "CIVA art. 2(1)(g)", RO: "Cod fiscal art. 307(6)", SE: "ML 16 kap. 6-8 §§", SI: "ZDDV-1 art. 76(1)",
  SK: "222/2004 § 69(2)",
};

/**
 * Whether the business owes the VAT, in the states whose act was read. Spain asks nothing of the business, France a French
 * number, Italy an establishment; in Germany it owes the VAT of few goods. A VAT number of the seller changes nothing there.
 */
const OWES: Readonly<Record<string, (business: Buyer) => boolean>> = {
  DE: () => false,
  ES: () => true,
  FR: ({ numberOf = "FR" }) => numberOf === "FR",
  IT: ({ buyer }) => buyer.id === "IT",
};

/** The law of a member state, by the id of its territory; `undefined` for other territories. */
export function article194Law(state: string): string | undefined {
  return LAWS[state];
}

/** Whether a business that buys goods there owes the VAT; `undefined` if the state's act was not read. */
export function owesByArticle194(state: string, business: Buyer): boolean | undefined {
  return Object.hasOwn(OWES, state) ? OWES[state]!(business) : undefined;
}
