import type { DeliveryFailure, DeliveryLease, LeasedCompanies } from "../../ports/leased-companies.ts";
import { DELIVERIES, trace } from "../trace.ts";
import { type HeldLease, holdLease, leaseLost } from "./held-lease.ts";
import { DRAIN_LIMITS, type DrainSettings, type EventDelivery, type RunSettings } from "./options.ts";

/** The next events of one company, read at one moment. */
export interface EventBatch<Event> {
  /** In the order in which they must be delivered. May be empty although it is not the last batch. */
  readonly events: readonly Event[];
  /** Whether everything that was pending is in it. */
  readonly isLast: boolean;
  /** Whether it is one event that may be put aside. Absent: no. */
  readonly isAlone?: boolean;
  /**
   * Marks everything in it as delivered, if the lease is still held. Returns whether it did. With a failure, its one event is
   * put aside in the same commit.
   */
  acknowledge(lease: DeliveryLease, failure?: FailedDelivery): Promise<boolean>;
}

/** Why an event is put aside: its last error, and how many deliveries of it have failed. */
export interface FailedDelivery {
  readonly error: unknown;
  readonly attempts: number;
}

/** Events that are delivered company by company, at least once, by workers that lease one company at a time. */
export interface DeliveryFeed<Event> {
  /** Who receives them, for the channel `faktura:delivery`. */
  readonly consumer: string;
  readonly companies: LeasedCompanies;
  /** After how many failed deliveries in a row an event that is alone in its batch is put aside. Absent: never. */
  readonly attempts?: number | undefined;
  /** The company's oldest events that are not acknowledged yet, at most `limit`. */
  next(companyId: string, limit: number): Promise<EventBatch<Event>>;
}

/** The result of `invoicing.drainEvents` and of `invoicing.drainBilling`. */
export interface EventDrain {
  /** How many events were delivered and acknowledged. */
  readonly delivered: number;
  /** How many companies those events belong to. */
  readonly companies: number;
  /** How many companies were skipped because another worker had them. */
  readonly heldElsewhere: number;
  /** How many companies were skipped because they wait after a failed delivery. */
  readonly waiting: number;
  /** How many events were put aside, because the last attempt failed too. Of billing, always 0. */
  readonly putAside: number;
  /** The companies that failed, in the order of failure. Their remaining events stay pending. */
  readonly failed: readonly { readonly companyId: string; readonly error: unknown }[];
}

/** The result while it is counted. */
export type DrainCounts = {
  -readonly [Name in keyof EventDrain]: Name extends "failed" ? { companyId: string; error: unknown }[] : number;
};

interface WorkerSettings<Event> extends RunSettings<Event> {
  readonly worker: string;
}

/** The longest wait after failed deliveries. */
const LONGEST_WAIT_MS = DRAIN_LIMITS.retryAfterMs.most;

/**
 * Delivers one company's events, batch after batch, until the last one or until `isStopping` returns true. After the
 * last one, everything that was pending at the start is delivered. A failure ends it: the company waits, and the next batch
 * is half as long. An event that has failed often enough, the last time alone, is put aside instead. Adds
 * to `counts` what it does. Never rejects.
 */
export async function drainCompany<Event>(
  feed: DeliveryFeed<Event>,
  companyId: string,
  settings: WorkerSettings<Event>,
  counts: DrainCounts,
): Promise<void> {
  const { retryAfterMs, isStopping } = settings;
  const { attempts = Number.POSITIVE_INFINITY } = feed;
  let delivered = 0;
  let held: HeldLease | undefined;
  let failed: DeliveryFailure | undefined;
  try {
    const lease = await feed.companies.lease(companyId, settings.worker, settings.leaseMs, retryAfterMs === 0);
    if (lease === "held") counts.heldElsewhere += 1;
    if (lease === "waiting") counts.waiting += 1;
    if (typeof lease === "string") return;
    held = holdLease(feed.companies, lease, settings.leaseMs);
    const signal = AbortSignal.any([settings.signal, held.lost]);
    let { failures } = lease;
    for (let isLast = false; !isLast && !isStopping(); ) {
      let batch = await feed.next(companyId, settings.batchSize);
      const fewer = Math.floor(batch.events.length / 2 ** failures);
      if (fewer < batch.events.length) batch = await feed.next(companyId, Math.max(1, fewer));
      if (isStopping()) break; // it may have begun to stop during the read
      const attempt = failures + 1;
      const acknowledge = (failure?: FailedDelivery) => batch.acknowledge(lease, failure);
      const delivery = { companyId, signal, attempt };
      const refused = await deliverBatch(feed.consumer, batch.events, acknowledge, delivery, settings);
      if (refused === undefined) {
        delivered += batch.events.length;
      } else if (attempt >= attempts && batch.isAlone && !signal.aborted) {
        if (!(await acknowledge({ error: refused.reason, attempts: attempt }))) throw leaseLost(companyId);
        settings.report(refused.reason, companyId);
        counts.putAside += 1;
      } else {
        failed = { failures: attempt, waitMs: Math.min(retryAfterMs * 2 ** Math.min(failures, 30), LONGEST_WAIT_MS) };
        throw refused.reason;
      }
      failures = 0;
      isLast = batch.isLast;
    }
  } catch (error) {
    if (settings.signal.aborted) failed = undefined; // whatever it says, nobody may wait because of the abort
    if (isAbortOf(settings.signal, error)) return;
    counts.failed.push({ companyId, error });
    settings.report(error, companyId);
  } finally {
    counts.delivered += delivered;
    if (delivered > 0) counts.companies += 1;
    await held?.release(failed);
  }
}

/**
 * Whether the error only says that the signal ended the delivery. `fetch` rejects with the signal's reason,
 * and Node's functions with an error whose cause is the reason. Any other error is a failure, even after the abort.
 */
export function isAbortOf(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason);
}

/** Delivers events and acknowledges them. Nothing is locked meanwhile. Returns why the delivery failed, if it did. */
export async function deliverBatch<Event>(
  consumer: string,
  events: readonly Event[],
  acknowledge: () => Promise<boolean>,
  delivery: EventDelivery,
  { deliver }: Pick<DrainSettings<Event>, "deliver">,
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
    if (!(await acknowledge())) throw leaseLost(companyId);
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
