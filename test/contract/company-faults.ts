import { all, inBilling, inCompanies, inPorts, inReader, inTransaction, remembering } from "./fault-kit.ts";
import type { Fault, workshop } from "./whole-store.ts";
import { losesNumbersOfFailures, metersBesideTheTransaction, refusesInSilence } from "./writing-faults.ts";

type Changes = Parameters<typeof workshop>[1];

/** Faults of companies, failures and closing: each case, and a store that fails it. */
export const COMPANY_FAULTS: Readonly<Record<string, Fault>> = {
  "companies that issue at once have separate sequences": inTransaction((store, _, work) =>
    store.transaction("acme", work),
  ),
  "a company's invoices and keys are not found under another company": inReader(({ find }) => ({
    find: async (companyId, id) => (await find(companyId, id)) ?? (await find("acme", id)),
  })),
  "the same ids, keys and counters in two companies are separate": remembering(
    () => new Set<string>(),
    (ids) =>
      inPorts(({ invoices }) => ({
        invoices: {
          ...invoices,
          insert: async (batch) => {
            if (batch.some(({ id }) => ids.has(id))) throw new Error("ids are unique");
            for (const { id } of batch) ids.add(id);
            await invoices.insert(batch);
          },
        },
      })),
  ),
  "what one company changes, pays or acknowledges does not change another's with the same ids": inBilling(
    ({ acknowledge }) => ({
      acknowledge: async (_, eventIds) => {
        await acknowledge("acme", eventIds);
        return acknowledge("globex", eventIds);
      },
    }),
  ),
  "company ids that differ only in the case of a letter are two companies": all(
    inTransaction((store, companyId, work) => store.transaction(companyId.toLowerCase(), work)),
    inReader(({ list }) => ({ list: (companyId, request) => list(companyId.toLowerCase(), request) })),
  ),
  "what is refused to one company leaves what others write at the same time": remembering(
    () => new Set<string>(),
    (refused) =>
      inTransaction(async (store, companyId, work) => {
        const result = store.transaction(companyId, async (ports) => {
          const written = await work(ports);
          if (refused.size > 0 && !refused.has(companyId)) throw new Error("rolled back together");
          return written;
        });
        result.catch(() => refused.add(companyId));
        return result;
      }),
  ),
  "a profile is returned as it was saved": inCompanies(({ save }) => ({
    save: (companyId, { address: _, ...profile }) => save(companyId, profile),
  })),
  "saving a profile again replaces all of it": inCompanies(({ profile: read, save }) => ({
    save: async (companyId, profile) => save(companyId, { ...(await read(companyId)), ...profile }),
  })),
  "a company that was never saved has no profile": inCompanies(({ profile: read }) => ({
    profile: async (companyId) => (await read(companyId)) ?? (await read("globex")),
  })),

  "a transaction that fails at its lock leaves no gap and nothing of its own": losesNumbersOfFailures,
  "a transaction that fails at its insert leaves no gap and nothing of its own": refusesInSilence,
  "a transaction that fails at its commit leaves no gap and nothing of its own": metersBesideTheTransaction,
  "closing waits for earlier calls": (store) => {
    let closed = false;
    return {
      ...store,
      transaction: async (companyId, work) => {
        await Promise.resolve();
        if (closed) throw new TypeError("this store is closed");
        return store.transaction(companyId, work);
      },
      close: () => {
        closed = true;
        return store.close();
      },
    };
  },
  "an open store is ready, says so with nothing, and writes nothing for it": (store) => ({
    ...store,
    ready: async () => true as unknown as undefined,
  }),
  "every call on a closed store rejects": (store) => ({ ...store, close: async () => undefined }),
};

const forgetsAtClosing: Changes = ({ open }) => ({ reopen: open });
const opensAnother: Changes = ({ open }) => ({ openSecond: open });

/** Faults that only show after the data is opened again. */
export const OPENING_FAULTS: Readonly<Record<string, Changes>> = {
  "invoices, payments, states, keys, events and profiles are still there after reopening": forgetsAtClosing,
  "numbering continues after reopening": forgetsAtClosing,
  "a consumer's position in the journal is still there after a restart": forgetsAtClosing,
  "a consumer's beginning and what it put aside are still there after a restart": forgetsAtClosing,
  "two stores on the same data share one gapless sequence": opensAnother,
  "what one store commits is visible to another store on the same data": opensAnother,
  "two stores on the same data share their leases": opensAnother,
  "API keys, their ends and their last uses are still there after reopening": forgetsAtClosing,
  "a key that one store revokes is at once revoked for another store on the same data": opensAnother,
};
