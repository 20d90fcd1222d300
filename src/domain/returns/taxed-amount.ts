import { Decimal } from "../money/decimal.ts";

/** An amount without VAT, and the VAT on it. Exact. */
export interface TaxedAmount {
  readonly taxableAmount: Decimal;
  readonly taxAmount: Decimal;
}

export const ZERO: TaxedAmount = { taxableAmount: new Decimal(0), taxAmount: new Decimal(0) };

export function added(one: TaxedAmount, other: TaxedAmount): TaxedAmount {
  return {
    taxableAmount: one.taxableAmount.plus(other.taxableAmount),
    taxAmount: one.taxAmount.plus(other.taxAmount),
  };
}

export function subtracted(one: TaxedAmount, other: TaxedAmount): TaxedAmount {
  return added(one, times(other, new Decimal(-1)));
}

export function times({ taxableAmount, taxAmount }: TaxedAmount, factor: Decimal): TaxedAmount {
  return { taxableAmount: taxableAmount.times(factor), taxAmount: taxAmount.times(factor) };
}

export function isZero({ taxableAmount, taxAmount }: TaxedAmount): boolean {
  return taxableAmount.eq(0) && taxAmount.eq(0);
}
