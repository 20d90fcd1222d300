import type { VatTerritory } from "./territory/territory.ts";

/** A business that buys goods in a state. */
interface Buyer {
  /** Where it is established. */
  readonly buyer: VatTerritory;
  /** The state of its VAT number; `undefined` if it is malformed. */
  readonly numberOf: string | undefined;
}

/** What a state says of goods that a seller without an establishment there sells within it to a business. */
interface Article194Law {
  /** The act and its article, as a reason cites them. */
  readonly law: string;
  /** Whether the business owes the VAT. */
  readonly owes: (business: Buyer) => boolean;
}

/**
 * The states whose act was read. Spain asks nothing of the business, France a French number, Italy an establishment; in
 * Germany it owes the VAT of few goods. A VAT number of the seller changes nothing in these states.
 *
 * @see Directive 2006/112/EC, article 194
 */
const LAWS: Readonly<Record<string, Article194Law>> = {
  DE: { law: "UStG § 13b", owes: () => false },
  ES: { law: "LIVA, article 84.Uno.2.º a)", owes: () => true },
  FR: { law: "CGI, article 283-1; in the CIBS since 2026-09-01", owes: ({ numberOf = "FR" }) => numberOf === "FR" },
  IT: { law: "DPR 633/1972, article 17(2)", owes: ({ buyer }) => buyer.id === "IT" },
};

/** The law of a state, by the id of its territory; `undefined` if it is not known. */
export function article194Law(state: string): Article194Law | undefined {
  return Object.hasOwn(LAWS, state) ? LAWS[state] : undefined;
}
