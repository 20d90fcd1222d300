import { cloudEventOf } from "../../domain/books/billing-event.ts";
import type { BillingFeed, BillingLease } from "../../ports/billing-meter.ts";
import { type HeldLease, holdLease, leaseLost } from "./lease.ts";
import type { BillingDelivery, DrainSettings } from "./options.ts";

/** What became of one company in one drain. */
export interface CompanyDrain {
  /** Whether another worker has the company, so that nothing was done. */
  readonly isHeldElsewhere: boolean;
  /** How many events were delivered and acknowledged. */
  readonly delivered: number;
  /** What ended it early; `undefined` where nothing did. */
  readonly failure: { readonly error: unknown } | undefined;
}

interface WorkerSettings extends DrainSettings {
  readonly worker: string;
  readonly isStopping: () => boolean;
}

/**
 * Delivers one company's events, batch after batch, until a batch was not full or `isStopping` says so: the pending
 * ones of when it began are then delivered, and a company that issues all the time keeps nobody for ever. Never rejects.
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
    await held?.letGo();
  }
}

/**
 * Whether the error says no more than that the host's own signal ended the delivery, as `fetch` says with the reason
 * itself and Node with an error whose cause it is. Another error is a failure, also where it comes after the abort.
 */
function isAbortOf(signal: AbortSignal | undefined, error: unknown): boolean {
  if (!signal?.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason);
}

/** Delivers the company's oldest events, then acknowledges them; gives how many. Nothing is locked meanwhile. */
async function deliverBatch(
  feed: BillingFeed,
  lease: BillingLease,
  delivery: BillingDelivery,
  { batchSize, deliver, names, isStopping }: WorkerSettings,
): Promise<number> {
  const { companyId } = lease;
  const events = await feed.pending(companyId, batchSize);
  if (isStopping()) return 0; // since it was asked for them
  if (events.length > 0) {
    const answer: unknown = deliver(
      events.map((event) => cloudEventOf(event, names)),
      delivery,
    );
    requirePromise(answer);
    await answer;
  }
  // Of no events too: it moves the cursor past what the company's panel has issued.
  const ids = events.map(({ id }) => id);
  if (!(await feed.acknowledge(companyId, ids, lease))) throw leaseLost(companyId);
  return events.length;
}

/** Events whose delivery nobody waits for would be acknowledged, and lost when it fails. */
function requirePromise(answer: unknown): void {
  if (typeof (answer as PromiseLike<void> | undefined)?.then === "function") return;
  throw new TypeError("deliver must give a promise, which fulfils once the events are delivered");
}
