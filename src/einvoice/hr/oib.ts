/**
 * Whether a text is a personal number (OIB), with or without `HR` before it: ten digits and the check digit of ISO 7064 MOD
 * 11,10.
 */
export function isOib(text: string): boolean {
  const [, digits, checkDigit] = /^(?:HR)?(\d{10})(\d)$/.exec(text) ?? [];
  const rest = Array.from(digits ?? "").reduce((sum, digit) => (((sum + Number(digit)) % 10 || 10) * 2) % 11, 10);
  return digits !== undefined && (11 - rest) % 10 === Number(checkDigit);
}
