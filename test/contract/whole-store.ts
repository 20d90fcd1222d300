import type { InvoicingStore, StoreTransaction } from "faktura";
import type { FailureStep, StoreContractOptions } from "faktura/contract";
import { type MemoryStore, memoryStore } from "faktura/memory";

/** Breaks a store that keeps every promise. Called again for each store that a case opens. */
export type Fault = (store: InvoicingStore) => InvoicingStore;

type Workshop = Required<Omit<StoreContractOptions, "test">>;

/** A memory store that several handles can open, one after another or at once, and whether it is to fail. */
interface Data {
  readonly memory: MemoryStore;
  failsAt: FailureStep | undefined;
}

/** A store that keeps every promise, even those that `memoryStore()` alone cannot show; broken by `fault`. */
export function workshop(
  fault: Fault = (store) => store,
  changes: (whole: Workshop) => Partial<Workshop> = () => ({}),
) {
  const datas = new WeakMap<InvoicingStore, Data>();
  const openOn = (data: Data): InvoicingStore => {
    const store = fault(handleOn(data));
    datas.set(store, data);
    return store;
  };
  const whole: Workshop = {
    open: async () => openOn({ memory: memoryStore(), failsAt: undefined }),
    async reopen(store) {
      await store.close();
      return openOn(datas.get(store)!);
    },
    openSecond: async (store) => openOn(datas.get(store)!),
    failAt(store, step) {
      datas.get(store)!.failsAt = step;
    },
    panel: true,
  };
  return { ...whole, ...changes(whole) };
}

function handleOn(data: Data): InvoicingStore {
  const { reader, creditNotes, billing, events, companies, journal, search, apiKeys, panel } = data.memory;
  const calls = new Set<Promise<unknown>>();
  let closed = false;
  const tracked =
    <Values extends unknown[], Result>(call: (...values: Values) => Promise<Result> | Result) =>
    async (...values: Values): Promise<Result> => {
      if (closed) throw new TypeError("this handle is closed");
      const result = Promise.resolve(call(...values));
      calls.add(result);
      return result.finally(() => calls.delete(result));
    };
  const transaction: InvoicingStore["transaction"] = (companyId, work) =>
    data.memory.transaction(companyId, (ports) => failing(data, ports, work));
  return {
    reader: {
      find: tracked(reader.find),
      findByNumber: tracked(reader.findByNumber),
      findKey: tracked(reader.findKey),
      list: tracked(reader.list),
      sequences: tracked(reader.sequences),
    },
    creditNotes: { find: tracked(creditNotes.find), list: tracked(creditNotes.list) },
    search: { index: tracked(search.index) },
    billing: {
      pending: tracked(billing.pending),
      acknowledge: tracked(billing.acknowledge),
      companiesBehind: tracked(billing.companiesBehind),
      lease: tracked(billing.lease),
      renew: tracked(billing.renew),
      release: tracked(billing.release),
    },
    events: (consumer) => {
      const feed = events(consumer);
      return {
        pending: tracked(feed.pending),
        acknowledge: tracked(feed.acknowledge),
        companiesBehind: tracked(feed.companiesBehind),
        lease: tracked(feed.lease),
        renew: tracked(feed.renew),
        release: tracked(feed.release),
        beginNow: tracked(feed.beginNow),
        putAsideAfter: tracked(feed.putAsideAfter),
        settlePutAside: tracked(feed.settlePutAside),
      };
    },
    companies: { profile: tracked(companies.profile), save: tracked(companies.save) },
    journal: {
      companies: tracked(journal.companies),
      head: tracked(journal.head),
      invoicesAfter: tracked(journal.invoicesAfter),
      entriesAfter: tracked(journal.entriesAfter),
      creditNotesAfter: tracked(journal.creditNotesAfter),
      misplaced: tracked(journal.misplaced),
      billing: tracked(journal.billing),
    },
    apiKeys: {
      insert: tracked(apiKeys.insert),
      find: tracked(apiKeys.find),
      list: tracked(apiKeys.list),
      revoke: tracked(apiKeys.revoke),
      expire: tracked(apiKeys.expire),
      touch: tracked(apiKeys.touch),
    },
    panel: {
      find: tracked(panel.find),
      list: tracked(panel.list),
      save: tracked(panel.save),
      saveAll: tracked(panel.saveAll),
      remove: tracked(panel.remove),
    },
    transaction: (companyId, work) => tracked(() => transaction(companyId, work))(),
    ready: tracked(() => data.memory.ready()),
    async close() {
      closed = true;
      await Promise.allSettled(calls);
    },
  };
}

async function failing<Result>(
  data: Data,
  { numbers, invoices, creditNotes, meter }: StoreTransaction,
  work: (ports: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  const step = data.failsAt;
  data.failsAt = undefined;
  const failAt = (reached: FailureStep) => {
    if (step === reached) throw new Error(`fails at ${step}, as requested`);
  };
  const value = await work({
    // Plain objects, so that a fault can spread them and replace parts.
    numbers: {
      async lock() {
        failAt("lock");
        return numbers.lock();
      },
      take: (count) => numbers.take(count),
      continueFrom: async (position, origin) => numbers.continueFrom?.(position, origin),
      resumeDates: async (resumption, origin) => numbers.resumeDates?.(resumption, origin),
      series: async (names) => (await numbers.series?.(names)) ?? [],
      resumedOn: async () => (await numbers.resumedOn?.()) ?? null,
    },
    invoices: {
      ...invoices,
      async insert(batch) {
        failAt("insert");
        return invoices.insert(batch);
      },
    },
    creditNotes: { ...creditNotes },
    meter: { ...meter },
  });
  failAt("commit");
  return value;
}
