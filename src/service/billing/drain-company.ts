import { cloudEventOf } from "../../domain/books/billing-event.ts";
import type { BillingFeed, BillingLease } from "../../ports/billing-meter.ts";
import { type HeldLease, holdLease, leaseLost } from "./held-lease.ts";
import type { BillingDelivery, DrainSettings } from "./options.ts";

/** The result of draining one company once. */
export interface CompanyDrain {
  /** Whether another worker has the company, so nothing was done. */
  readonly isHeldElsewhere: boolean;
  /** How many events were delivered and acknowledged. */
  readonly delivered: number;
  /** The error that ended it early; `undefined` if there was none. */
  readonly failure: { readonly error: unknown } | undefined;
}

interface WorkerSettings extends DrainSettings {
  readonly worker: string;
  readonly isStopping: () => boolean;
}

/**
 * Delivers one company's events, batch after batch, until a batch is not full or `isStopping` returns true. A batch that
 * is not full means that everything that was pending at the start is delivered. Never rejects.
 */
export async function drainCompany(
  feed: BillingFeed,
  companyId: string,
  settings: WorkerSettings,
): Promise<CompanyDrain> {
  let delivered = 0;
  let held: HeldLease | undefined;
  try {
    const lease = await feed.lease(companyId, settings.worker, settings.leaseMs);
    if (lease === undefined) return { isHeldElsewhere: true, delivered, failure: undefined };
    held = holdLease(feed, lease, settings.leaseMs);
    const { signal = held.lost } = settings;
    const delivery = { companyId, signal: AbortSignal.any([signal, held.lost]) };
    for (let isFull = true; isFull && !settings.isStopping(); ) {
      const count = await deliverBatch(feed, held.lease, delivery, settings);
      delivered += count;
      isFull = count === settings.batchSize;
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
 * Whether the error only says that the host's own signal ended the delivery. `fetch` rejects with the signal's reason,
 * and Node's functions with an error whose cause is the reason. Any other error is a failure, even after the abort.
 */
function isAbortOf(signal: AbortSignal | undefined, error: unknown): boolean {
  if (!signal?.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason);
}

/** Delivers the company's oldest events, acknowledges them and returns how many. Nothing is locked meanwhile. */
async function deliverBatch(
  feed: BillingFeed,
  lease: BillingLease,
  delivery: BillingDelivery,
  { batchSize, deliver, names, isStopping }: WorkerSettings,
): Promise<number> {
  const { companyId } = lease;
  const events = await feed.pending(companyId, batchSize);
  if (isStopping()) return 0; // it may have begun to stop during the read
  if (events.length > 0) {
    const answer: unknown = deliver(
      events.map((event) => cloudEventOf(event, names)),
      delivery,
    );
    requirePromise(answer);
    await answer;
  }
  // Without events too, because this moves the cursor past the invoices of the company's panel.
  const ids = events.map(({ id }) => id);
  if (!(await feed.acknowledge(companyId, ids, lease))) throw leaseLost(companyId);
  return events.length;
}

/** Without a promise to wait for, events would be acknowledged before their delivery, and lost if it failed. */
function requirePromise(answer: unknown): void {
  if (typeof (answer as PromiseLike<void> | undefined)?.then === "function") return;
  throw new TypeError("deliver must return a promise that fulfils once the events are delivered");
}
