import type { DeliveryLease, LeasedCompanies } from "../../ports/leased-companies.ts";
import { DELIVERIES, trace } from "../trace.ts";
import { type HeldLease, holdLease, leaseLost } from "./held-lease.ts";
import type { DrainSettings, EventDelivery } from "./options.ts";

/** The next events of one company, read at one moment. */
export interface EventBatch<Event> {
  /** In the order in which they must be delivered. May be empty although it is not the last batch. */
  readonly events: readonly Event[];
  /** Whether everything that was pending is in it. */
  readonly isLast: boolean;
  /** Marks everything in it as delivered, if the lease is still held. Returns whether it did. */
  acknowledge(lease: DeliveryLease): Promise<boolean>;
}

/** Events that are delivered company by company, at least once, by workers that lease one company at a time. */
export interface DeliveryFeed<Event> {
  /** Who receives them, for the channel `faktura:delivery`. */
  readonly consumer: string;
  readonly companies: LeasedCompanies;
  /** The company's oldest events that are not acknowledged yet, at most `limit`. */
  next(companyId: string, limit: number): Promise<EventBatch<Event>>;
}

/** The result of draining one company once. */
export interface CompanyDrain {
  /** Whether another worker has the company, so nothing was done. */
  readonly isHeldElsewhere: boolean;
  /** How many events were delivered and acknowledged. */
  readonly delivered: number;
  /** The error that ended it early; `undefined` if there was none. */
  readonly failure: { readonly error: unknown } | undefined;
}

interface WorkerSettings<Event> extends DrainSettings<Event> {
  /** Aborted if the host's own signal is, or if closing cannot wait any longer. */
  readonly signal: AbortSignal;
  readonly worker: string;
  readonly isStopping: () => boolean;
}

/**
 * Delivers one company's events, batch after batch, until the last one or until `isStopping` returns true. After the
 * last one, everything that was pending at the start is delivered. Never rejects.
 */
export async function drainCompany<Event>(
  feed: DeliveryFeed<Event>,
  companyId: string,
  settings: WorkerSettings<Event>,
): Promise<CompanyDrain> {
  let delivered = 0;
  let held: HeldLease | undefined;
  try {
    const lease = await feed.companies.lease(companyId, settings.worker, settings.leaseMs);
    if (lease === undefined) return { isHeldElsewhere: true, delivered, failure: undefined };
    held = holdLease(feed.companies, lease, settings.leaseMs);
    const delivery = { companyId, signal: AbortSignal.any([settings.signal, held.lost]) };
    for (let isLast = false; !isLast && !settings.isStopping(); ) {
      const batch = await feed.next(companyId, settings.batchSize);
      if (settings.isStopping()) break; // it may have begun to stop during the read
      const run = () => deliverBatch(batch, lease, delivery, settings);
      if (DELIVERIES.hasSubscribers && batch.events.length > 0)
        await trace(DELIVERIES, { companyId, consumer: feed.consumer, events: batch.events.length }, run);
      else await run();
      delivered += batch.events.length;
      isLast = batch.isLast;
    }
    return { isHeldElsewhere: false, delivered, failure: undefined };
  } catch (error) {
    const failure = isAbortOf(settings.signal, error) ? undefined : { error };
    return { isHeldElsewhere: false, delivered, failure };
  } finally {
    await held?.release();
  }
}

/**
 * Whether the error only says that the signal ended the delivery. `fetch` rejects with the signal's reason,
 * and Node's functions with an error whose cause is the reason. Any other error is a failure, even after the abort.
 */
function isAbortOf(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason);
}

/** Delivers a batch and acknowledges it. Nothing is locked meanwhile. */
async function deliverBatch<Event>(
  { events, acknowledge }: EventBatch<Event>,
  lease: DeliveryLease,
  delivery: EventDelivery,
  { deliver }: WorkerSettings<Event>,
): Promise<void> {
  if (events.length > 0) {
    const answer: unknown = deliver(events, delivery);
    requirePromise(answer);
    await answer;
  }
  // Without events too, because this moves the cursor past changes that have no event.
  if (!(await acknowledge(lease))) throw leaseLost(lease.companyId);
}

/** Without a promise to wait for, events would be acknowledged before their delivery, and lost if it failed. */
function requirePromise(answer: unknown): void {
  if (typeof (answer as PromiseLike<void> | undefined)?.then === "function") return;
  throw new TypeError("deliver must return a promise that fulfils once the events are delivered");
}
