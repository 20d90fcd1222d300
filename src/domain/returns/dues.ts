import type { CalendarDay } from "../calendar.ts";
import type { InvoiceDocument } from "../invoice/generated/invoice.ts";
import { payableOf } from "../invoice/invoice-state.ts";
import { Decimal } from "../money/decimal.ts";
import { chargeableDay, declarationDay } from "./chargeable-day.ts";
import type { Declaration } from "./declaration.ts";
import { added, subtracted, type TaxedAmount, times, ZERO } from "./taxed-amount.ts";

/** A share of an invoice's part, and when it is due. */
export interface Due {
  /** The day that decides the period in which it is declared. */
  readonly on: CalendarDay;
  /** The day that decides the period to which it belongs: an earlier one if the return of that period was due already. */
  readonly invoicedOn: CalendarDay;
  readonly amount: TaxedAmount;
  /** Whether it is due because it was paid before the tax point. */
  readonly isAdvance: boolean;
}

interface DatedPayment {
  /** Negative for a refund. */
  readonly amount: number;
  readonly paidOn: CalendarDay;
}

/**
 * When an amount of an invoice is due: what was paid before the tax point on the days of payment, less refunds, and the rest
 * on the tax point. All parts of an invoice are paid alike.
 *
 * @see Directive 2006/112/EC, articles 63 and 65
 */
export function duesOf(
  document: InvoiceDocument,
  payments: readonly DatedPayment[],
  declaration: Declaration,
  amount: TaxedAmount,
): Due[] {
  const taxPoint = chargeableDay(document, declaration);
  const dueOn = (day: CalendarDay, share: TaxedAmount, isAdvance: boolean): Due => {
    return { on: declarationDay(document, declaration, day), invoicedOn: day, amount: share, isAdvance };
  };
  const ahead =
    isDueWhenPaid(declaration) && document.total > 0 ? payments.filter(({ paidOn }) => paidOn < taxPoint) : [];
  if (ahead.length === 0) return [dueOn(taxPoint, amount, false)];
  const total = payableOf(document);
  let [paid, declared] = [new Decimal(0), ZERO];
  const dues: Due[] = [];
  for (const day of [...new Set(ahead.map(({ paidOn }) => paidOn))].sort()) {
    for (const payment of ahead) if (payment.paidOn === day) paid = paid.plus(payment.amount);
    const until = shareOf(amount, paid, total);
    dues.push(dueOn(day, subtracted(until, declared), true));
    declared = until;
  }
  return [...dues, dueOn(taxPoint, subtracted(amount, declared), false)];
}

/** Sums of dues by day: those of `dues` less those of `others`. */
export function dueChanges(dues: readonly Due[], others: readonly Due[]): Due[] {
  const changes = new Map<CalendarDay, Due>();
  for (const [sign, list] of [
    [1, dues],
    [-1, others],
  ] as const) {
    for (const due of list) {
      const amount = added(changes.get(due.invoicedOn)?.amount ?? ZERO, times(due.amount, new Decimal(sign)));
      changes.set(due.invoicedOn, { ...due, amount });
    }
  }
  return [...changes.values()];
}

/** Goods for businesses in other member states and exports are due when they are supplied. @see articles 65, 67 and 146 */
export function isDueWithSupply(declaration: Declaration): boolean {
  const { section } = declaration;
  return section === "exports" || (section === "recapitulative" && declaration.kind !== "services");
}

function isDueWhenPaid(declaration: Declaration): boolean {
  const { section } = declaration;
  return section !== "outsideScope" && section !== "unplaced" && !isDueWithSupply(declaration);
}

/** No less than nothing, and no more than all of it. */
function shareOf(amount: TaxedAmount, paid: Decimal, total: Decimal): TaxedAmount {
  if (paid.lte(0)) return ZERO;
  return paid.gte(total) ? amount : times(amount, paid.div(total));
}
