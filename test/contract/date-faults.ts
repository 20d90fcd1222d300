import type { InvoicingStore, NumberSequence } from "faktura";
import { inHead, inJournal, inNumbers, inReader, inTransaction, remembering, type Work } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";
import { refusesInSilence } from "./writing-faults.ts";

type Given = Parameters<NonNullable<NumberSequence["resumeDates"]>>;

/** The entry survives the rollback of its transaction, because it is written again in another one. */
const keepsEntriesOfFailures: Fault = inTransaction(
  async <Result>(store: InvoicingStore, companyId: string, work: Work<Result>) => {
    let given: Given | undefined;
    const noted = inNumbers(({ resumeDates }) => ({
      resumeDates: async (...asked) => {
        given = asked;
        await resumeDates?.(...asked);
      },
    }))(store);
    try {
      return await noted.transaction(companyId, work);
    } catch (error) {
      const kept = given;
      if (kept !== undefined) {
        await store.transaction(companyId, async ({ numbers }) => {
          await numbers.lock();
          await numbers.resumeDates?.(...kept);
        });
      }
      throw error;
    }
  },
);

/** Faults of issue dates: each case, and a store that fails it. */
export const DATE_FAULTS: Readonly<Record<string, Fault>> = {
  "the store's own clock, if it has one, shows the current time": inHead((head) => ({
    ...head,
    storeNow: new Date(Math.floor(Date.now() / 1000)),
  })),
  "after dates were resumed, the next invoice may be dated before the last one, but not before that day": inNumbers(
    ({ resumeDates }) => ({
      resumeDates: async (resumption, origin) => resumeDates?.({ ...resumption, resumedOn: "0001-01-01" }, origin),
    }),
  ),
  "resumed dates do not run backwards again": refusesInSilence,
  "dates are resumed and used in one transaction, or not at all": keepsEntriesOfFailures,
  "dates continue from the day of the last entry, until the next invoice": remembering(
    () => ({ day: null as string | null }),
    (kept) =>
      inNumbers(({ resumeDates }) => ({
        resumeDates: async (resumption, origin) => {
          kept.day ??= resumption.resumedOn;
          await resumeDates?.(resumption, origin);
        },
        resumedOn: async () => kept.day,
      })),
  ),
  "dates are resumed only after an invoice, and before the transaction takes a number": refusesInSilence,
  "the entry of resumed dates names the last invoice, the day and the reason": inJournal(({ entriesAfter }) => ({
    entriesAfter: async (...asked) =>
      (await entriesAfter(...asked)).map((entry) => ({
        ...entry,
        document: entry.document.replace("reason", "why"),
      })),
  })),
  // Treats the days as one range of counters.
  "lists by day are right after dates were resumed": inReader(({ list }) => ({
    list: async (companyId, { from = "", to = "9999", ...request }) => {
      const { invoices } = await list(companyId, { page: 1, limit: 100 });
      const days = invoices.map(({ document: { issueDate } }) => issueDate);
      const [newest, oldest] = [days.findIndex((day) => day <= to), days.findLastIndex((day) => day >= from)];
      const found = invoices.slice(newest, oldest + 1);
      const first = (request.page - 1) * request.limit;
      return { invoices: found.slice(first, first + request.limit), total: found.length };
    },
  })),
};
