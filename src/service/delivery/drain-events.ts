import { type JournalCloudEvent, journalEventOf } from "../../domain/books/journal-event.ts";
import { insteadOf } from "../../domain/instead-of.ts";
import { requireWhole } from "../../domain/whole-option.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EventFeed, PutAsideReason } from "../../ports/event-feed.ts";
import { type Closing, drain } from "./drain.ts";
import type { DeliveryFeed, EventDrain, FailedDelivery } from "./drain-company.ts";
import { ATTEMPTS, type DrainOptions, requireDrainOptions } from "./options.ts";

/** The consumer of a call, and the types of its events. */
export interface ConsumerOptions {
  /**
   * The name of the receiver, 1 to 100 visible ASCII characters. Each consumer gets every event from its beginning on, and
   * has its own position in each company's journal. Absent: `default`.
   */
  readonly consumer?: string | undefined;
  /**
   * Put before the events' `type`, such as `com.example.`: at most 200 visible ASCII characters. Absent: empty, so that a
   * type is `invoice.issued`, `payment.recorded`, `invoice.cancelled` or `credit_note.issued`.
   */
  readonly typePrefix?: string | undefined;
}

/** Options of `invoicing.drainEvents`. A company's events come in the order of its journal. */
export interface DrainEventsOptions extends DrainOptions<JournalCloudEvent>, ConsumerOptions {
  /**
   * Where a new consumer begins. `start`: with the first entry of every company. `now`: after everything that was committed
   * before its first call; companies that have no entries yet begin with their first one. One that has begun stays where it
   * is. Absent: `start`.
   */
  readonly from?: "start" | "now" | undefined;
  /**
   * After how many failed deliveries in a row an event is put aside, so that the company's later ones go on: 1 to 1,000.
   * The last of them must have been of that event alone. Absent: 10.
   */
  readonly attempts?: number | undefined;
}

/**
 * Delivers to one consumer the changes that the journals of all companies have.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
 * @throws the store's own error if the companies cannot be read, or the consumer cannot begin
 */
export async function drainEvents(
  feedOf: FeedOf,
  options: DrainEventsOptions,
  closing: Closing,
  clock: Clock,
): Promise<EventDrain> {
  const own = { consumer: true, typePrefix: true, from: true, attempts: true } as const;
  const settings = requireDrainOptions("drainEvents", options, own);
  const { consumer, companies, names } = consumerOf(feedOf, options, settings.source);
  const { from = "start" } = options;
  const attempts = requireWhole("attempts", options.attempts, ATTEMPTS);
  if (from !== "start" && from !== "now") throw new TypeError(`from must be "start" or "now"${insteadOf(from)}`);
  if (from === "now") await companies.beginNow();
  const feed: DeliveryFeed<JournalCloudEvent> = {
    consumer,
    companies,
    attempts,
    async next(companyId, limit) {
      const { entries, end } = await companies.pending(companyId, limit);
      const all = entries.map((entry) => journalEventOf(companyId, entry, names));
      const events = all.filter((event) => event !== undefined);
      return {
        events,
        isLast: entries.length < limit,
        isAlone: events.length === 1 && all.at(-1) !== undefined,
        acknowledge: async (lease, failure) =>
          end === null || companies.acknowledge(end, lease, failure && reasonOf(failure, clock)),
      };
    },
  };
  return drain(feed, settings, closing);
}

/** A store's feeds, by the name of their consumer. */
export type FeedOf = (consumer: string) => EventFeed;

/** The feed of the consumer, and the names of its events. @throws TypeError that names an invalid option */
export function consumerOf(feedOf: FeedOf, options: ConsumerOptions, source: string) {
  const { consumer = "default", typePrefix = "" } = options;
  if (typeof consumer !== "string" || !/^[\x21-\x7e]{1,100}$/.test(consumer)) {
    throw new TypeError("consumer must be 1 to 100 visible ASCII characters, such as webhooks");
  }
  if (typeof typePrefix !== "string" || !/^[\x21-\x7e]{0,200}$/.test(typePrefix)) {
    throw new TypeError("typePrefix must be at most 200 visible ASCII characters, such as com.example.");
  }
  return { consumer, companies: feedOf(consumer), names: { source, typePrefix } };
}

/** The longest text of an error that is kept. */
const LONGEST_ERROR = 1000;

function reasonOf({ error, attempts }: FailedDelivery, clock: Clock): PutAsideReason {
  return { attempts, error: String(error).slice(0, LONGEST_ERROR), at: clock.now().toISOString() };
}
