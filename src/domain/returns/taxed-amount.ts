import { Decimal, roundToMinorUnits } from "../money/decimal.ts";

/** An amount without VAT, the VAT on it, and Spain's equivalence surcharge on it. Exact. */
export interface TaxedAmount {
  readonly taxableAmount: Decimal;
  readonly taxAmount: Decimal;
  readonly surchargeAmount: Decimal;
}

const NOTHING = new Decimal(0);

export const ZERO: TaxedAmount = { taxableAmount: NOTHING, taxAmount: NOTHING, surchargeAmount: NOTHING };

export function added(one: TaxedAmount, other: TaxedAmount): TaxedAmount {
  return {
    taxableAmount: one.taxableAmount.plus(other.taxableAmount),
    taxAmount: one.taxAmount.plus(other.taxAmount),
    surchargeAmount: one.surchargeAmount.plus(other.surchargeAmount),
  };
}

export function subtracted(one: TaxedAmount, other: TaxedAmount): TaxedAmount {
  return added(one, times(other, new Decimal(-1)));
}

export function times(amount: TaxedAmount, factor: Decimal): TaxedAmount {
  return ofEach(amount, (part) => part.times(factor));
}

export function dividedBy(amount: TaxedAmount, divisor: Decimal): TaxedAmount {
  return ofEach(amount, (part) => part.div(divisor));
}

/** Half away from zero, to the minor units of the currency. */
export function rounded(amount: TaxedAmount, currency: string): TaxedAmount {
  return ofEach(amount, (part) => roundToMinorUnits(part, currency));
}

function ofEach({ taxableAmount, taxAmount, surchargeAmount }: TaxedAmount, change: (part: Decimal) => Decimal) {
  return {
    taxableAmount: change(taxableAmount),
    taxAmount: change(taxAmount),
    surchargeAmount: change(surchargeAmount),
  };
}

export function isZero({ taxableAmount, taxAmount, surchargeAmount }: TaxedAmount): boolean {
  return taxableAmount.eq(0) && taxAmount.eq(0) && surchargeAmount.eq(0);
}
