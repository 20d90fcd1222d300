import { brandErrors, brandOf } from "./error-brand.ts";

/** What a refusal is about: the request, what is not there, the state, or what passes with time. HTTP has a status for each. */
export type RefusalSubject = "request" | "absence" | "state" | "outage";

/** What each refusal is about, in the order of {@link REFUSAL_CODES}. */
export const REFUSAL_SUBJECTS = {
  request_invalid: "request",
  idempotency_key_reused: "request",
  company_not_found: "absence",
  invoice_not_found: "absence",
  document_unreadable: "state",
  client_country_required: "request",
  company_not_vat_registered: "request",
  vat_number_invalid: "request",
  vat_rate_unknown: "request",
  vat_rate_unlawful: "request",
  tax_rate_conflict: "request",
  amount_out_of_range: "request",
  einvoice_incomplete: "request",
  vat_number_unverified: "outage",
  invoice_cancelled: "state",
  invoice_paid: "state",
  write_off_refused: "state",
  payment_exceeds_amount_due: "request",
  credit_exceeds_invoice: "request",
  refund_exceeds_amount_paid: "request",
  credit_note_not_found: "absence",
  numbering_started: "state",
  clock_out_of_step: "outage",
} as const satisfies Record<string, RefusalSubject>;

/** One of {@link REFUSAL_CODES}. */
export type RefusalCode = keyof typeof REFUSAL_SUBJECTS;

/**
 * Every reason why the library can refuse, in order of precedence: if several apply to one request, the first in
 * this list is reported. Codes are part of the public API and never change their meaning; messages may be reworded.
 */
export const REFUSAL_CODES = Object.keys(REFUSAL_SUBJECTS) as readonly RefusalCode[];

/**
 * One faulty field of a request, and what is wrong with it. `pointer` is a JSON Pointer (RFC 6901) into the
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

brandErrors(Refusal, "Refusal", ({ code }) => REFUSAL_SUBJECTS[code]);

/** What the refusal is about, as the copy of the package that made it knows: its code may be of a later version. */
export function subjectOf(refusal: Refusal): RefusalSubject {
  return brandOf(refusal)?.about as RefusalSubject;
}

/**
 * The refusal of input with these faults. Its message states one of them, the first unless `shown` is another, for those
 * who only log the message; `what` is its first sentence.
 */
export function inputRefusal(what: string, errors: readonly FieldError[], shown = errors[0]!): Refusal {
  const { detail, ...field } = shown;
  const name = "pointer" in field ? field.pointer : field.parameter;
  const others = errors.length > 1 ? ` ${errors.length - 1} more in errors.` : "";
  const first = `${name === "" ? "It " : `${name}: `}${detail}${detail.endsWith("?") ? "" : "."}`;
  return new Refusal("request_invalid", `${what}. ${first}${others}`, errors);
}

/** The refusal for one fault of one field. Its message is the same sentence: the field's name and the detail. */
export function fieldRefusal(field: string, detail: string, code: RefusalCode = "request_invalid"): Refusal {
  return new Refusal(code, `${field} ${detail}.`, [{ pointer: `/${field}`, detail }]);
}

/** Whether `error` is a {@link Refusal}, of this copy of the package or another, with this `code` if one is given. */
export function isRefusal<Code extends RefusalCode = RefusalCode>(
  error: unknown,
  code?: Code,
): error is Refusal & { readonly code: Code } {
  return error instanceof Refusal && (code === undefined || error.code === code);
}
