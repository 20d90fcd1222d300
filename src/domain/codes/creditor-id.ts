import { hasValidCheckDigits } from "./check-digits.ts";

/** Country, check digits, business code, national identifier. */
const CREDITOR_ID = /^([A-Z]{2}\d{2})[A-Z\d+?/:().,'-]{3}([A-Z\d+?/:().,'-]{1,28})$/;

/**
 * Whether a text is a creditor identifier of SEPA direct debits, such as `DE98ZZZ09999999999`. Its check digits do not
 * count the business code.
 *
 * @see EPC262-08, Creditor Identifier Overview
 */
export function isCreditorId(text: string): boolean {
  const [, start, national] = CREDITOR_ID.exec(text) ?? [];
  return start !== undefined && hasValidCheckDigits((national + start).replaceAll(/[^A-Z\d]/g, ""));
}
