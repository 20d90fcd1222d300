import type { CalendarDay } from "../../calendar.ts";

/**
 * The rates of Spain's equivalence surcharge (recargo de equivalencia) by rate of VAT, in percent. For one rate of VAT, the
 * first row is the usual one. Those of rates for a time, such as 5 % until 2024, are left out: sources differ.
 *
 * @see Ley 37/1992, artículo 161
 */
const EQUIVALENCE_SURCHARGES: readonly {
  readonly taxRate: number;
  readonly surchargeRate: number;
  readonly since: CalendarDay;
}[] = [
  { taxRate: 21, surchargeRate: 5.2, since: "2012-09-01" },
  { taxRate: 21, surchargeRate: 1.75, since: "2012-09-01" }, // tobacco
  { taxRate: 10, surchargeRate: 1.4, since: "2012-09-01" },
  { taxRate: 4, surchargeRate: 0.5, since: "1995-01-01" },
];

/**
 * The rates of Spain's equivalence surcharge at a rate of VAT on a day, all in percent, the usual one first; empty if they
 * are not known.
 *
 * @example
 * ```ts
 * import { equivalenceSurcharges } from "faktura/vat";
 *
 * console.log(equivalenceSurcharges(21, "2026-11-20")); // [ 5.2, 1.75 ]
 * ```
 */
export function equivalenceSurcharges(taxRate: number, on: CalendarDay): readonly number[] {
  const rows = EQUIVALENCE_SURCHARGES.filter((row) => row.taxRate === taxRate && row.since <= on);
  return rows.map(({ surchargeRate }) => surchargeRate);
}
