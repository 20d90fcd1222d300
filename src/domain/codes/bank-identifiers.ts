import { isCountryCode } from "../vat/territory/country.ts";

const BIC = /^[A-Z\d]{4}([A-Z]{2})[A-Z\d]{2}(?:[A-Z\d]{3})?$/;

/** Whether a text is a business identifier code: 8 or 11 letters and digits, with a country in the middle. @see ISO 9362 */
export function isBic(text: string): boolean {
  const country = BIC.exec(text)?.[1];
  return country !== undefined && isCountryCode(country);
}

/** The length of an IBAN by country. @see ISO 13616 and the IBAN Registry of SWIFT, release 100 */
// biome-ignore format: a flat table
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28,
  CZ: 24, DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FK: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23,
  GL: 18, GR: 27, GT: 28, HN: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28,
  LC: 32, LI: 21, LT: 20, LU: 20, LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MN: 20, MR: 27, MT: 31, MU: 30, NI: 28,
  NL: 18, NO: 15, OM: 23, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24, SC: 31, SD: 18, SE: 24,
  SI: 19, SK: 24, SM: 27, SO: 23, ST: 25, SV: 28, TL: 23, TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, XK: 20, YE: 30,
};

/**
 * What is wrong with an IBAN, after the name of its field; `undefined` if nothing is. Spaces may be anywhere between its
 * characters; letters are capitals. Its check digits and its country's length are checked, not the bank's own part.
 */
export function ibanFault(text: string): string | undefined {
  const iban = text.replaceAll(" ", "");
  const country = /^([A-Z]{2})\d{2}[A-Z\d]+$/.exec(iban)?.[1];
  if (country === undefined) return 'must be an IBAN in capitals, such as "DE02 1203 0000 0000 2020 51"';
  if (!Object.hasOwn(LENGTHS, country)) return `begins with ${country}, which is not a country that has IBANs`;
  const length = LENGTHS[country]!;
  if (iban.length !== length) return `must have ${length} characters in ${country}, but has ${iban.length}`;
  return hasValidCheckDigits(iban.slice(4) + iban.slice(0, 4))
    ? undefined
    : "fails its check digits; a character may be mistyped";
}

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

/**
 * Whether the letters and digits of `text` leave 1 when divided by 97, with `A` = 10 to `Z` = 35: the check of IBANs and
 * of creditor identifiers, whose first four characters must be at the end.
 *
 * @see ISO/IEC 7064, MOD 97-10
 */
export function hasValidCheckDigits(text: string): boolean {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder === 1;
}
