import { type JournalCloudEvent, type JournalEventData, journalEventOf } from "../../domain/books/journal-event.ts";
import { requireOptions } from "../../domain/known-names.ts";
import type { EventFeed, PutAsideEntry, PutAsidePlace, PutAsideReason } from "../../ports/event-feed.ts";
import { requireCompanyId } from "../options.ts";
import { type Closing, runningUntil } from "./drain.ts";
import { deliverBatch, isAbortOf } from "./drain-company.ts";
import { type ConsumerOptions, consumerOf, type FeedOf } from "./drain-events.ts";
import { type DrainOptions, requireDrainOptions } from "./options.ts";

/** An event that was put aside, because its deliveries failed. */
export interface PutAsideEvent extends PutAsideReason {
  /** The `id` with which it is delivered. */
  readonly id: string;
  /** What it says, such as its company, and its position in the journal. */
  readonly data: JournalEventData;
}

/** Options of `invoicing.putAside`. */
export interface PutAsideOptions extends Pick<ConsumerOptions, "consumer"> {
  /** Only this company's. Absent: all. */
  readonly companyId?: string | undefined;
}

/** Options of `invoicing.retryEvents`. */
export interface RetryEventsOptions
  extends Pick<DrainOptions<JournalCloudEvent>, "deliver" | "source" | "signal" | "onError">,
    PutAsideOptions,
    ConsumerOptions {}

/** The result of `invoicing.retryEvents`. */
export interface EventRetry {
  /** How many events were delivered, and are no longer put aside. */
  readonly delivered: number;
  /** How many failed again and stay put aside. */
  readonly putAside: number;
}

/** How many events are read from the store at once. */
const PAGE = 100;

/** Runs a read of the store as a call, so that closing waits for it. */
export type ReadFeed = <Result>(read: (feedOf: FeedOf) => Promise<Result>) => Promise<Result>;

/**
 * The events that one consumer put aside, by company, and within a company by position.
 *
 * @throws TypeError that names the option if one is unknown or invalid
 */
export async function* listPutAside(
  run: ReadFeed,
  options: PutAsideOptions,
): AsyncGenerator<PutAsideEvent, void, undefined> {
  requireOptions("putAside", options, { consumer: true, companyId: true });
  const read: EventFeed["putAsideAfter"] = (...asked) =>
    run((feedOf) => consumerOf(feedOf, options, "").companies.putAsideAfter(...asked));
  for await (const { companyId, entry, attempts, error, at } of entriesAside(read, options)) {
    const { id, data } = journalEventOf(companyId, entry, { source: "", typePrefix: "" })!;
    yield { id, data, attempts, error, at };
  }
}

/**
 * Delivers to one consumer once more what was put aside, one event after another.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
 * @throws the store's own error if the events cannot be read, or a delivered one stays put aside
 */
export async function retryEvents(feedOf: FeedOf, options: RetryEventsOptions, closing: Closing): Promise<EventRetry> {
  const own = { consumer: true, typePrefix: true, companyId: true } as const;
  requireOptions("retryEvents", options, { deliver: true, source: true, signal: true, onError: true, ...own });
  const settings = runningUntil(closing, requireDrainOptions("retryEvents", options, own));
  const { signal, isStopping, report } = settings;
  const { consumer, companies, names } = consumerOf(feedOf, options, settings.source);
  let [delivered, putAside] = [0, 0];
  for await (const { companyId, entry, attempts } of entriesAside(companies.putAsideAfter, options)) {
    if (isStopping()) break;
    const event = journalEventOf(companyId, entry, names)!;
    const settle = async () => {
      await companies.settlePutAside(companyId, entry.position);
      return true;
    };
    const delivery = { companyId, signal, attempt: attempts + 1 };
    const refused = await deliverBatch(consumer, [event], settle, delivery, settings);
    if (refused === undefined) delivered += 1;
    else if (!isAbortOf(signal, refused.reason)) {
      putAside += 1;
      report(refused.reason, companyId);
    }
  }
  return { delivered, putAside };
}

/** The entries that were put aside, read page by page as they are needed. */
async function* entriesAside(
  read: EventFeed["putAsideAfter"],
  { companyId }: PutAsideOptions,
): AsyncGenerator<PutAsideEntry, void, undefined> {
  if (companyId !== undefined) requireCompanyId(companyId);
  for (let after: PutAsidePlace | null = companyId === undefined ? null : { companyId, position: 0 }; ; ) {
    const page = await read(after, PAGE, companyId);
    for (const found of page) {
      if (companyId !== undefined && found.companyId !== companyId) return;
      yield found;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = { companyId: last.companyId, position: last.entry.position };
  }
}
