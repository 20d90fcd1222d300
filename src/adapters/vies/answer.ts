import type { VatNumberVerdict } from "../../ports/vat-number-verifier.ts";
import { type Fault, faultOfCode, faultOfStatus, finalFault } from "./fault.ts";
import type { ViesQuestion } from "./question.ts";

/** What came back over HTTP. */
export interface Reply {
  readonly status: number;
  /** `undefined` where it was longer than any answer. */
  readonly text: string | undefined;
  readonly retryAfterMs: number;
}

/** Such as `WAPIAAAAaEDkvhHx`, of which the form is nowhere described. */
const CONSULTATION_NUMBER = /^[\x21-\x7E]{1,64}$/;

/** The ways to say that there is none; `---` stands for any value that is withheld. */
const NO_CONSULTATION_NUMBER: readonly unknown[] = [undefined, null, "", "---"];

/** The endpoint for single numbers has this field, with the fault or the verdict in it; here it only guards. */
const NO_USER_ERROR: readonly unknown[] = [undefined, null, "", "VALID", "INVALID"];

type Body = Readonly<Record<string, unknown>>;

/**
 * The verdict in a reply, else why there is none. The service sends faults with HTTP 200 as well, and with a `valid`
 * beside them that means nothing; so a verdict is only what has no sign of a fault and names the number that was asked.
 */
export function readReply({ status, text, retryAfterMs }: Reply, question: ViesQuestion): VatNumberVerdict | Fault {
  const body = parseObject(text ?? "");
  const code = body && faultCodeOf(body);
  const known = code === undefined ? undefined : faultOfCode(code, retryAfterMs);
  if (known !== undefined) return known;
  if (status !== 200) return faultOfStatus(status, code, retryAfterMs);
  if (code !== undefined) return finalFault("an error that is not known", code);
  if (body === undefined) return finalFault("an answer that is not understood");
  return readVerdict(body, question);
}

function readVerdict(body: Body, question: ViesQuestion): VatNumberVerdict | Fault {
  const { valid, countryCode, vatNumber, requestIdentifier } = body;
  if (typeof valid !== "boolean") return finalFault("an answer without a verdict");
  if (countryCode !== question.countryCode || vatNumber !== question.vatNumber) {
    return finalFault("an answer about another VAT number");
  }
  const status = valid ? "valid" : "invalid";
  if (question.requesterNumber === undefined || NO_CONSULTATION_NUMBER.includes(requestIdentifier)) {
    return { status, consultationNumber: undefined };
  }
  if (typeof requestIdentifier !== "string" || !CONSULTATION_NUMBER.test(requestIdentifier)) {
    return finalFault("a consultation number that is none");
  }
  return { status, consultationNumber: requestIdentifier };
}

/** The code of the fault that a body reports, `""` where it names none; `undefined` where it reports no fault. */
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
