import type { Decimal } from "../../money/decimal.ts";
import { fromMinorUnits, type MinorUnits, minorUnitDigits } from "../../money/minor-units.ts";
import { type FieldError, Refusal } from "../../refusal.ts";

/** Whether a part is between 0 and the whole, whichever sign that has. */
export function isPartOf(part: Decimal, whole: Decimal): boolean {
  return whole.gte(0) ? part.gte(0) && part.lte(whole) : part.lte(0) && part.gte(whole);
}

/** An amount with its currency, for messages: `12.5 EUR`. */
export function amountInWords(units: MinorUnits, currency: string): string {
  return `${fromMinorUnits(units, minorUnitDigits(currency))} ${currency}`;
}

/** The refusal of a credit that is more than is left. */
export function creditExceeds(errors: readonly FieldError[], message: string): Refusal {
  return new Refusal("credit_exceeds_invoice", message, errors);
}

/** The refusal of parts, such as lines, that are each within their limits, but not together. */
export function partsExceed(parts: "lines" | "allowances" | "charges", detail: string, message: string): Refusal {
  return creditExceeds([{ pointer: `/${parts}`, detail }], message);
}
