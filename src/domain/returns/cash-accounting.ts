import type { CalendarDay } from "../calendar.ts";
import { Decimal } from "../money/decimal.ts";
import { isWithin, type Span } from "./period.ts";
import { added, subtracted, type TaxedAmount, times, ZERO } from "./taxed-amount.ts";

/** What was paid, credited or cancelled of an invoice, or makes the unpaid rest due, with the day on which it counts. */
export interface Settlement {
  readonly on: CalendarDay;
  /** What was paid before the invoice, with VAT. */
  readonly prepaid?: Decimal;
  /** With VAT; negative for a refund. */
  readonly paid?: Decimal;
  /** Of the payment, into the currency of the seller's VAT. Absent: the invoice's. */
  readonly exchangeRate?: number | undefined;
  /** With VAT. */
  readonly credited?: Decimal;
  /** The share of the part that is credited with it. */
  readonly ofPart?: TaxedAmount;
  /** Whether all that is not yet paid is due. */
  readonly isRestDue?: true;
  /** Whether it is written off, so that only what is paid is due. */
  readonly isWrittenOff?: true;
}

/** How much of a part of an invoice is declared by the end of a day under cash accounting. `total` is the invoice's, with VAT. */
export function amountByCashAccounting(
  part: TaxedAmount,
  total: Decimal,
  settlements: readonly Settlement[],
  on: CalendarDay,
): TaxedAmount {
  return accountOn(part, total, settlements, on).declared();
}

/** How much of a part of an invoice is not paid at the end of a day, of what is not credited. */
export function unpaidAmount(
  part: TaxedAmount,
  total: Decimal,
  settlements: readonly Settlement[],
  on: CalendarDay,
): TaxedAmount {
  return accountOn(part, total, settlements, on).unpaid();
}

function accountOn(
  part: TaxedAmount,
  total: Decimal,
  settlements: readonly Settlement[],
  on: CalendarDay,
): CashAccount {
  const account = new CashAccount(part, total);
  for (const settlement of settlements) if (settlement.on <= on) account.add(settlement);
  return account;
}

/**
 * How much of a part of an invoice is declared within the days under cash accounting, by the exchange rate of the payment
 * that declares it. Under `undefined` is what has the rate of the invoice.
 */
export function amountsByExchangeRate(
  part: TaxedAmount,
  total: Decimal,
  settlements: readonly Settlement[],
  span: Span,
): ReadonlyMap<number | undefined, TaxedAmount> {
  const amounts = new Map<number | undefined, TaxedAmount>();
  const account = new CashAccount(part, total);
  let before = ZERO;
  for (const settlement of settlements.toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0))) {
    account.add(settlement);
    const declared = account.declared();
    const { on, exchangeRate } = settlement;
    const change = subtracted(declared, before);
    if (isWithin(on, span)) amounts.set(exchangeRate, added(amounts.get(exchangeRate) ?? ZERO, change));
    before = declared;
  }
  return amounts;
}

/**
 * What is declared of a part of an invoice: the share that is paid. Payments first cover what is left after credit notes,
 * and then what was credited and not yet refunded. So a full payment declares the part exactly, and a refund takes back
 * exactly what was credited. Money from before the invoice is in no books, so crediting it takes it back at once. Once the
 * unpaid rest is due, the part counts as paid, unless it is written off.
 *
 * @see Directive 2006/112/EC, articles 66(b) and 90
 */
class CashAccount {
  readonly #part: TaxedAmount;
  readonly #total: Decimal;
  #prepaid = new Decimal(0);
  #paid = new Decimal(0);
  #credited = new Decimal(0);
  #ofPart = ZERO;
  #isRestDue = false;
  #isWrittenOff = false;

  constructor(part: TaxedAmount, total: Decimal) {
    this.#part = part;
    this.#total = total;
  }

  add({ prepaid, paid, credited, ofPart, isRestDue, isWrittenOff }: Settlement): void {
    if (prepaid !== undefined) this.#prepaid = this.#prepaid.plus(prepaid);
    if (paid !== undefined) this.#paid = this.#paid.plus(paid);
    if (credited !== undefined) this.#credited = this.#credited.plus(credited);
    if (ofPart !== undefined) this.#ofPart = added(this.#ofPart, ofPart);
    if (isRestDue === true) this.#isRestDue = true;
    if (isWrittenOff === true) this.#isWrittenOff = true;
  }

  unpaid(): TaxedAmount {
    const left = this.#total.minus(this.#credited);
    const open = left.minus(this.#prepaid).minus(this.#paid);
    return left.gt(0) && open.gt(0) ? times(subtracted(this.#part, this.#ofPart), open.div(left)) : ZERO;
  }

  declared(): TaxedAmount {
    const left = this.#total.minus(this.#credited);
    const remainder = subtracted(this.#part, this.#ofPart);
    const received = this.#prepaid.plus(this.#paid);
    if (received.lte(left)) {
      if (left.lte(0)) return ZERO;
      return this.#isRestDue && !this.#isWrittenOff ? remainder : times(remainder, received.div(left));
    }
    // Refunds take payments first, so no more than these is left of what was credited.
    const excess = received.minus(left).lt(this.#paid) ? received.minus(left) : this.#paid;
    if (this.#credited.lte(0) || excess.lte(0)) return remainder;
    return added(remainder, times(this.#ofPart, excess.div(this.#credited)));
  }
}
