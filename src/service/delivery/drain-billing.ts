import { type BillingCloudEvent, cloudEventOf } from "../../domain/books/billing-event.ts";
import type { BillingFeed } from "../../ports/billing-meter.ts";
import { type Closing, drain } from "./drain.ts";
import type { DeliveryFeed, EventDrain } from "./drain-company.ts";
import { type DrainOptions, type EventDelivery, requireDrainOptions } from "./options.ts";

/** What `deliver` of `drainBilling` receives in addition to the events. */
export type BillingDelivery = EventDelivery;

/** The result of `invoicing.drainBilling`. */
export type BillingDrain = EventDrain;

/** Options of `invoicing.drainBilling`. A company's events come in the order of their counters. */
export interface DrainBillingOptions extends DrainOptions<BillingCloudEvent> {
  /** The events' `type`, such as `com.example.invoice.issued`. Absent: `invoice.issued`. */
  readonly type?: string | undefined;
}

/**
 * Delivers the billing events of all companies.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
 * @throws the store's own error if the companies cannot be read
 */
export async function drainBilling(
  billing: BillingFeed,
  options: DrainBillingOptions,
  closing: Closing,
): Promise<BillingDrain> {
  const settings = requireDrainOptions("drainBilling", options, { type: true });
  const { type = "invoice.issued" } = options;
  if (typeof type !== "string" || !/^[\x21-\x7e]{1,255}$/.test(type)) {
    throw new TypeError("type must be 1 to 255 visible ASCII characters, such as com.example.invoice.issued");
  }
  const names = { source: settings.source, type };
  const feed: DeliveryFeed<BillingCloudEvent> = {
    consumer: "billing",
    companies: billing,
    async next(companyId, limit) {
      const events = await billing.pending(companyId, limit);
      const ids = events.map(({ id }) => id);
      return {
        events: events.map((event) => cloudEventOf(event, names)),
        isLast: events.length < limit,
        acknowledge: (lease) => billing.acknowledge(companyId, ids, lease),
      };
    },
  };
  return drain(feed, settings, closing);
}
