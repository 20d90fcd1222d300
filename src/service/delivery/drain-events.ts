import { type JournalCloudEvent, journalEventOf } from "../../domain/books/journal-event.ts";
import type { EventFeed } from "../../ports/event-feed.ts";
import { type Closing, drain, type EventDrain } from "./drain.ts";
import type { DeliveryFeed } from "./drain-company.ts";
import { type DrainOptions, requireDrainOptions } from "./options.ts";

/** Options of `invoicing.drainEvents`. A company's events come in the order of its journal. */
export interface DrainEventsOptions extends DrainOptions<JournalCloudEvent> {
  /**
   * The name of the receiver, 1 to 100 visible ASCII characters. Each consumer gets every event from the first one on,
   * and has its own position in each company's journal. Absent: `default`.
   */
  readonly consumer?: string | undefined;
  /**
   * Put before the events' `type`, such as `com.example.`: at most 200 visible ASCII characters. Absent: empty, so that a
   * type is `invoice.issued`, `payment.recorded`, `invoice.cancelled` or `credit_note.issued`.
   */
  readonly typePrefix?: string | undefined;
}

/**
 * Delivers to one consumer the changes that the journals of all companies have.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
 * @throws the store's own error if the companies cannot be read
 */
export async function drainEvents(
  feedOf: (consumer: string) => EventFeed,
  options: DrainEventsOptions,
  closing: Closing,
): Promise<EventDrain> {
  const settings = requireDrainOptions("drainEvents", options, { consumer: true, typePrefix: true });
  const { consumer = "default", typePrefix = "" } = options;
  if (typeof consumer !== "string" || !/^[\x21-\x7e]{1,100}$/.test(consumer)) {
    throw new TypeError("consumer must be 1 to 100 visible ASCII characters, such as webhooks");
  }
  if (typeof typePrefix !== "string" || !/^[\x21-\x7e]{0,200}$/.test(typePrefix)) {
    throw new TypeError("typePrefix must be at most 200 visible ASCII characters, such as com.example.");
  }
  const names = { source: settings.source, typePrefix };
  const companies = feedOf(consumer);
  const feed: DeliveryFeed<JournalCloudEvent> = {
    consumer,
    companies,
    async next(companyId, limit) {
      const { entries, end } = await companies.pending(companyId, limit);
      const events = entries.map((entry) => journalEventOf(companyId, entry, names));
      return {
        events: events.filter((event) => event !== undefined),
        isLast: entries.length < limit,
        acknowledge: async (lease) => end === null || companies.acknowledge(end, lease),
      };
    },
  };
  return drain(feed, settings, closing);
}
