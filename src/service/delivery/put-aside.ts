import { type JournalEventData, journalEventOf } from "../../domain/books/journal-event.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { requireWhole } from "../../domain/whole-option.ts";
import type { EventFeed, PutAsidePlace, PutAsideReason } from "../../ports/event-feed.ts";
import { type ConsumerOptions, requireConsumer } from "./drain-events.ts";

/** An event that was put aside, because its deliveries failed. */
export interface PutAsideEvent extends PutAsideReason {
  /** The `id` with which it is delivered. */
  readonly id: string;
  /** What it says, such as its company, and its position in the journal. */
  readonly data: JournalEventData;
}

/** A page of the events that one consumer put aside. */
export interface PutAsidePage {
  /** By company, and within a company by position. */
  readonly data: readonly PutAsideEvent[];
  /** The `after` of the next page; `null` if there is none. */
  readonly next: PutAsidePlace | null;
}

/** Options of `invoicing.putAside`. */
export interface PutAsideOptions extends ConsumerOptions {
  /** The `next` of the page before. Absent: the first page. */
  readonly after?: PutAsidePlace | null | undefined;
  /** The most events on the page, 1 to 1,000. Absent: 100. */
  readonly limit?: number | undefined;
}

/**
 * A page of the events that one consumer put aside.
 *
 * @throws TypeError that names the option if one is unknown or invalid
 */
export async function listPutAside(
  feedOf: (consumer: string) => EventFeed,
  options: PutAsideOptions,
): Promise<PutAsidePage> {
  requireOptions("putAside", options, { consumer: true, after: true, limit: true });
  const feed = feedOf(requireConsumer(options.consumer));
  const limit = requireWhole("limit", options.limit, { absent: 100, least: 1, most: 1000 });
  const { after = null } = options;
  if (after !== null && (typeof after.companyId !== "string" || !Number.isSafeInteger(after.position))) {
    throw new TypeError("after must be the next of the page before");
  }
  const page = await feed.putAsideAfter(after, limit);
  const last = page.length < limit ? undefined : page.at(-1);
  return {
    data: page.map(({ companyId, entry, attempts, error, at }) => {
      const { id, data } = journalEventOf(companyId, entry, { source: "", typePrefix: "" })!;
      return { id, data, attempts, error, at };
    }),
    next: last === undefined ? null : { companyId: last.companyId, position: last.entry.position },
  };
}
