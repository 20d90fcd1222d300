import { insteadOf, requireFunction } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { requireWhole } from "../../domain/whole-option.ts";
import { LONGEST_LEASE_MS } from "../../ports/leased-companies.ts";

/** What `deliver` receives in addition to the events. */
export interface EventDelivery {
  /** The company whose events they are. */
  readonly companyId: string;
  /**
   * Aborted if your own signal is, if closing cannot wait any longer, or if the lease was lost and another worker
   * delivers the same events.
   */
  readonly signal: AbortSignal;
  /**
   * Which delivery in a row this is that begins with the same event: 1 if none of it has failed. Deliveries that ended with
   * their process are not counted.
   */
  readonly attempt: number;
}

/** The options that all drains have. */
export interface DrainOptions<Event> {
  /**
   * Passes one company's events, in their order, to your receiver. Once it fulfils, they are acknowledged. If it
   * rejects, they stay pending, the company waits for {@link retryAfterMs}, and its next batch has half as many events as are pending,
   * at least one. Give its requests a time-out, because no other worker delivers for this company while it waits.
   */
  readonly deliver: (events: readonly Event[], delivery: EventDelivery) => Promise<void>;
  /** The most events in one delivery, 1 to 1,000. Absent: 100. */
  readonly batchSize?: number | undefined;
  /** How many companies to deliver for at the same time, 1 to 100. Absent: 4. */
  readonly concurrency?: number | undefined;
  /**
   * How long a worker that has died keeps its company, in milliseconds, 100 to 86,400,000. A live worker renews its
   * lease at half of this time, however long a delivery takes. Absent: 60,000.
   */
  readonly leaseMs?: number | undefined;
  /**
   * How long a company waits after a failed delivery, in milliseconds, 0 to 3,600,000. Each further failure doubles it, to an
   * hour at most. Other companies go on. With 0 nobody waits, not even a company that failed before. Absent: 10,000.
   */
  readonly retryAfterMs?: number | undefined;
  /**
   * The beginning of the events' `source`, which is followed by `/companies/<company id>`: a URI reference without a
   * trailing slash. Absent: empty.
   */
  readonly source?: string | undefined;
  /** Ends the call early: no further delivery begins, and the signal of `deliver` is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each failure as it happens; what it throws is ignored. Absent: failures are only in the result. */
  readonly onError?: ((error: unknown, companyId: string) => void) | undefined;
}

/** The checked options, with their defaults. */
export interface DrainSettings<Event> extends Pick<DrainOptions<Event>, "deliver" | "signal" | "onError"> {
  readonly batchSize: number;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly retryAfterMs: number;
  readonly source: string;
}

/** The settings of one call, which stops early if the host's signal is aborted or the invoicing closes. */
export interface RunSettings<Event> extends DrainSettings<Event> {
  /** Aborted if the host's own signal is, or if closing cannot wait any longer. */
  readonly signal: AbortSignal;
  readonly isStopping: () => boolean;
  /** Calls `onError`. Never throws. */
  readonly report: (error: unknown, companyId: string) => void;
}

/** Defaults and ranges of the options of drains that are numbers. */
export const DRAIN_LIMITS = {
  batchSize: { absent: 100, least: 1, most: 1000 },
  concurrency: { absent: 4, least: 1, most: 100 },
  leaseMs: { absent: 60_000, least: 100, most: LONGEST_LEASE_MS, unit: "milliseconds" },
  retryAfterMs: { absent: 10_000, least: 0, most: 3_600_000, unit: "milliseconds" },
};

/** After how many failed deliveries `drainEvents` puts an event aside. */
export const ATTEMPTS = { absent: 10, least: 1, most: 1000 };

/** The names of {@link DrainOptions}, for the check of unknown ones. */
const KNOWN_OPTIONS: Record<keyof DrainOptions<unknown>, true> = {
  deliver: true,
  batchSize: true,
  concurrency: true,
  leaseMs: true,
  retryAfterMs: true,
  source: true,
  signal: true,
  onError: true,
};

/** What RFC 3986 allows before a path: no space, no control character, no query and no fragment. */
const URI_BASE = /^(?:[!$&'()*+,\-./0-9:;=@A-Z[\]_a-z~]|%[0-9A-Fa-f]{2})*$/;

/**
 * Checks the options of the method `name`: those of all drains, and `others`.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
 */
export function requireDrainOptions<Event>(
  name: string,
  options: DrainOptions<Event>,
  others: Readonly<Record<string, true>>,
): DrainSettings<Event> {
  requireOptions(name, options, { ...KNOWN_OPTIONS, ...others });
  const { deliver, source = "", signal, onError } = options;
  if (typeof deliver !== "function") {
    throw new TypeError(`${name} needs deliver, a function that takes events and returns a promise`);
  }
  const batchSize = requireWhole("batchSize", options.batchSize, DRAIN_LIMITS.batchSize);
  const concurrency = requireWhole("concurrency", options.concurrency, DRAIN_LIMITS.concurrency);
  const leaseMs = requireWhole("leaseMs", options.leaseMs, DRAIN_LIMITS.leaseMs);
  const retryAfterMs = requireWhole("retryAfterMs", options.retryAfterMs, DRAIN_LIMITS.retryAfterMs);
  if (typeof source !== "string" || !URI_BASE.test(source) || source.endsWith("/")) {
    throw new TypeError("source must be a URI reference without a trailing slash, such as https://shop.example");
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    const must = "signal must be an AbortSignal, such as that of new AbortController()";
    throw new TypeError(must + insteadOf(signal));
  }
  if (onError !== undefined) requireFunction("onError", onError);
  return { deliver, batchSize, concurrency, leaseMs, retryAfterMs, source, signal, onError };
}
