/** What to do after a fault. */
type NextStep = "ask-again" | "ask-without-requester" | "give-up";

/** The reason why there is no verdict. It says nothing about the number. */
export interface Fault {
  readonly next: NextStep;
  /** In English, for people. */
  readonly detail: string;
  /** How long the service asks to wait before the next request; 0 if it does not say. */
  readonly retryAfterMs: number;
}

/**
 * The codes that the service documents or has returned in practice, with the meaning that it gives them.
 *
 * `INVALID_INPUT` means an invalid country code or an empty number, which are never sent, and does not say which of the
 * two numbers is meant. So the service did not understand the request: this is never an answer that a number is
 * invalid.
 */
// biome-ignore format: a table is read in columns
const FAULTS: Readonly<Record<string, readonly [NextStep, string]>> = {
  SERVICE_UNAVAILABLE:            ["ask-again",             "the service is down"],
  MS_UNAVAILABLE:                 ["ask-again",             "the member state's register is down"],
  TIMEOUT:                        ["ask-again",             "the member state's register did not answer in time"],
  SERVER_BUSY:                    ["ask-again",             "the service is busy"],
  GLOBAL_MAX_CONCURRENT_REQ:      ["ask-again",             "too many concurrent requests"],
  GLOBAL_MAX_CONCURRENT_REQ_TIME: ["ask-again",             "too many requests in a short time"],
  MS_MAX_CONCURRENT_REQ:          ["ask-again",             "too many concurrent requests for the member state"],
  MS_MAX_CONCURRENT_REQ_TIME:     ["ask-again",             "too many requests for the member state in a short time"],
  "VOW-ERR-1":                    ["ask-again",             "an unexpected error in the service"],
  INVALID_REQUESTER_INFO:         ["ask-without-requester", "the requester's VAT number was refused"],
  "VOW-ERR-2500":                 ["ask-without-requester", "the requester's member state was refused"],
  "VOW-ERR-2700":                 ["ask-without-requester", "the format of the requester's VAT number was refused"],
  INVALID_INPUT:                  ["ask-without-requester", "the request was refused, which is not a verdict"],
  VAT_BLOCKED:                    ["give-up",               "requests with this VAT number are blocked"],
  IP_BLOCKED:                     ["give-up",               "this server's address is blocked"],
};

/** The fault for one of the service's codes; `undefined` if the code is unknown. */
export function faultOfCode(code: string, retryAfterMs: number): Fault | undefined {
  if (!Object.hasOwn(FAULTS, code)) return undefined;
  const [next, meaning] = FAULTS[code]!;
  return { next, detail: `VIES: ${code} (${meaning})`, retryAfterMs };
}

/** The fault for an HTTP status. An unknown code is added to the detail if it looks like one. */
export function faultOfStatus(status: number, code: string | undefined, retryAfterMs: number): Fault {
  const isTemporary = status >= 500 || status === 429 || status === 408;
  return {
    next: isTemporary ? "ask-again" : "give-up",
    detail: `VIES: HTTP ${status}${inParentheses(code)}`,
    retryAfterMs,
  };
}

/** A fault after which asking again does not help. */
export function finalFault(detail: string, code?: string): Fault {
  return { next: "give-up", detail: `VIES: ${detail}${inParentheses(code)}`, retryAfterMs: 0 };
}

/** A fault of the network: no answer, or only part of one. */
export function transportFault(detail: string, code?: unknown): Fault {
  return { next: "ask-again", detail: `VIES: ${detail}${inParentheses(code)}`, retryAfterMs: 0 };
}

/** The code in parentheses. Text from outside may only appear in a message if it can be nothing but a code. */
function inParentheses(code: unknown): string {
  return typeof code === "string" && /^[A-Z][A-Z\d_-]{1,63}$/.test(code) ? ` (${code})` : "";
}
