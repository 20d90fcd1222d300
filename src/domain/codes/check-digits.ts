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
