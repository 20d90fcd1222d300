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
 * the state.
 *
 * @see Directive 2006/112/EC, article 194
 */
// biome-ignore format: a flat table
const LAWS: Readonly<Record<string, string>> = {
  AT: "UStG § 19(1)", BE: "CTVA art. 51 § 2", DE: "UStG § 13b", ES: "LIVA art. 84.Uno.2.º a)", FI: "AVL 9 §",
  FR: "CGI art. 283-1; in the CIBS since 2026-09-01", HU: "Áfa tv. § 140",
  IT: "DPR 633/1972 art. 17(2)", NL: "Wet OB art. 12(3)", PL: "ustawa o VAT art. 17(1)", RO: "Cod fiscal art. 307(6)",
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

/** The law of a member state, by the id of its territory; `undefined` if no source of it is likely to be right. */
export function article194Law(state: string): string | undefined {
  return LAWS[state];
}

/** Whether a business that buys goods there owes the VAT; `undefined` if the state's act was not read. */
export function owesByArticle194(state: string, business: Buyer): boolean | undefined {
  return Object.hasOwn(OWES, state) ? OWES[state]!(business) : undefined;
}
