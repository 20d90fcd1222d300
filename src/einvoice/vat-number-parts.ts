/** The letters before VAT numbers of the EU and Northern Ireland. */
const EU_PREFIX = /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)$/;

/** A VAT number without its prefix. */
export interface VatNumberParts {
  /** The letters before it, such as `EL`; those of the country if it has none that are known. */
  readonly prefix: string;
  /** Whether the prefix is one of the EU or Northern Ireland. */
  readonly isEu: boolean;
  /** Its letters and digits, without the prefix. */
  readonly code: string;
}

/** Splits a VAT number of a party in the country. Other letters than a prefix, such as those of `NIF1`, are part of the number. */
export function vatNumberParts(number: string, country: string): VatNumberParts {
  const letters = /^[A-Z]{2}/.exec(number)?.[0];
  const code = number.replace(/[^A-Za-z0-9]/g, "");
  const hasPrefix = letters !== undefined && (letters === country || EU_PREFIX.test(letters));
  const prefix = hasPrefix ? letters : euPrefixOf(country);
  return { prefix, isEu: EU_PREFIX.test(prefix), code: hasPrefix ? code.slice(2) : code };
}

/** The prefix of a country's VAT numbers. Greece has its own. */
export function euPrefixOf(country: string): string {
  return country === "GR" ? "EL" : country;
}

/** Whether VAT numbers of the country have a prefix of the EU. */
export function hasEuPrefix(country: string): boolean {
  return EU_PREFIX.test(euPrefixOf(country));
}
