import type { BillingCloudEvent, BillingEventNames } from "../../domain/books/billing-event.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { LONGEST_LEASE_MS } from "../../ports/billing-meter.ts";

/** What `deliver` is told beside the events. */
export interface BillingDelivery {
  /** Whose events they are. */
  readonly companyId: string;
  /** Aborted when the host's own signal is, or the lease was lost and another worker delivers the same events. */
  readonly signal: AbortSignal;
}

/** Options of `invoicing.drainBilling`. */
export interface DrainBillingOptions {
  /**
   * Hands one company's events, in the order of their counters, to whoever bills. When it fulfils they are
   * acknowledged; when it rejects they stay pending, and that company's are left to the next call. Give its requests a
   * time-out: while it waits, nobody else delivers for this company.
   */
  readonly deliver: (events: readonly BillingCloudEvent[], delivery: BillingDelivery) => Promise<void>;
  /** How many events one delivery has at most, 1 to 1,000. Absent: 100. */
  readonly batchSize?: number | undefined;
  /** How many companies are delivered for at once, 1 to 100. Absent: 4. */
  readonly concurrency?: number | undefined;
  /**
   * How long a company stays with a worker that has died, in milliseconds, 100 to 86,400,000. One that lives renews its
   * lease at half of the time, however long a delivery takes. Absent: 60,000.
   */
  readonly leaseMs?: number | undefined;
  /** What stands before `/companies/<company id>` in `source`, a URI reference without a slash at its end. Absent: nothing. */
  readonly source?: string | undefined;
  /** The events' `type`, such as `com.example.invoice.issued`. Absent: `invoice.issued`. */
  readonly type?: string | undefined;
  /** Ends the call: no delivery is begun any more, and `deliver` is told by its own signal. Absent: it ends by itself. */
  readonly signal?: AbortSignal | undefined;
  /** Told each failure as it happens; what it throws is passed over. Absent: they are in the result alone. */
  readonly onError?: ((error: unknown, companyId: string) => void) | undefined;
}

/** Options that were checked, with their defaults. */
export interface DrainSettings extends Pick<DrainBillingOptions, "deliver" | "signal" | "onError"> {
  readonly batchSize: number;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly names: BillingEventNames;
}

const KNOWN: Record<keyof DrainBillingOptions, true> = {
  deliver: true,
  batchSize: true,
  concurrency: true,
  leaseMs: true,
  source: true,
  type: true,
  signal: true,
  onError: true,
};

/** What RFC 3986 lets stand before a path: no space, no control character, no query and no fragment. */
const URI_BASE = /^(?:[!$&'()*+,\-./0-9:;=@A-Z[\]_a-z~]|%[0-9A-Fa-f]{2})*$/;

/** @throws TypeError that names the option, when one is missing, not known, or not what it should be */
export function requireDrainOptions(options: DrainBillingOptions): DrainSettings {
  requireOptions("drainBilling", options, KNOWN);
  const { deliver, batchSize = 100, concurrency = 4, leaseMs = 60_000, signal, onError } = options;
  const { source = "", type = "invoice.issued" } = options;
  if (typeof deliver !== "function") {
    throw new TypeError("drainBilling needs deliver, a function that takes events and gives a promise");
  }
  requireWhole("batchSize", batchSize, [1, 1000]);
  requireWhole("concurrency", concurrency, [1, 100]);
  requireWhole("leaseMs", leaseMs, [100, LONGEST_LEASE_MS]);
  if (typeof source !== "string" || !URI_BASE.test(source) || source.endsWith("/")) {
    throw new TypeError("source is a URI reference without a slash at its end, such as https://shop.example");
  }
  if (typeof type !== "string" || !/^[\x21-\x7e]{1,255}$/.test(type)) {
    throw new TypeError("type is 1 to 255 visible ASCII characters, such as com.example.invoice.issued");
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("signal is an AbortSignal");
  if (onError !== undefined && typeof onError !== "function") throw new TypeError("onError is a function");
  return { deliver, batchSize, concurrency, leaseMs, names: { source, type }, signal, onError };
}

function requireWhole(name: string, value: number, [least, most]: readonly [number, number]): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new TypeError(`${name} is a whole number from ${least} to ${most}`);
}
