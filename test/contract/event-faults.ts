import type { EventEntry, EventPosition } from "faktura";
import { inEvents, remembering } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";

/** Breaks the entries that are pending. */
const inEntries = (change: (entry: EventEntry) => EventEntry) =>
  inEvents(({ pending }) => ({
    pending: async (...asked) => {
      const { entries, end } = await pending(...asked);
      return { entries: entries.map(change), end };
    },
  }));

/** Faults of the journal's events: each case, and a store that fails it. */
export const EVENT_FAULTS: Readonly<Record<string, Fault>> = {
  "a consumer's feed has every entry of the journal in its order, each with its invoice": inEvents(({ pending }) => ({
    // Invoices first, then the other entries.
    pending: async (...asked) => {
      const { entries, end } = await pending(...asked);
      const isInvoice = ({ kind }: EventEntry) => kind === "invoice.issued";
      return { entries: [...entries.filter(isInvoice), ...entries.filter((entry) => !isInvoice(entry))], end };
    },
  })),
  "an entry of the feed has the text and the time of the change, and its invoice's number and currency": inEntries(
    (entry) => ({ ...entry, at: entry.at.slice(0, 10) }),
  ),
  "each payment in the feed has its own position among those of its invoice": inEntries((entry) => {
    return { ...entry, paymentPosition: entry.paymentPosition && 1 };
  }),
  "entries of the feed stay pending until they are acknowledged, and then the next ones follow, up to the limit":
    inEvents(({ pending }) => ({ pending: (companyId, limit) => pending(companyId, limit + 1) })),
  "acknowledging a position of the feed again, or an earlier one, changes nothing": remembering(
    () => new Map<string, EventPosition>(),
    // Keeps whatever was acknowledged last.
    (cursors) =>
      inEvents(({ pending }) => ({
        acknowledge: async (end, { companyId }) => {
          cursors.set(companyId, end);
          return true;
        },
        pending: async (companyId, limit) => {
          const { entries, end } = await pending(companyId, limit);
          const from = cursors.get(companyId)?.position ?? 0;
          return { entries: entries.filter(({ position }) => position > from), end };
        },
      })),
  ),
  "a limit of entries that is not a whole number of at least 1 is a TypeError": inEvents(({ pending }) => ({
    pending: (companyId, limit) => pending(companyId, Math.max(1, Math.ceil(limit) || 1)),
  })),
  "consumers share neither cursors nor leases, and billing has its own": (store) => ({
    ...store,
    events: () => store.events("everybody"),
  }),
  "each company with entries for a consumer is listed once, in pages, until all of them are acknowledged": inEvents(
    ({ companiesBehind }) => ({
      companiesBehind: async (after, limit) => ({ ...(await companiesBehind(after, limit)), next: null }),
    }),
  ),
  "if several workers ask for a consumer's lease at once, one gets it, and another after its release": inEvents(
    ({ lease }) => ({ lease: (companyId, worker) => lease(companyId, worker, 0) }),
  ),
  "a consumer's lease that has expired, or ends after more than a day, is taken over with a higher token": inEvents(
    ({ lease }) => ({
      lease: async (...asked) => {
        const given = await lease(...asked);
        return typeof given === "string" ? given : { ...given, token: 1 };
      },
    }),
  ),
  "a consumer's lost lease can be neither renewed nor released, and acknowledges nothing": inEvents(
    ({ acknowledge }) => ({
      // Acknowledges for whoever asks.
      acknowledge: async (end, { companyId }) => {
        for (let token = 1; token < 9; token += 1) {
          if (await acknowledge(end, { companyId, token, failures: 0 })) return true;
        }
        return false;
      },
    }),
  ),
  "after a failure a consumer's company waits, and acknowledging forgets it": inEvents(({ lease }) => ({
    // Never makes anybody wait.
    lease: (companyId, worker, leaseMs) => lease(companyId, worker, leaseMs, true),
  })),
  "a consumer that begins now gets what is written afterwards, and of a later company everything": inEvents(() => ({
    beginNow: async () => undefined,
  })),
  "a consumer that has begun or acknowledged before does not begin now": (store) => ({
    ...store,
    // Begins anew each time.
    events: (consumer) => {
      const feed = store.events(consumer);
      return {
        ...feed,
        beginNow: async () => {
          const lease = await feed.lease("acme", "beginning", 60_000);
          const { end } = await feed.pending("acme", 100);
          if (end !== null && typeof lease !== "string") await feed.acknowledge(end, lease);
        },
      };
    },
  }),
  "an entry that is put aside is passed and listed with its reason, until it is settled": inEvents(() => ({
    settlePutAside: async () => undefined,
  })),
  "entries that are put aside are listed by company and position, page after page, for each consumer": inEvents(
    ({ putAsideAfter }) => ({
      putAsideAfter: async (after, limit) => [...(await putAsideAfter(after, limit))].reverse(),
    }),
  ),
  "a lost lease puts nothing aside, and putting aside forgets failures": inEvents(({ acknowledge }) => ({
    // Puts aside for whoever asks.
    acknowledge: async (end, { companyId }, putAside) => {
      for (let token = 1; token < 9; token += 1) {
        if (await acknowledge(end, { companyId, token, failures: 1 }, putAside)) return true;
      }
      return false;
    },
  })),
};
