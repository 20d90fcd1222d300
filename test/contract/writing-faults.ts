import type { BillingEvent, InvoicingStore, SequenceHead, SequencePosition } from "faktura";
import {
  all,
  inBilling,
  inHead,
  inInvoices,
  inNumbers,
  inPage,
  inPorts,
  inTransaction,
  remembering,
  type Work,
} from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";

/** Silently drops what it should refuse, like `INSERT OR IGNORE`. */
export const refusesInSilence = inTransaction(<Result>(store: InvoicingStore, companyId: string, work: Work<Result>) =>
  store.transaction(companyId, work).catch(() => undefined as Result),
);

/** Writes events outside the transaction, so that they survive a rollback. */
export const metersBesideTheTransaction: Fault = remembering(
  () => [] as BillingEvent[],
  (events) =>
    all(
      inPorts(() => ({ meter: { record: async (batch) => void events.push(...batch) } })),
      inBilling(() => ({ pending: async (companyId) => events.filter((event) => event.companyId === companyId) })),
    ),
);

/** Keeps the counter outside the invoices, so that a failed transaction does not reset it. */
export const losesNumbersOfFailures: Fault = remembering(
  () => ({ lost: 0 }),
  (counter) =>
    inTransaction(async (store, companyId, work) => {
      const skip = inNumbers((numbers) => ({ take: async (count) => (await numbers.take(count)) + counter.lost }));
      return skip(store)
        .transaction(companyId, work)
        .catch((error) => {
          counter.lost += 1;
          throw error;
        });
    }),
);

/** Faults of sequences and transactions: each case, and a store that fails it. */
export const WRITING_FAULTS: Readonly<Record<string, Fault>> = {
  "an empty sequence is at 0, has no date and has not started": inHead((head) => ({
    ...head,
    lastIssueDate: head.lastIssueDate ?? "1970-01-01",
  })),
  "the head has the last invoice's counter and issue date, and says that numbering has started": inHead((head) => ({
    ...head,
    started: false,
  })),
  "counters are consecutive from one transaction to the next": inNumbers(() => ({ take: async () => 1 })),
  "a block of counters is taken at once, and the next block follows it": inNumbers((numbers) => ({
    take: () => numbers.take(1),
  })),
  "a rejected transaction gives its counters back": losesNumbersOfFailures,
  "a counter that would leave a gap is refused": refusesInSilence,
  "a counter that an invoice already has is refused": refusesInSilence,
  "an invoice id that the company already has is refused": refusesInSilence,
  "an issue date before the last one is refused": refusesInSilence,
  "an issue date before the one from which numbering continues is refused": refusesInSilence,
  "numbering that has started cannot be moved": refusesInSilence,
  "numbering continues a sequence kept elsewhere, and can be corrected until it starts": inNumbers(() => ({
    continueFrom: async () => undefined,
  })),
  "a transaction returns the result of its work": inTransaction(async (store, companyId, work) =>
    structuredClone(await store.transaction(companyId, work)),
  ),
  "an error of the work is passed through unchanged": inTransaction((store, companyId, work) =>
    store.transaction(companyId, work).catch((cause) => Promise.reject(new RangeError(cause.message, { cause }))),
  ),
  "a transaction that fulfils has committed everything that it wrote": inInvoices(() => ({
    insertPayments: async () => undefined,
  })),
  "a rejected transaction leaves no invoice, key, payment, state or billing event": metersBesideTheTransaction,
  "a rejected transaction does not move the sequence, even if it continued another one": remembering(
    () => ({ position: undefined as SequencePosition | undefined }),
    (kept) =>
      inNumbers((numbers) => ({
        lock: async () => ({ ...(await numbers.lock()), ...kept.position }),
        take: async (count) => (await numbers.take(count)) + (kept.position?.lastCounter ?? 0),
        continueFrom: async (position) => void Object.assign(kept, { position }),
      })),
  ),
  "a hundred concurrent callers share one gapless sequence, each continuing from the one before": remembering(
    () => ({ head: undefined as SequenceHead | undefined }),
    (first) => inHead((head) => (first.head ??= head)),
  ),
  // The ports outlive their transaction, so that nothing waits.
  "only one transaction at a time holds a company's sequence": inTransaction(async (store, companyId, work) =>
    work(await store.transaction(companyId, async (ports) => ({ ...ports }))),
  ),
  // Takes the snapshot before the lock, as repeatable read does.
  "a transaction that waited for the lock sees what was committed meanwhile": inTransaction(
    (store, companyId, work) => {
      const early = store.reader.findKey(companyId, "key");
      const stale = inInvoices(() => ({ findKeys: async () => [await early].filter((used) => used !== undefined) }));
      return stale(store).transaction(companyId, work);
    },
  ),
  "outside readers see nothing of a transaction that is not committed": remembering(
    () => ({ uncommitted: 0 }),
    (dirty) =>
      all(
        inInvoices(({ insert }) => ({
          insert: async (batch) => {
            dirty.uncommitted += batch.length;
            await insert(batch);
          },
        })),
        inTransaction((store, companyId, work) =>
          store.transaction(companyId, work).finally(() => Object.assign(dirty, { uncommitted: 0 })),
        ),
        inPage((page) => ({ ...page, total: page.total + dirty.uncommitted })),
      ),
  ),
};
