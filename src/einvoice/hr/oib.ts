/**
 * Whether a text is a personal number (OIB), with or without `HR` before it: ten digits and the check digit of ISO 7064 MOD
 * 11,10. What follows them is not compared, as in Croatia's rules.
 */
export function isOib(text: string): boolean {
  const digits = Array.from(text.replace(/^HR/, "").slice(0, 11), (digit) => (/\d/.test(digit) ? Number(digit) : NaN));
  const checkDigit = digits.length === 11 ? digits.pop() : undefined;
  const rest = digits.reduce((sum, digit) => (((sum + digit) % 10 || 10) * 2) % 11, 10);
  return checkDigit !== undefined && !digits.some(Number.isNaN) && (11 - rest) % 10 === checkDigit;
}
