import { type JournalCloudEvent, journalEventOf } from "../../domain/books/journal-event.ts";
import { insteadOf } from "../../domain/instead-of.ts";
import { requireWhole } from "../../domain/whole-option.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EventFeed, PutAsideReason } from "../../ports/event-feed.ts";
import { requireCompanyId } from "../options.ts";
import { type Closing, drain, type EventDrain } from "./drain.ts";
import type { DeliveryFeed } from "./drain-company.ts";
import { ATTEMPTS, type DrainOptions, requireDrainOptions } from "./options.ts";

/** What the calls about one consumer of events have. */
export interface ConsumerOptions {
  /** The name of the receiver, 1 to 100 visible ASCII characters. Absent: `default`. */
  readonly consumer?: string | undefined;
}

/** What the calls that deliver to one consumer have. */
interface EventDeliveryOptions extends DrainOptions<JournalCloudEvent>, ConsumerOptions {
  /**
   * Put before the events' `type`, such as `com.example.`: at most 200 visible ASCII characters. Absent: empty, so that a
   * type is `invoice.issued`, `payment.recorded`, `invoice.cancelled` or `credit_note.issued`.
   */
  readonly typePrefix?: string | undefined;
}

/** Options of `invoicing.drainEvents`. A company's events come in the order of its journal. */
export interface DrainEventsOptions extends EventDeliveryOptions {
  /**
   * The name of the receiver, 1 to 100 visible ASCII characters. Each consumer gets every event from its beginning on, and
   * has its own position in each company's journal. Absent: `default`.
   */
  readonly consumer?: string | undefined;
  /**
   * Where a new consumer begins. `start`: with the first entry of every company. `now`: behind everything that was committed
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

/** Options of `invoicing.retryEvents`. */
export interface RetryEventsOptions extends Omit<EventDeliveryOptions, "batchSize" | "retryAfterMs"> {
  /** Only this company's. Absent: all. */
  readonly companyId?: string | undefined;
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
  const { consumer, companies, names } = deliveryOf(feedOf, options, settings.source);
  const { from = "start" } = options;
  const attempts = requireWhole("attempts", options.attempts, ATTEMPTS);
  if (from !== "start" && from !== "now") throw new TypeError(`from must be "start" or "now"${insteadOf(from)}`);
  if (from === "now") await companies.beginNow();
  const feed: DeliveryFeed<JournalCloudEvent> = {
    consumer,
    companies,
    attempts,
    async next(companyId, limit) {
      const pending = await companies.pending(companyId, limit);
      const { entries, end } = pending;
      const all = entries.map((entry) => journalEventOf(companyId, entry, names));
      const events = all.filter((event) => event !== undefined);
      const isAlone = events.length === 1 && all.at(-1) !== undefined;
      return {
        events,
        isLast: entries.length < limit,
        acknowledge: async (lease) => end === null || companies.acknowledge(end, lease),
        putAside: isAlone
          ? (lease, error, attempts) => companies.putAside(pending, reasonOf(error, attempts, clock), lease)
          : undefined,
      };
    },
  };
  return drain(feed, settings, closing);
}

/**
 * Delivers to one consumer once more what was put aside, each event alone. What fails again stays there.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
 * @throws the store's own error if the events cannot be read
 */
export async function retryEvents(
  feedOf: FeedOf,
  options: RetryEventsOptions,
  closing: Closing,
  clock: Clock,
): Promise<EventDrain> {
  const known = requireDrainOptions("retryEvents", options, { consumer: true, typePrefix: true, companyId: true });
  const { consumer, companies, names } = deliveryOf(feedOf, options, known.source);
  const { companyId: only } = options;
  if (only !== undefined) requireCompanyId(only);
  /** The last position that was tried in each company. */
  const tried = new Map<string, number>();
  const feed: DeliveryFeed<JournalCloudEvent> = {
    consumer,
    attempts: 1,
    companies: {
      companiesBehind: async (after, limit) => {
        if (only !== undefined) return { companyIds: [only], next: null };
        const last = after === null ? null : { companyId: after, position: Number.MAX_SAFE_INTEGER };
        const page = await companies.putAsideAfter(last, limit);
        const companyIds = [...new Set(page.map(({ companyId }) => companyId))];
        return { companyIds, next: page.length < limit ? null : companyIds.at(-1)! };
      },
      // What failed before is another event's affair, and stays remembered.
      lease: async (...asked) => {
        const lease = await companies.lease(...asked);
        return typeof lease === "string" ? lease : { ...lease, failures: 0 };
      },
      renew: (...asked) => companies.renew(...asked),
      release: (lease) => companies.release(lease),
    },
    async next(companyId) {
      const after = { companyId, position: tried.get(companyId) ?? 0 };
      const [found] = await companies.putAsideAfter(after, 1, companyId);
      if (found?.companyId !== companyId) return { events: [], isLast: true, acknowledge: async () => true };
      const { entry, attempts: failures } = found;
      const { position } = entry;
      tried.set(companyId, position);
      return {
        events: [journalEventOf(companyId, entry, names)!],
        isLast: false,
        failures,
        acknowledge: (lease) => companies.settlePutAside(position, lease),
        putAside: (lease, error, attempts) =>
          companies.settlePutAside(position, lease, reasonOf(error, attempts, clock)),
      };
    },
  };
  return drain(feed, { ...known, retryAfterMs: 0 }, closing);
}

type FeedOf = (consumer: string) => EventFeed;

/** The feed of the consumer, and the names of its events. @throws TypeError that names an invalid option */
function deliveryOf(feedOf: FeedOf, { consumer, typePrefix = "" }: EventDeliveryOptions, source: string) {
  const name = requireConsumer(consumer);
  if (typeof typePrefix !== "string" || !/^[\x21-\x7e]{0,200}$/.test(typePrefix)) {
    throw new TypeError("typePrefix must be at most 200 visible ASCII characters, such as com.example.");
  }
  return { consumer: name, companies: feedOf(name), names: { source, typePrefix } };
}

/** The name of the consumer; `default` if there is none. @throws TypeError if it is invalid */
export function requireConsumer(consumer: string = "default"): string {
  if (typeof consumer === "string" && /^[\x21-\x7e]{1,100}$/.test(consumer)) return consumer;
  throw new TypeError("consumer must be 1 to 100 visible ASCII characters, such as webhooks");
}

/** The longest text of an error that is kept. */
const LONGEST_ERROR = 1000;

function reasonOf(error: unknown, attempts: number, clock: Clock): PutAsideReason {
  return { attempts, error: String(error).slice(0, LONGEST_ERROR), at: clock.now().toISOString() };
}
