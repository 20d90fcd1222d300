import { type CalendarDay, requireCalendarDay } from "../../calendar.ts";
import { insteadOfNumber } from "../../instead-of.ts";

/**
 * The rates of Spain's equivalence surcharge (recargo de equivalencia) by rate of VAT, in percent. For one rate of VAT, the
 * first row is the usual one. Those of rates for a time, such as 5 % until 2024, are left out where sources differ.
 *
 * @see Ley 37/1992, artículo 161; Real Decreto-ley 20/2022
 */
const EQUIVALENCE_SURCHARGES: readonly {
  readonly taxRate: number;
  readonly surchargeRate: number;
  readonly since: CalendarDay;
  /** The last day. */
  readonly until?: CalendarDay;
}[] = [
  { taxRate: 21, surchargeRate: 5.2, since: "2012-09-01" },
  { taxRate: 21, surchargeRate: 1.75, since: "2012-09-01" }, // tobacco
  { taxRate: 10, surchargeRate: 1.4, since: "2012-09-01" },
  { taxRate: 4, surchargeRate: 0.5, since: "1995-01-01" },
  { taxRate: 0, surchargeRate: 0, since: "2023-01-01", until: "2024-09-30" }, // basic food
];

/**
 * The rates of Spain's equivalence surcharge at a rate of VAT on a day, all in percent, the usual one first; empty if they
 * are not known.
 *
 * @throws TypeError if `taxRate` is no number, or `on` is not a calendar day
 * @example
 * ```ts
 * import { equivalenceSurcharges } from "faktura/vat";
 *
 * console.log(equivalenceSurcharges(21, "2026-11-20")); // [ 5.2, 1.75 ]
 * ```
 */
export function equivalenceSurcharges(taxRate: number, on: CalendarDay): readonly number[] {
  if (!Number.isFinite(taxRate)) throw new TypeError(`taxRate must be a number, in percent${insteadOfNumber(taxRate)}`);
  requireCalendarDay(on);
  const rows = EQUIVALENCE_SURCHARGES.filter(
    ({ taxRate: rate, since, until = on }) => rate === taxRate && since <= on && on <= until,
  );
  return rows.map(({ surchargeRate }) => surchargeRate);
}
