/** The locale of the tests' browsers, unless a test asks for another. */
export const LOCALE = "en-IE";

/** An amount as the browser writes it, in the currency's own decimals. */
export function amountText(amount: number, currency: string): string {
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency }).format(amount);
}

/** `ratePercent` is in percent: 25.5. */
export function percentText(ratePercent: number): string {
  return new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 3 }).format(ratePercent / 100);
}
