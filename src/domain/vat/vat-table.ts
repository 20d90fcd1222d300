import type { VatCategory } from "./category.ts";

/** What is sold, if the host states it: goods, services, or services supplied electronically. */
export const SUPPLIES = ["goods", "services", "digital"] as const;

/** One of {@link SUPPLIES}. */
export type Supply = (typeof SUPPLIES)[number];

/** The VAT treatments that a sale can have: those of the rows of {@link VAT_TABLE}. */
export type AutomaticTreatment =
  | "not-registered"
  | "domestic"
  | "outside-scope"
  | "export"
  | "intra-community-supply"
  | "reverse-charge"
  | "oss"
  | "origin";

/**
 * The treatment of an issued invoice; `mixed` if its lines have different ones, `manual` if the order gave the rates
 * itself (`autoVat: false`).
 */
export type VatTreatment = AutomaticTreatment | "mixed" | "manual";

/** The facts that the table uses. Places are VAT territories, not country codes: Monaco counts as France. */
export interface Sale {
  readonly vatRegistered: boolean;
  readonly ossRegistered: boolean;
  /** Of goods: where their transport begins. */
  readonly sellerTerritory: string;
  /** Of goods: where they arrive. */
  readonly clientTerritory: string;
  readonly sellerInEu: boolean;
  readonly clientInEu: boolean;
  readonly clientHasVatNumber: boolean;
  /** Whether the client's VAT number is of the seller's own state, although the client is in another one. */
  readonly hasNumberOfSellersState?: boolean | undefined;
  readonly isCompany?: boolean | undefined;
  /** Whose rate national law charges on a service between a state and its area outside the EU VAT area. */
  readonly nationalRateOf?: "seller" | "client" | undefined;
  readonly supply?: Supply | undefined;
  /** Whether goods leave a place outside the EU that is not in the seller's own state. */
  readonly isFromElsewhere?: boolean | undefined;
  /** Whether goods do not leave a state in which the client, a business, owes the VAT of a seller without an establishment. */
  readonly businessOwes?: boolean | undefined;
  /** Whether goods arrive, or a service is supplied, where the seller is registered. */
  readonly isRegisteredAtArrival?: boolean | undefined;
}

/** One row: when it applies, whose standard rate is charged, and its category in EN 16931. */
export interface VatRow {
  readonly treatment: AutomaticTreatment;
  /** For a domestic sale, {@link Sale.nationalRateOf} comes before it. */
  readonly rateOf: "nobody" | "seller" | "client";
  readonly category: VatCategory;
  readonly applies: (sale: Sale) => boolean;
}

/**
 * The VAT table of the specification: one row per scenario, read from the top; the first match wins. The last row
 * always applies, so every sale has exactly one treatment. Two rows need a stated `supply`: `outside-scope` refines the
 * export row below it, `intra-community-supply` the reverse-charge row. Three are about goods of sellers with more than
 * one place: the second and third row, and the last `domestic` one.
 *
 * @see Directive 2006/112/EC: art. 14(4), 33 (distance sales), 44, 45, 58, 59 (services), 138 (intra-Community supply),
 *   146 (export), 194 (goods of sellers not established), 196 (reverse charge), 282 to 292 (small enterprises), 358a to
 *   369k (OSS)
 */
// biome-ignore format: a decision table is read by its columns
export const VAT_TABLE: readonly VatRow[] = [
  { treatment: "not-registered",         rateOf: "nobody", category: "E",  applies: (sale) => !sale.vatRegistered },
  { treatment: "outside-scope",          rateOf: "nobody", category: "O",  applies: (sale) => sale.isFromElsewhere === true },
  { treatment: "reverse-charge",         rateOf: "nobody", category: "AE", applies: (sale) => sale.businessOwes === true },
  { treatment: "domestic",               rateOf: "seller", category: "S",  applies: (sale) => isWithinOneLaw(sale) },
  { treatment: "outside-scope",          rateOf: "nobody", category: "O",  applies: (sale) => !staysInEu(sale) && isServices(sale) },
  { treatment: "export",                 rateOf: "nobody", category: "G",  applies: (sale) => !staysInEu(sale) },
  { treatment: "intra-community-supply", rateOf: "nobody", category: "K",  applies: (sale) => sale.supply === "goods" && hasNumberOfAnotherState(sale) },
  { treatment: "reverse-charge",         rateOf: "nobody", category: "AE", applies: (sale) => sale.supply !== "goods" && sale.clientHasVatNumber },
  { treatment: "oss",                    rateOf: "client", category: "S",  applies: (sale) => sale.ossRegistered && isTaxedAtTheConsumer(sale) },
  { treatment: "domestic",               rateOf: "client", category: "S",  applies: (sale) => sale.isRegisteredAtArrival === true && isTaxedAtTheConsumer(sale) },
  { treatment: "origin",                 rateOf: "seller", category: "S",  applies: () => true },
];

function isWithinOneLaw({ clientTerritory, sellerTerritory, nationalRateOf }: Sale): boolean {
  return clientTerritory === sellerTerritory || nationalRateOf !== undefined;
}

/** Article 138(1)(b) exempts goods only if the client has a number of a state other than the seller's. */
function hasNumberOfAnotherState({ clientHasVatNumber, hasNumberOfSellersState }: Sale): boolean {
  return clientHasVatNumber && hasNumberOfSellersState !== true;
}

/** A seller outside the EU with OSS, or with a registration there, charges EU consumers the VAT of their country. Its other sales are exports. */
function staysInEu(sale: Sale): boolean {
  if (!sale.clientInEu) return false;
  const isDeclared = sale.ossRegistered || (sale.isRegisteredAtArrival === true && sale.supply !== "goods");
  return sale.sellerInEu || (isDeclared && !sale.clientHasVatNumber && isTaxedAtTheConsumer(sale));
}

/**
 * Services to consumers are taxed where the seller is (article 45), with OSS or without, unless they are digital. Goods
 * are taxed where they arrive only as distance sales, which a company's purchases are not (articles 14(4) and 33).
 */
function isTaxedAtTheConsumer({ supply, isCompany, clientHasVatNumber }: Sale): boolean {
  if (supply === "goods") return isCompany !== true && !clientHasVatNumber;
  return supply !== "services";
}

function isServices(sale: Sale): boolean {
  return sale.supply === "services" || sale.supply === "digital";
}

/** The first row of {@link VAT_TABLE} that applies. Pure; there always is one. */
export function classifySale(sale: Sale): VatRow {
  return VAT_TABLE.find((row) => row.applies(sale))!;
}
