import type { CalendarDay } from "../../calendar.ts";

/** The first and last day on which a state belongs to the EU VAT area. */
interface Membership {
  readonly since: CalendarDay;
  readonly until?: CalendarDay;
}

/** The last day of the transition period, during which the United Kingdom still counted as a member state. */
const LAST_DAY_OF_TRANSITION: CalendarDay = "2020-12-31";

/**
 * The states of the EU VAT area, each from the day of its accession.
 *
 * @see Directive 2006/112/EC, article 5; Withdrawal Agreement (2019/C 384 I/01), articles 126 and 127
 */
export const MEMBER_STATES: Readonly<Record<string, Membership>> = {
  ...since("1958-01-01", "BE DE FR IT LU NL"),
  ...since("1973-01-01", "DK IE"),
  ...since("1981-01-01", "GR"),
  ...since("1986-01-01", "ES PT"),
  ...since("1995-01-01", "AT FI SE"),
  ...since("2004-05-01", "CY CZ EE HU LT LV MT PL SI SK"),
  ...since("2007-01-01", "BG RO"),
  ...since("2013-07-01", "HR"),
  GB: { since: "1973-01-01", until: LAST_DAY_OF_TRANSITION },
};

const MEMBERSHIPS: ReadonlyMap<string, Membership> = new Map(Object.entries(MEMBER_STATES));

/** ISO 3166-1 codes that the directive treats as another country. @see Directive 2006/112/EC, article 7 */
export const TREATED_AS: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/** A territory outside the EU VAT area, although it is tied to the member state `to`. */
interface TiedTerritory {
  readonly to: string;
  /** The articles that exclude it, of Directive 2006/112/EC unless another act is named. */
  readonly law: string;
  /** The last day of the tie. British territories are ordinary third countries since the United Kingdom left. */
  readonly until?: CalendarDay;
}

/** ISO 3166-1 codes outside the EU VAT area, although tied to a member state, with the articles that say so. */
export const TIED_TERRITORIES: Readonly<Record<string, TiedTerritory>> = {
  ...tied("AX", { to: "FI", law: "article 6(1)(d)" }),
  ...tied("FO", { to: "DK", law: "TFEU, article 355(5)(a)" }),
  ...tied("GL", { to: "DK", law: "TFEU, article 355(2)" }),
  ...tied("GF GP MF MQ RE YT", { to: "FR", law: "article 6(1)(c)" }),
  ...tied("BL NC PF PM TF WF", { to: "FR", law: "TFEU, article 355(2)" }),
  ...tied("AW BQ CW SX", { to: "NL", law: "TFEU, article 355(2)" }),
  ...tied("GG JE", { to: "GB", law: "article 6(1)(e)", until: LAST_DAY_OF_TRANSITION }),
  ...tied("GI", { to: "GB", law: "Act of Accession of 1972, article 28", until: LAST_DAY_OF_TRANSITION }),
  ...tied("AI BM FK GS IO KY MS PN SH TC VG", { to: "GB", law: "TFEU, article 355(2)", until: LAST_DAY_OF_TRANSITION }),
};

/** France, and the departments outside the EU VAT area in which its VAT is charged. @see CGI, articles 294 and 296 */
export const WITH_FRENCH_VAT: readonly string[] = ["FR", "GP", "MQ", "RE"];

/** How an ISO 3166-1 code relates to the EU VAT area, without regard to postal codes. */
export type TerritoryStanding =
  | { readonly standing: "member" | "third" }
  | { readonly standing: "treated-as" | "tied"; readonly of: string; readonly law: string };

/** How `code` relates to the EU VAT area on the day `on`; `third` if it is an ordinary third country. */
export function territoryStanding(code: string, on: CalendarDay): TerritoryStanding {
  if (Object.hasOwn(TREATED_AS, code)) return { standing: "treated-as", of: TREATED_AS[code]!, law: "article 7(1)" };
  if (isMemberState(code, on)) return { standing: "member" };
  if (!Object.hasOwn(TIED_TERRITORIES, code)) return { standing: "third" };
  const { to, law, until } = TIED_TERRITORIES[code]!;
  return until === undefined || on <= until ? { standing: "tied", of: to, law } : { standing: "third" };
}

/** Whether `id` is a member state on the day `on`. The id of an area is not. */
export function isMemberState(id: string, on: CalendarDay): boolean {
  const membership = MEMBERSHIPS.get(id);
  if (membership === undefined || on < membership.since) return false;
  return membership.until === undefined || on <= membership.until;
}

/**
 * The country that `country` counts as for VAT: `FR` for `MC` (Monaco), `GB` for `IM` (Isle of Man), else itself.
 * Compare places of supply by this, never by the country code.
 *
 * @see Directive 2006/112/EC, article 7
 */
export function vatTerritory(country: string): string {
  return Object.hasOwn(TREATED_AS, country) ? TREATED_AS[country]! : country;
}

function since(day: CalendarDay, codes: string): Record<string, Membership> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, { since: day }]));
}

function tied(codes: string, territory: TiedTerritory): Record<string, TiedTerritory> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, territory]));
}
