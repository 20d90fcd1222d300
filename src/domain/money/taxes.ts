import { divided, plus, times } from "./decimal-text.ts";
import { type MinorUnits, plusUnits, roundedProduct, ZERO_UNITS } from "./minor-units.ts";

/** A rate of VAT and that of Spain's equivalence surcharge beside it, in percent. */
export interface TaxRates {
  readonly taxRate: number;
  /** Absent: there is no surcharge. */
  readonly surchargeRate?: number | undefined;
}

/** What is charged on a taxable amount. */
export interface Taxes {
  /** VAT and surcharge together. */
  readonly tax: MinorUnits;
  /** The surcharge alone. */
  readonly surcharge: MinorUnits;
}

/** VAT and surcharge together, in percent. */
export function chargedRate({ taxRate, surchargeRate = 0 }: TaxRates): number {
  return surchargeRate === 0 ? taxRate : Number(plus(taxRate, surchargeRate));
}

/** What is charged on a net amount: VAT and surcharge are each rounded once. */
export function taxesOn(taxable: MinorUnits, { taxRate, surchargeRate = 0 }: TaxRates): Taxes {
  const tax = roundedProduct(taxable, taxRate, -2);
  if (surchargeRate === 0) return { tax, surcharge: ZERO_UNITS };
  const surcharge = roundedProduct(taxable, surchargeRate, -2);
  return { tax: plusUnits(tax, surcharge), surcharge };
}

/** VAT and surcharge that a gross amount contains together, with the share of the surcharge rounded. */
export function taxesWithin(tax: MinorUnits, rates: TaxRates): Taxes {
  const { surchargeRate = 0 } = rates;
  if (surchargeRate === 0) return { tax, surcharge: ZERO_UNITS };
  return { tax, surcharge: Number(divided(times(tax, surchargeRate), chargedRate(rates), 0)) as MinorUnits };
}
