import { insteadOf, insteadOfText } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";

/** The part of `fetch` that the verifier uses, such as the global one or undici's. It must support `signal`. */
export type ViesFetch = (
  url: string,
  init: {
    readonly method: "POST";
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

/** Options of `viesVerifier`. */
export interface ViesOptions {
  /** The URL for requests. Absent: `check-vat-number` of the Commission's REST API. */
  readonly endpoint?: string | URL | undefined;
  /** The timeout of one attempt, until the last byte of the answer. Absent: 10,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** How often to ask while VIES is unavailable, including the first time. Absent: 3. */
  readonly attempts?: number | undefined;
  /** The longest wait before the second attempt. It doubles with each further attempt. 0: no wait. Absent: 500 ms. */
  readonly backoffMs?: number | undefined;
  /** The timeout of the whole call, with all attempts and waits. It cuts the last attempt short. Absent: 20,000 ms. */
  readonly deadlineMs?: number | undefined;
  /** Your own `fetch`, for example one that uses a proxy. Absent: the global one at the time of the call. */
  readonly fetch?: ViesFetch | undefined;
}

/** The validated options, with defaults. */
export type ViesSettings = { readonly [Name in keyof ViesOptions]-?: Exclude<ViesOptions[Name], undefined | URL> };

const KNOWN: Record<keyof ViesOptions, true> = {
  endpoint: true,
  timeoutMs: true,
  attempts: true,
  backoffMs: true,
  deadlineMs: true,
  fetch: true,
};

const SERVICE = "https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number";

/** The longest delay of a timer. With a longer one, it fires at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Validates the options. @throws TypeError that names the option */
export function requireViesSettings(options: ViesOptions): ViesSettings {
  requireOptions("viesVerifier", options, KNOWN);
  const { timeoutMs = 10_000, attempts = 3, backoffMs = 500, deadlineMs = 20_000 } = options;
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  requireMilliseconds("timeoutMs", timeoutMs, 1);
  requireMilliseconds("backoffMs", backoffMs, 0);
  requireMilliseconds("deadlineMs", deadlineMs, 1);
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new TypeError(`attempts must be an integer of 1 or more${insteadOfText(attempts)}`);
  }
  if (typeof fetch !== "function")
    throw new TypeError(`fetch must be a function like the global one${insteadOf(fetch)}`);
  return { endpoint: requireEndpoint(options.endpoint ?? SERVICE), timeoutMs, attempts, backoffMs, deadlineMs, fetch };
}

function requireMilliseconds(name: string, value: number, least: number): void {
  if (typeof value !== "number" || !(value >= least && value <= LONGEST_MS)) {
    throw new TypeError(`${name} must be ${least} to ${LONGEST_MS} milliseconds${insteadOfText(value)}`);
  }
}

/** The error message does not contain the URL, because it may contain a password. */
function requireEndpoint(endpoint: string | URL): string {
  const url = URL.canParse(String(endpoint)) ? new URL(endpoint) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  // fetch refuses URLs with a user name or a password, which would look like an outage on every call.
  if (url === undefined || !isWeb || url.username !== "" || url.password !== "") {
    throw new TypeError("endpoint must be an absolute http or https URL without a user name and password");
  }
  return url.href;
}
