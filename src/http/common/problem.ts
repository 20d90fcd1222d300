import { z } from "zod";
import { type FieldError, Refusal, type RefusalCode, type RefusalSubject, subjectOf } from "../../domain/refusal.ts";
import { OutcomeUnknownError, StoreBusyError, StoreUnavailableError } from "../../domain/store-errors.ts";
import { lazy } from "../../service/schemas/lazy.ts";
import { requestInvalid } from "../../service/schemas/parse.ts";

/** The errors that are found before a use case is called, in order of precedence. */
export const HTTP_FAULTS = {
  invalid_host: { status: 400, title: "The Host header is not valid" },
  route_not_found: { status: 404, title: "No such endpoint" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  unauthenticated: { status: 401, title: "No valid API key" },
  insufficient_scope: { status: 403, title: "The API key lacks a scope" },
  unsupported_media_type: { status: 415, title: "The body must be JSON" },
  body_too_large: { status: 413, title: "The body is too large" },
  malformed_json: { status: 400, title: "The body is not valid JSON" },
} as const;

/** The HTTP status of refusals, by what they are about. */
export const STATUSES: Record<RefusalSubject, number> = { request: 422, absence: 404, state: 409, outage: 503 };

/** The title of each refusal. A new refusal does not compile until it is listed here. */
const REFUSALS: Record<RefusalCode, { title: string; retryAfterSeconds?: number }> = {
  request_invalid: { title: "The request is not valid" },
  idempotency_key_reused: { title: "The idempotency key was used for a different request" },
  company_not_found: { title: "No such company" },
  invoice_not_found: { title: "No such invoice" },
  document_unreadable: { title: "The stored document is damaged" },
  client_country_required: { title: "The client's country is required" },
  company_not_vat_registered: { title: "The company is not VAT-registered" },
  vat_number_invalid: { title: "The client's VAT number is not valid" },
  vat_rate_unknown: { title: "No VAT rate is known" },
  vat_rate_unlawful: { title: "The VAT rate is not lawful" },
  tax_rate_conflict: { title: "The given VAT rate differs from the determined rate" },
  amount_out_of_range: { title: "An amount is out of range" },
  einvoice_incomplete: { title: "The electronic document would break rules" },
  vat_number_unverified: { title: "The client's VAT number could not be verified", retryAfterSeconds: 60 },
  invoice_cancelled: { title: "The invoice is cancelled" },
  invoice_paid: { title: "The invoice is paid" },
  write_off_refused: { title: "The invoice cannot be written off" },
  payment_exceeds_amount_due: { title: "The payment exceeds the amount due" },
  credit_exceeds_invoice: { title: "The credit exceeds what is left of the invoice" },
  refund_exceeds_amount_paid: { title: "The refund exceeds what was paid" },
  credit_note_not_found: { title: "No such credit note" },
  numbering_started: { title: "Numbering has started" },
  clock_out_of_step: { title: "The clock is out of step" },
};

/** The errors that the client did not cause. */
export const SERVER_FAULTS = {
  internal_error: { status: 500, title: "Internal error" },
  store_busy: { status: 503, title: "The store is busy" },
  store_unavailable: { status: 503, title: "The store is not available" },
  outcome_unknown: { status: 503, title: "The outcome is unknown" },
} as const;

/** An error in the HTTP request itself, found before a use case is called. */
export class HttpFault extends Error {
  override readonly name = "HttpFault";
  readonly code: keyof typeof HTTP_FAULTS;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: keyof typeof HTTP_FAULTS, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.code = code;
    this.headers = headers;
  }
}

/** RFC 9457's problem details, with the code and, for bad input, the faulty fields. */
export const problemResponse = lazy(() =>
  z.object({
    type: z.string().describe("URI of the kind of problem"),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What was wrong with this request, for people"),
    code: z
      .enum(Object.keys({ ...HTTP_FAULTS, ...REFUSALS, ...SERVER_FAULTS }))
      .describe("Stable code to branch on. Codes never change meaning; later versions may add some"),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional().describe("JSON Pointer into the body"),
          parameter: z.string().optional().describe("The query parameter or header"),
          detail: z.string(),
        }),
      )
      .optional()
      .describe("The faulty fields, if the input is at fault"),
  }),
);

/** RFC 9457's problem details: the JSON body of an answer to an error. */
export interface Problem {
  /** URI of the kind of problem: `urn:problem-type:faktura:` and the code. */
  readonly type: string;
  /** The kind of problem, for people. The same for every problem of this code. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What was wrong with this request, for people. */
  readonly detail: string;
  /** Stable code to branch on. Codes never change meaning; later versions may add some. */
  readonly code: string;
  /** The faulty fields. Absent: the input is not at fault, or no field is. */
  readonly errors?: readonly FieldError[] | undefined;
}

/** How an error is answered over HTTP. */
export interface ProblemAnswer {
  /** The HTTP status, 400 to 599. */
  readonly status: number;
  /** `Content-Type` and `Cache-Control`, and `Retry-After` if it is known when to repeat the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly problem: Problem;
}

/**
 * How the endpoints answer an error of the library, for your own routes: a `Refusal`, `StoreBusyError`,
 * `StoreUnavailableError` or `OutcomeUnknownError`. `undefined` for every other error: log it and answer 500, because
 * clients must not see it.
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { problemOf } from "faktura/http";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const answer = await company.get("unknown").then(Response.json, (error) => {
 *   const known = problemOf(error);
 *   if (known === undefined) throw error;
 *   return new Response(JSON.stringify(known.problem), known);
 * });
 * console.log(answer.status); // 404
 * ```
 */
export function problemOf(error: unknown): ProblemAnswer | undefined {
  if (error instanceof HttpFault) return problem(error.code, HTTP_FAULTS[error.code], error.message, error.headers);
  if (error instanceof Refusal) {
    const { message, errors } = withHeaderNames(error);
    const known: Partial<typeof REFUSALS> = REFUSALS;
    const { title, retryAfterSeconds } = known[error.code] ?? { title: "The request was refused" };
    const headers = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
    return problem(
      error.code,
      { status: STATUSES[subjectOf(error)] ?? STATUSES.request, title },
      message,
      headers,
      errors,
    );
  }
  if (error instanceof StoreBusyError) {
    const detail = "Too many writes are waiting. Nothing was written for this request. Repeat it.";
    return problem("store_busy", SERVER_FAULTS.store_busy, detail, { "Retry-After": "1" });
  }
  if (error instanceof StoreUnavailableError) {
    const detail = "The database cannot be reached. Nothing was written for this request. Repeat it later.";
    return problem("store_unavailable", SERVER_FAULTS.store_unavailable, detail, { "Retry-After": "5" });
  }
  if (error instanceof OutcomeUnknownError) {
    const detail =
      "The database did not say whether this request was written. Repeat it with the same idempotency key.";
    return problem("outcome_unknown", SERVER_FAULTS.outcome_unknown, detail, {});
  }
  return undefined;
}

/** What the refusal says, with the name that clients know: the option `idempotencyKey` of a call is a header here. */
function withHeaderNames(refusal: Refusal): Pick<Refusal, "message" | "errors"> {
  const isOption = (error: FieldError) => "parameter" in error && error.parameter === "idempotencyKey";
  if (!refusal.errors.some(isOption)) return refusal;
  const errors = refusal.errors.map((error) =>
    isOption(error) ? { parameter: "Idempotency-Key", detail: error.detail } : error,
  );
  return refusal.code === "request_invalid" ? requestInvalid(errors) : { message: refusal.message, errors };
}

/** The answer to an unexpected error. It says nothing about the cause. */
export function internalError(): ProblemAnswer {
  const detail = "Something went wrong on the server. You can repeat the request with the same idempotency key.";
  return problem("internal_error", SERVER_FAULTS.internal_error, detail, {});
}

/** The answer if the server itself read the body before the handler, which repeating would not change. */
export function bodyReadBefore(): ProblemAnswer {
  const detail =
    "Other code on the server, such as a body parser, read the body before this handler; its developer must mount the handler before that code.";
  return problem("internal_error", SERVER_FAULTS.internal_error, detail, {});
}

function problem(
  code: string,
  { status, title }: { readonly status: number; readonly title: string },
  detail: string,
  headers: Readonly<Record<string, string>>,
  errors: readonly FieldError[] = [],
): ProblemAnswer {
  const body = { type: `urn:problem-type:faktura:${code}`, title, status, detail, code };
  return {
    status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers },
    problem: errors.length === 0 ? body : { ...body, errors },
  };
}
