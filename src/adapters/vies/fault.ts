/** What to do where there is no verdict. */
type NextStep = "ask-again" | "ask-without-requester" | "give-up";

/** Why there is no verdict. None of them says anything about the number. */
export interface Fault {
  readonly next: NextStep;
  /** For people. */
  readonly detail: string;
  /** How long the service wants to be left alone; 0 where it does not say. */
  readonly retryAfterMs: number;
}

/**
 * The codes that the service documents or was seen to give, with what its own texts say of them.
 *
 * `INVALID_INPUT` stands for a country code that is none or an empty number, neither of which is asked about, and does
 * not tell which of the two numbers it means. So it is a question that was not understood, and never a no.
 */
// biome-ignore format: a table is read in columns
const FAULTS: Readonly<Record<string, readonly [NextStep, string]>> = {
  SERVICE_UNAVAILABLE:            ["ask-again",             "the service is down"],
  MS_UNAVAILABLE:                 ["ask-again",             "the member state's register is down"],
  TIMEOUT:                        ["ask-again",             "the member state's register did not answer in time"],
  SERVER_BUSY:                    ["ask-again",             "the service is busy"],
  GLOBAL_MAX_CONCURRENT_REQ:      ["ask-again",             "too many inquiries at once"],
  GLOBAL_MAX_CONCURRENT_REQ_TIME: ["ask-again",             "too many inquiries in a while"],
  MS_MAX_CONCURRENT_REQ:          ["ask-again",             "too many inquiries at once for the member state"],
  MS_MAX_CONCURRENT_REQ_TIME:     ["ask-again",             "too many inquiries in a while for the member state"],
  "VOW-ERR-1":                    ["ask-again",             "an unexpected error of the service"],
  INVALID_REQUESTER_INFO:         ["ask-without-requester", "the requester's VAT number is refused"],
  "VOW-ERR-2500":                 ["ask-without-requester", "the requester's member state is refused"],
  "VOW-ERR-2700":                 ["ask-without-requester", "the form of the requester's VAT number is refused"],
  INVALID_INPUT:                  ["ask-without-requester", "the inquiry is refused, which is no verdict"],
  VAT_BLOCKED:                    ["give-up",               "inquiries with this VAT number are blocked"],
  IP_BLOCKED:                     ["give-up",               "this server's address is blocked"],
};

/** The fault that a code of the service stands for; `undefined` where the code is not known. */
export function faultOfCode(code: string, retryAfterMs: number): Fault | undefined {
  if (!Object.hasOwn(FAULTS, code)) return undefined;
  const [next, meaning] = FAULTS[code]!;
  return { next, detail: `VIES: ${code} (${meaning})`, retryAfterMs };
}

/** The fault that an HTTP status stands for. A code that is not known is told, if it looks like one. */
export function faultOfStatus(status: number, code: string | undefined, retryAfterMs: number): Fault {
  const isPassing = status >= 500 || status === 429 || status === 408;
  return { next: isPassing ? "ask-again" : "give-up", detail: `VIES: HTTP ${status}${told(code)}`, retryAfterMs };
}

/** Asking again would not help. */
export function finalFault(detail: string, code?: string): Fault {
  return { next: "give-up", detail: `VIES: ${detail}${told(code)}`, retryAfterMs: 0 };
}

/** Nothing was answered, or not all of it. */
export function transportFault(detail: string, code?: unknown): Fault {
  return { next: "ask-again", detail: `VIES: ${detail}${told(code)}`, retryAfterMs: 0 };
}

/** Text from outside gets into a message only where it can be nothing but a code. */
function told(code: unknown): string {
  return typeof code === "string" && /^[A-Z][A-Z\d_-]{1,63}$/.test(code) ? ` (${code})` : "";
}
