import type { DeliveryFailure, DeliveryLease, LeasedCompanies, LeaseRefusal } from "../../ports/leased-companies.ts";
import { DELIVERIES, trace } from "../trace.ts";
import { type HeldLease, holdLease, leaseLost } from "./held-lease.ts";
import { DRAIN_LIMITS, type DrainSettings, type EventDelivery } from "./options.ts";

/** The next events of one company, read at one moment. */
export interface EventBatch<Event> {
  /** In the order in which they must be delivered. May be empty although it is not the last batch. */
  readonly events: readonly Event[];
  /** Whether everything that was pending is in it. */
  readonly isLast: boolean;
  /** How many deliveries of it have failed, if it counts them itself. Absent: the lease does. */
  readonly failures?: number | undefined;
  /** Marks everything in it as delivered, if the lease is still held. Returns whether it did. */
  acknowledge(lease: DeliveryLease): Promise<boolean>;
  /**
   * Puts its one event aside and marks it as delivered, if the lease is still held. Returns whether it did. Absent: it has
   * several events, or the feed puts none aside.
   */
  readonly putAside?: ((lease: DeliveryLease, error: unknown, attempts: number) => Promise<boolean>) | undefined;
}

/** Events that are delivered company by company, at least once, by workers that lease one company at a time. */
export interface DeliveryFeed<Event> {
  /** Who receives them, for the channel `faktura:delivery`. */
  readonly consumer: string;
  readonly companies: LeasedCompanies;
  /** After how many failed deliveries in a row one single event is put aside. Absent: never. */
  readonly attempts?: number | undefined;
  /** The company's oldest events that are not acknowledged yet, at most `limit`. */
  next(companyId: string, limit: number): Promise<EventBatch<Event>>;
}

/** The result of draining one company once. */
export interface CompanyDrain {
  /** Why the company was not leased, so that nothing was done; `undefined` if it was. */
  readonly refusal: LeaseRefusal | undefined;
  /** How many events were delivered and acknowledged. */
  readonly delivered: number;
  /** How many events were put aside. */
  readonly putAside: number;
  /** The error that ended it early; `undefined` if there was none. */
  readonly failure: { readonly error: unknown } | undefined;
}

interface WorkerSettings<Event> extends DrainSettings<Event> {
  /** Aborted if the host's own signal is, or if closing cannot wait any longer. */
  readonly signal: AbortSignal;
  readonly worker: string;
  readonly isStopping: () => boolean;
  /** Called with the error of an event that was put aside, which does not end the drain. Never throws. */
  readonly report: (error: unknown, companyId: string) => void;
}

/** The longest wait after failed deliveries. */
const LONGEST_WAIT_MS = DRAIN_LIMITS.retryAfterMs.most;

/**
 * Delivers one company's events, batch after batch, until the last one or until `isStopping` returns true. After the
 * last one, everything that was pending at the start is delivered. A failure ends it: the company waits, and the next batch
 * is half as long. One single event that has failed often enough is put aside instead. Never rejects.
 */
export async function drainCompany<Event>(
  feed: DeliveryFeed<Event>,
  companyId: string,
  settings: WorkerSettings<Event>,
): Promise<CompanyDrain> {
  const { retryAfterMs, isStopping } = settings;
  const { attempts = Number.POSITIVE_INFINITY } = feed;
  let [delivered, putAside] = [0, 0];
  let held: HeldLease | undefined;
  let failed: DeliveryFailure | undefined;
  try {
    const lease = await feed.companies.lease(companyId, settings.worker, settings.leaseMs, retryAfterMs === 0);
    if (typeof lease === "string") return { refusal: lease, delivered, putAside, failure: undefined };
    held = holdLease(feed.companies, lease, settings.leaseMs);
    const signal = AbortSignal.any([settings.signal, held.lost]);
    let { failures } = lease;
    for (let isLast = false; !isLast && !isStopping(); ) {
      const batch = await feed.next(companyId, Math.max(1, Math.floor(settings.batchSize / 2 ** failures)));
      if (isStopping()) break; // it may have begun to stop during the read
      const attempt = (batch.failures ?? failures) + 1;
      const error = await deliverBatch(feed, batch, lease, { companyId, signal, attempt }, settings);
      if (error === undefined) {
        delivered += batch.events.length;
      } else if (attempt >= attempts && batch.putAside !== undefined && !signal.aborted) {
        if (!(await batch.putAside(lease, error.reason, attempt))) throw leaseLost(companyId);
        settings.report(error.reason, companyId);
        putAside += 1;
      } else {
        failed = { failures: attempt, waitMs: Math.min(retryAfterMs * 2 ** Math.min(failures, 30), LONGEST_WAIT_MS) };
        throw error.reason;
      }
      failures = 0;
      isLast = batch.isLast;
    }
    return { refusal: undefined, delivered, putAside, failure: undefined };
  } catch (error) {
    const isAbort = isAbortOf(settings.signal, error);
    if (isAbort) failed = undefined;
    return { refusal: undefined, delivered, putAside, failure: isAbort ? undefined : { error } };
  } finally {
    await held?.release(failed);
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

/** Delivers a batch and acknowledges it. Nothing is locked meanwhile. Returns why the delivery failed, if it did. */
async function deliverBatch<Event>(
  { consumer }: DeliveryFeed<Event>,
  { events, acknowledge }: EventBatch<Event>,
  lease: DeliveryLease,
  delivery: EventDelivery,
  { deliver }: WorkerSettings<Event>,
): Promise<{ readonly reason: unknown } | undefined> {
  const { companyId } = delivery;
  let failed: { readonly reason: unknown } | undefined;
  const run = async () => {
    try {
      if (events.length > 0) await requirePromise(deliver(events, delivery));
    } catch (reason) {
      failed = { reason };
      throw reason;
    }
    // Without events too, because this moves the cursor past changes that have no event.
    if (!(await acknowledge(lease))) throw leaseLost(companyId);
  };
  const isTraced = DELIVERIES.hasSubscribers && events.length > 0;
  try {
    await (isTraced ? trace(DELIVERIES, { companyId, consumer, events: events.length }, run) : run());
  } catch (error) {
    if (failed === undefined) throw error;
  }
  return failed;
}

/** Without a promise to wait for, events would be acknowledged before their delivery, and lost if it failed. */
function requirePromise(answer: unknown): PromiseLike<void> {
  if (typeof (answer as PromiseLike<void> | undefined)?.then === "function") return answer as PromiseLike<void>;
  throw new TypeError("deliver must return a promise that fulfils once the events are delivered");
}
