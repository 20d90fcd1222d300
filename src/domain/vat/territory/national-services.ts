import type { CalendarDay } from "../../calendar.ts";
import type { Supply } from "../vat-table.ts";
import { WITH_FRENCH_VAT } from "./membership.ts";

/** Whose standard rate is charged; `undefined` if none: the service is outside the scope. */
type RateOf = "seller" | "client" | undefined;

/** A state's law on services between its part of the EU VAT area and its areas outside. */
export interface NationalServiceRule {
  /** Ids of the seller's and of the client's territory. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The first day that the source covers. Today's rules of place began on 2010-01-01 (Directive 2008/8/EC). */
  readonly since: CalendarDay;
  readonly business: RateOf;
  readonly consumer: RateOf;
  /** Digital services to consumers. */
  readonly digital: RateOf;
  /** The act and its articles, as they are cited in a reason. */
  readonly law: string;
  /** What the act says: a sentence without its full stop. */
  readonly says: string;
}

const SINCE: CalendarDay = "2010-01-01";
const FINLAND = ["FI", "AX"];

/**
 * The rules whose act was read; the first match counts. Services between other states and their areas are treated like
 * services across the border of the EU VAT area, with a warning.
 *
 * @see docs/why/territories.md for the sources
 */
// biome-ignore format: a decision table is read by its columns
export const NATIONAL_SERVICE_RULES: readonly NationalServiceRule[] = [
  { from: WITH_FRENCH_VAT, to: WITH_FRENCH_VAT, since: SINCE, business: "client", consumer: "seller", digital: "client",
    law: "CGI, articles 259 to 259 D and 296; in the CIBS since 2026-09-01",
    says: "French law taxes services between mainland France, Guadeloupe, Martinique and Réunion: those to businesses and digital ones at the client's rate, others to consumers at the seller's" },
  { from: WITH_FRENCH_VAT, to: ["GF", "YT"], since: SINCE, business: undefined, consumer: undefined, digital: undefined,
    law: "CGI, article 294; in the CIBS since 2026-09-01",
    says: "French Guiana and Mayotte have no VAT, but French law can tax services to consumers there where the seller is" },
  { from: FINLAND, to: FINLAND, since: SINCE, business: "seller", consumer: "seller", digital: "seller",
    law: "Act 1266/1996, section 1",
    says: "Finnish law taxes services between Åland and the rest of Finland like domestic ones" },
  { from: ["ES"], to: ["ES-CN", "ES-CE", "ES-ML"], since: SINCE, business: undefined, consumer: "seller", digital: undefined,
    law: "LIVA, article 69.Dos",
    says: "Spanish law taxes services to consumers in the Canary Islands, Ceuta and Melilla where the seller is, unless they are digital" },
];

/** The rule for services between two territories, by id; `undefined` if none is known. */
export function nationalServiceRule(seller: string, client: string, on: CalendarDay): NationalServiceRule | undefined {
  if (seller === client) return undefined;
  return NATIONAL_SERVICE_RULES.find(
    (rule) => rule.since <= on && rule.from.includes(seller) && rule.to.includes(client),
  );
}

/** Whose standard rate a rule charges; `undefined` if none, and for goods and supplies that are not stated. */
export function nationalRateOf(
  rule: NationalServiceRule | undefined,
  supply: Supply | undefined,
  isBusiness: boolean,
): RateOf {
  if (supply === undefined || supply === "goods") return undefined;
  return rule?.[isBusiness ? "business" : supply === "digital" ? "digital" : "consumer"];
}
