import {
  type DecimalText,
  decimalText,
  differBy,
  divided,
  minus,
  plus,
  roundedQuotient,
  times,
} from "./decimal-text.ts";
import { deductionsOf } from "./line-sum.ts";
import { type MinorUnits, roundedToSum } from "./minor-units.ts";
import { chargedRate } from "./taxes.ts";
import type { TotalsItem } from "./totals-input.ts";

/** The amounts of one group of the VAT breakdown that has gross prices. */
export interface GrossGroup {
  /** Sum of the gross amounts, less {@link tax}. */
  readonly taxable: MinorUnits;
  readonly tax: MinorUnits;
  /** The net amount of each line, in the order of the gross amounts. Their sum is {@link taxable}. */
  readonly nets: readonly MinorUnits[];
}

/**
 * Takes the VAT out of the gross amounts of one group of the breakdown. The VAT is gross sum × rate / (100 + rate),
 * rounded once, so it differs from taxable amount × rate by one minor unit at most. Each line's net amount is its exact
 * one, rounded up or down: up for the lines with the largest remainders, as many as the taxable amount needs.
 */
export function splitGrossAmounts(grossAmounts: readonly MinorUnits[], ratePercent: number): GrossGroup {
  // Whole numbers with the relation of 100 to 100 + rate.
  const [wholePercent = "", decimals = ""] = decimalText(ratePercent).split(".");
  const netParts = 100n * 10n ** BigInt(decimals.length);
  const grossParts = netParts + BigInt(wholePercent + decimals);

  const gross = grossAmounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
  const tax = roundedQuotient(gross * (grossParts - netParts), grossParts);
  const dividends = grossAmounts.map((amount) => BigInt(amount) * netParts);
  const nets = roundedToSum(gross - tax, dividends, grossParts);
  return { taxable: Number(gross - tax) as MinorUnits, tax: Number(tax) as MinorUnits, nets };
}

/** Prices with more decimals than this are left to doubles. */
const MOST_DECIMALS_COMPUTED = 20;

/**
 * The net unit price of a line with a gross unit price. It has as many decimals as the currency and the gross price
 * have, and more if quantity × net unit price, less discounts and with charges, would otherwise differ from the line net amount by
 * more than one minor unit.
 *
 * @param net the line net amount
 * @param digits decimals of the currency's minor unit
 */
export function netUnitPrice(item: TotalsItem, net: MinorUnits, digits: number): number {
  if (item.taxRate === 0) return item.unitPrice;
  const { quantity, unitPrice, priceBaseQuantity = 1 } = item;
  const taxRate = chargedRate(item);
  const { percent, amount } = deductionsOf(item);
  const share = minus(100, percent);
  // Both times the base quantity.
  const unitsPerPrice = times(times(share, quantity), 10 ** (digits - 2));
  const withoutVat = (given: number | DecimalText, decimals: number) =>
    divided(times(given, 100), plus(taxRate, 100), decimals);
  const netUnits = plus(times(withoutVat(amount, MOST_DECIMALS_COMPUTED), 10 ** digits), net);
  const units = times(netUnits, priceBaseQuantity);
  const fits = (price: DecimalText) => !differBy(priceBaseQuantity, times(unitsPerPrice, Number(price)), units);

  const decimalsGiven = decimalText(unitPrice).split(".")[1]?.length ?? 0;
  for (let decimals = Math.max(digits, decimalsGiven); decimals <= MOST_DECIMALS_COMPUTED; decimals += 1) {
    const price = withoutVat(unitPrice, decimals);
    if (fits(price)) return Number(price);
    // The line net amount may be so far from the exact one that only the price computed from it fits.
    const priceOfLine = share === "0" ? price : divided(units, unitsPerPrice, decimals);
    if (fits(priceOfLine)) return Number(priceOfLine);
  }
  // A huge quantity of a tiny price. Only a double is precise enough.
  return Number(units) / quantity / Number(share) / 10 ** (digits - 2);
}
