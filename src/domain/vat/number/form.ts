import type { VatPrefix } from "./checksums.ts";

/** What follows the prefix, in words. */
const FORMS: Readonly<Record<Exclude<VatPrefix, "XI">, string>> = {
  AT: ", U and 8 digits",
  BE: " and 10 digits, of which the first is 0 or 1",
  BG: " and 9 or 10 digits",
  CY: ", 8 digits and a letter",
  CZ: " and 8 to 10 digits",
  DE: " and 9 digits",
  DK: " and 8 digits",
  EE: " and 9 digits",
  EL: " and 9 digits",
  ES: ", 7 digits between two letters, or 8 digits before or after one",
  FI: " and 8 digits",
  FR: ", 2 letters or digits, and 9 digits",
  GB: " (in Northern Ireland XI) and 9 or 12 digits, GD and 3 digits, or HA and 3 digits",
  HR: " and 11 digits",
  HU: " and 8 digits",
  IE: ", 7 digits, and 1 or 2 letters",
  IT: " and 11 digits",
  LT: " and 9 or 12 digits",
  LU: " and 8 digits",
  LV: " and 11 digits",
  MT: " and 8 digits",
  NL: ", 9 digits, B and 2 digits",
  PL: " and 10 digits",
  PT: " and 9 digits",
  RO: " and 2 to 10 digits",
  SE: " and 12 digits",
  SI: " and 8 digits",
  SK: " and 10 digits",
};

/**
 * The form of a state's VAT numbers in words, such as `DE and 9 digits`; `undefined` if `state` is neither a member state
 * nor the United Kingdom. @see STRUCTURES in `parse.ts`, which decides
 */
export function vatNumberForm(state: string): string | undefined {
  const prefix = state === "GR" ? "EL" : state;
  return Object.hasOwn(FORMS, prefix) ? prefix + FORMS[prefix as keyof typeof FORMS] : undefined;
}
