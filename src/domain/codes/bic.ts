import { isCountryCode } from "../vat/territory/country.ts";

const BIC = /^[A-Z\d]{4}([A-Z]{2})[A-Z\d]{2}(?:[A-Z\d]{3})?$/;

/** Whether a text is a business identifier code: 8 or 11 letters and digits, with a country in the middle. @see ISO 9362 */
export function isBic(text: string): boolean {
  const country = BIC.exec(text)?.[1];
  return country !== undefined && isCountryCode(country);
}
