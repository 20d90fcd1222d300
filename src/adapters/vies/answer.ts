import type { VatNumberVerdict } from "../../ports/vat-number-verifier.ts";
import { type Fault, faultOfCode, faultOfStatus, finalFault } from "./fault.ts";
import type { ViesQuestion } from "./question.ts";

/** An HTTP response of the service. */
export interface ViesAnswer {
  readonly status: number;
  /** `undefined` if it was longer than any real answer. */
  readonly text: string | undefined;
  readonly retryAfterMs: number;
}

/** For example `WAPIAAAAaEDkvhHx`. The format is not documented. */
const CONSULTATION_NUMBER = /^[\x21-\x7E]{1,64}$/;

/** The values that mean "none". The service uses `---` for any value that it withholds. */
const NO_CONSULTATION_NUMBER: readonly unknown[] = [undefined, null, "", "---"];

/**
 * The values of `userError` that do not report a fault. The service's other endpoint uses this field, so it is checked
 * too.
 */
const NO_USER_ERROR: readonly unknown[] = [undefined, null, "", "VALID", "INVALID"];

type Body = Readonly<Record<string, unknown>>;

/**
 * The verdict in a reply, or the reason why there is none. The service also sends faults with HTTP 200, along with a
 * meaningless `valid`. So a verdict only counts if nothing in the reply reports a fault and the reply names the number
 * in the request.
 */
export function readAnswer(
  { status, text, retryAfterMs }: ViesAnswer,
  question: ViesQuestion,
): VatNumberVerdict | Fault {
  const body = parseObject(text ?? "");
  const code = body && faultCodeOf(body);
  const known = code === undefined ? undefined : faultOfCode(code, retryAfterMs);
  if (known !== undefined) return known;
  if (status !== 200) return faultOfStatus(status, code, retryAfterMs);
  if (code !== undefined) return finalFault("unknown error", code);
  if (body === undefined) return finalFault("the answer could not be parsed");
  return readVerdict(body, question);
}

function readVerdict(body: Body, question: ViesQuestion): VatNumberVerdict | Fault {
  const { valid, countryCode, vatNumber, requestIdentifier } = body;
  if (typeof valid !== "boolean") return finalFault("the answer has no verdict");
  if (countryCode !== question.countryCode || vatNumber !== question.vatNumber) {
    return finalFault("the answer is about another VAT number");
  }
  const status = valid ? "valid" : "invalid";
  if (question.requesterNumber === undefined || NO_CONSULTATION_NUMBER.includes(requestIdentifier)) {
    return { status, consultationNumber: undefined };
  }
  if (typeof requestIdentifier !== "string" || !CONSULTATION_NUMBER.test(requestIdentifier)) {
    return finalFault("the consultation number is malformed");
  }
  return { status, consultationNumber: requestIdentifier };
}

/** The code of the fault in a body; `""` if the fault has no code, `undefined` if the body reports no fault. */
function faultCodeOf({ actionSucceed = true, errorWrappers, userError }: Body): string | undefined {
  const wrappers: readonly unknown[] = [errorWrappers ?? []].flat();
  const codes = wrappers.map((wrapper) => (wrapper as { readonly error?: unknown } | null)?.error);
  if (!NO_USER_ERROR.includes(userError)) codes.push(userError);
  if (codes.length === 0 && actionSucceed === true) return undefined;
  return codes.find((code) => typeof code === "string") ?? "";
}

function parseObject(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}
