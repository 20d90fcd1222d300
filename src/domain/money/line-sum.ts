import { type DecimalText, minus, plus, times } from "./decimal-text.ts";
import type { LineDiscount } from "./generated/amounts.ts";

/** What decides the amount of a line. Numbers are rounded to ten decimals before anything is computed. */
export interface PricedLine {
  /** Any finite number except 0. A negative one is a return or a discount. */
  readonly quantity: number;
  /** Net of VAT, or gross with `prices: "gross"`. In the invoice's currency, 0 or more. */
  readonly unitPrice: number;
  /** The quantity that the unit price is for, above 0. Absent: 1. */
  readonly priceBaseQuantity?: number | undefined;
  /** Taken off the line, before VAT is computed. */
  readonly discount?: LineDiscount | undefined;
  /** More discounts. All percentages without a base amount are of quantity × unit price ÷ base quantity. */
  readonly discounts?: readonly LineDiscount[] | undefined;
  /** Added to the line, before VAT is computed. */
  readonly charges?: readonly LineDiscount[] | undefined;
}

/**
 * The discounts of a line, less its charges: the sum of the percentages and that of the amounts. Amounts have the sign of the
 * quantity, because a discount lowers what the client gets back for a return.
 */
export function deductionsOf({ quantity, discount, discounts = [], charges = [] }: PricedLine): {
  readonly percent: DecimalText;
  readonly amount: DecimalText;
} {
  const sum = (of: (given: LineDiscount) => number | DecimalText) => {
    const added = (one: DecimalText, other: LineDiscount) => plus(one, of(other));
    const given = discount === undefined ? discounts : [discount, ...discounts];
    return minus(given.reduce(added, "0"), charges.reduce(added, "0"));
  };
  const amount = sum(({ percent, baseAmount, amount = 0 }) =>
    percent === undefined || baseAmount === undefined ? amount : times(times(baseAmount, percent), 0.01),
  );
  return {
    percent: sum(({ percent = 0, baseAmount }) => (baseAmount === undefined ? percent : 0)),
    amount: quantity < 0 ? minus(0, amount) : amount,
  };
}

/**
 * The amount of a line as a fraction: quantity × unit price ÷ base quantity − discounts + charges. Percentages
 * without a base amount are of quantity × unit price ÷ base quantity.
 */
export function lineFraction(line: PricedLine): {
  readonly dividend: DecimalText;
  readonly divisor: DecimalText;
} {
  const { percent, amount } = deductionsOf(line);
  const divisor = times(line.priceBaseQuantity ?? 1, 100);
  const price = times(line.quantity, line.unitPrice);
  return { dividend: minus(times(price, minus(100, percent)), times(amount, divisor)), divisor };
}
