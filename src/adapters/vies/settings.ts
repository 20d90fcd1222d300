import { requireOptions } from "../../domain/known-names.ts";

/** The part of `fetch` that is used. The global one has it, and undici's. It must heed `signal`. */
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
  /** Where inquiries are posted to. Absent: `check-vat-number` of the Commission's REST service. */
  readonly endpoint?: string | URL | undefined;
  /** How long one attempt may take, its answer's last byte included. Absent: 10,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** How often to ask while VIES is out of order, the first time included. Absent: 3. */
  readonly attempts?: number | undefined;
  /** The longest wait before the second attempt; it doubles from one to the next. 0 waits for none. Absent: 500 ms. */
  readonly backoffMs?: number | undefined;
  /** How long everything may take, attempts and waits; it cuts the last attempt short. Absent: 20,000 ms. */
  readonly deadlineMs?: number | undefined;
  /** The host's own `fetch`, such as one behind a proxy. Absent: the global one at the time of the call. */
  readonly fetch?: ViesFetch | undefined;
}

/** Options that were checked, with their defaults. */
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

/** What a timer can hold; one that is set for longer fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** @throws TypeError when an option is none; the message names it */
export function requireViesSettings(options: ViesOptions): ViesSettings {
  requireOptions("viesVerifier", options, KNOWN);
  const { timeoutMs = 10_000, attempts = 3, backoffMs = 500, deadlineMs = 20_000 } = options;
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  requireMilliseconds("timeoutMs", timeoutMs, 1);
  requireMilliseconds("backoffMs", backoffMs, 0);
  requireMilliseconds("deadlineMs", deadlineMs, 1);
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new TypeError(`attempts is a whole number, 1 or more, not ${attempts}`);
  }
  if (typeof fetch !== "function") throw new TypeError("fetch is a function like the global one");
  return { endpoint: requireEndpoint(options.endpoint ?? SERVICE), timeoutMs, attempts, backoffMs, deadlineMs, fetch };
}

function requireMilliseconds(name: string, value: number, least: number): void {
  if (typeof value !== "number" || !(value >= least && value <= LONGEST_MS)) {
    throw new TypeError(`${name} is milliseconds, ${least} to ${LONGEST_MS}, not ${value}`);
  }
}

/** The message does not repeat the address, which may hold a password. */
function requireEndpoint(endpoint: string | URL): string {
  const url = URL.canParse(String(endpoint)) ? new URL(endpoint) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  // fetch refuses addresses with a name or a password, which would look like an outage at every call.
  if (url === undefined || !isWeb || url.username !== "" || url.password !== "") {
    throw new TypeError("endpoint is an absolute http or https URL without a user name and password");
  }
  return url.href;
}
