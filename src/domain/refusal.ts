/**
 * Every reason why the library can refuse, in order of precedence: if several apply to one request, the first in
 * this list is reported. Codes are part of the public API and never change their meaning; messages may be reworded.
 */
export const REFUSAL_CODES = [
  "request_invalid",
  "idempotency_key_reused",
  "company_not_found",
  "invoice_not_found",
  "document_unreadable",
  "client_country_required",
  "company_not_vat_registered",
  "vat_number_invalid",
  "vat_rate_unknown",
  "vat_rate_unlawful",
  "tax_rate_conflict",
  "amount_out_of_range",
  "einvoice_incomplete",
  "vat_number_unverified",
  "invoice_cancelled",
  "invoice_paid",
  "payment_exceeds_amount_due",
  "credit_exceeds_invoice",
  "refund_exceeds_amount_paid",
  "credit_note_not_found",
  "numbering_started",
  "clock_out_of_step",
] as const;

/** One of {@link REFUSAL_CODES}. */
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/**
 * One faulty part of a request: its place and what is wrong with it. `pointer` is a JSON Pointer (RFC 6901) into the
 * body; `parameter` names a query parameter, a header or an option.
 */
export type FieldError = {
  /** What is wrong, as the end of a sentence that begins with the field, such as `must be at least 1`. */
  readonly detail: string;
} & (
  | {
      /** The field's JSON Pointer, such as `/items/0/quantity`. */
      readonly pointer: string;
    }
  | {
      /** The name of the query parameter, header or option. */
      readonly parameter: string;
    }
);

/**
 * An expected "no": the input or the state does not allow the request. Nothing was written, and no number was taken. A
 * programming mistake is a `TypeError` instead, and a store that cannot be reached throws its own error.
 *
 * @example
 * ```ts
 * import { canCancel, isRefusal, determineVat } from "faktura";
 *
 * const seller = { country: "DE", vatRegistered: true, ossRegistered: false };
 * try {
 *   determineVat(seller, { country: "FR", vatNumber: "FR123" }, { on: "2026-11-20" });
 * } catch (error) {
 *   if (!isRefusal(error)) throw error;
 *   console.log(error.code); // vat_number_invalid
 * }
 * console.log(canCancel("PAID")); // false
 * ```
 */
export class Refusal extends Error {
  /** Always `Refusal`. */
  override readonly name = "Refusal";

  /** The reason, as a stable code. */
  readonly code: RefusalCode;

  /** The faulty fields, in the order of the request; empty if the refusal is about state, not input. */
  readonly errors: readonly FieldError[];

  constructor(code: RefusalCode, message: string, errors: readonly FieldError[] = [], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.errors = errors;
  }
}

/**
 * The refusal of input with these faults. Its message states one of them, the first unless `shown` is another, for those
 * who only log the message; `what` is its first sentence.
 */
export function inputRefusal(what: string, errors: readonly FieldError[], shown = errors[0]!): Refusal {
  const { detail, ...place } = shown;
  const name = "pointer" in place ? place.pointer : place.parameter;
  const others = errors.length > 1 ? ` ${errors.length - 1} more in errors.` : "";
  const first = `${name === "" ? "It " : `${name}: `}${detail}${detail.endsWith("?") ? "" : "."}`;
  return new Refusal("request_invalid", `${what}. ${first}${others}`, errors);
}

/** Whether `error` is a {@link Refusal}, with this `code` if one is given. */
export function isRefusal<Code extends RefusalCode = RefusalCode>(
  error: unknown,
  code?: Code,
): error is Refusal & { readonly code: Code } {
  return error instanceof Refusal && (code === undefined || error.code === code);
}
