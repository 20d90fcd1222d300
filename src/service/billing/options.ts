import type { BillingCloudEvent, BillingEventNames } from "../../domain/books/billing-event.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { LONGEST_LEASE_MS } from "../../ports/billing-meter.ts";

/** What `deliver` receives besides the events. */
export interface BillingDelivery {
  /** The company whose events they are. */
  readonly companyId: string;
  /** Aborted if your own signal is, or if the lease was lost and another worker delivers the same events. */
  readonly signal: AbortSignal;
}

/** Options of `invoicing.drainBilling`. */
export interface DrainBillingOptions {
  /**
   * Passes one company's events, in the order of their counters, to your billing system. Once it fulfils, they are
   * acknowledged. If it rejects, they stay pending and the company waits for the next call. Give its requests a
   * time-out, because no other worker delivers for this company while it waits.
   */
  readonly deliver: (events: readonly BillingCloudEvent[], delivery: BillingDelivery) => Promise<void>;
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
   * The beginning of the events' `source`, which is followed by `/companies/<company id>`: a URI reference without a
   * trailing slash. Absent: empty.
   */
  readonly source?: string | undefined;
  /** The events' `type`, such as `com.example.invoice.issued`. Absent: `invoice.issued`. */
  readonly type?: string | undefined;
  /** Ends the call early: no further delivery begins, and the signal of `deliver` is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each failure as it happens; what it throws is ignored. Absent: failures are only in the result. */
  readonly onError?: ((error: unknown, companyId: string) => void) | undefined;
}

/** The checked options, with their defaults. */
export interface DrainSettings extends Pick<DrainBillingOptions, "deliver" | "signal" | "onError"> {
  readonly batchSize: number;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly names: BillingEventNames;
}

const KNOWN_OPTIONS: Record<keyof DrainBillingOptions, true> = {
  deliver: true,
  batchSize: true,
  concurrency: true,
  leaseMs: true,
  source: true,
  type: true,
  signal: true,
  onError: true,
};

/** What RFC 3986 allows before a path: no space, no control character, no query and no fragment. */
const URI_BASE = /^(?:[!$&'()*+,\-./0-9:;=@A-Z[\]_a-z~]|%[0-9A-Fa-f]{2})*$/;

/** @throws TypeError that names the option if one is missing, unknown or invalid */
export function requireDrainOptions(options: DrainBillingOptions): DrainSettings {
  requireOptions("drainBilling", options, KNOWN_OPTIONS);
  const { deliver, batchSize = 100, concurrency = 4, leaseMs = 60_000, signal, onError } = options;
  const { source = "", type = "invoice.issued" } = options;
  if (typeof deliver !== "function") {
    throw new TypeError("drainBilling needs deliver, a function that takes events and returns a promise");
  }
  requireWhole("batchSize", batchSize, [1, 1000]);
  requireWhole("concurrency", concurrency, [1, 100]);
  requireWhole("leaseMs", leaseMs, [100, LONGEST_LEASE_MS]);
  if (typeof source !== "string" || !URI_BASE.test(source) || source.endsWith("/")) {
    throw new TypeError("source must be a URI reference without a trailing slash, such as https://shop.example");
  }
  if (typeof type !== "string" || !/^[\x21-\x7e]{1,255}$/.test(type)) {
    throw new TypeError("type must be 1 to 255 visible ASCII characters, such as com.example.invoice.issued");
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("signal must be an AbortSignal");
  if (onError !== undefined && typeof onError !== "function") throw new TypeError("onError must be a function");
  return { deliver, batchSize, concurrency, leaseMs, names: { source, type }, signal, onError };
}

function requireWhole(name: string, value: number, [least, most]: readonly [number, number]): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}`);
}
