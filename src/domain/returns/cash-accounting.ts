import type { CalendarDay } from "../calendar.ts";
import { Decimal } from "../money/decimal.ts";
import { added, NOTHING, subtracted, type TaxedAmount, times } from "./taxed-amount.ts";

/** What was paid, credited or cancelled of an invoice, or makes the unpaid rest due, with the day on which it counts. */
export interface Settlement {
  readonly on: CalendarDay;
  /** With VAT; negative for a refund. */
  readonly paid?: Decimal;
  /** With VAT. */
  readonly credited?: Decimal;
  /** The share of the part that is credited with it. */
  readonly ofPart?: TaxedAmount;
  /** Whether all that is not yet paid is due. */
  readonly isRestDue?: true;
}

/**
 * How much of a part of an invoice is declared by the end of a day under cash accounting: the share that is paid.
 * Payments first cover what is left after credit notes, and then what was credited and not yet refunded. So a full
 * payment declares the part exactly, and a refund takes back exactly what was credited. Once the unpaid rest is due, the
 * part counts as paid.
 *
 * @param total of the whole invoice, with VAT
 * @see Directive 2006/112/EC, articles 66(b) and 90
 */
export function amountByCashAccounting(
  part: TaxedAmount,
  total: Decimal,
  settlements: readonly Settlement[],
  on: CalendarDay,
): TaxedAmount {
  let [paid, credited, ofPart, isRestDue] = [new Decimal(0), new Decimal(0), NOTHING, false];
  for (const settlement of settlements) {
    if (settlement.on > on) continue;
    paid = paid.plus(settlement.paid ?? 0);
    credited = credited.plus(settlement.credited ?? 0);
    ofPart = added(ofPart, settlement.ofPart ?? NOTHING);
    isRestDue ||= settlement.isRestDue === true;
  }
  const left = total.minus(credited);
  const remainder = subtracted(part, ofPart);
  if (paid.lte(left)) {
    if (left.lte(0)) return NOTHING;
    return isRestDue ? remainder : times(remainder, paid.div(left));
  }
  const excess = paid.minus(left);
  return credited.lte(0) ? remainder : added(remainder, times(ofPart, excess.div(credited)));
}
