import { all, inHead, inInvoices, inJournal, inNumbers, inReader } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";
import { refusesInSilence } from "./writing-faults.ts";

/** Numbers all named series together. */
const oneSeries: Fault = inNumbers(({ series }) => ({
  series: async (names) => {
    const heads = (await series?.(names)) ?? [];
    const last = Math.max(0, ...heads.map(({ lastCounter }) => lastCounter));
    return heads.map((head) => ({ ...head, lastCounter: last }));
  },
}));

/** Faults of named series: each case, and a store that fails it. */
export const SERIES_FAULTS: Readonly<Record<string, Fault>> = {
  "a named series without an invoice is at 0, has no date and has not started": inNumbers(() => ({
    series: async (names) =>
      names.map((name) => ({ series: name, lastCounter: 1, lastIssueDate: null, started: false })),
  })),
  "each named series has its own numbers, and the head counts the invoices in all of them": all(
    oneSeries,
    inHead((head) => ({ ...head, inSeries: 0 })),
  ),
  "a number that would leave a gap in its named series is refused": refusesInSilence,
  "a number that its named series already has is refused": refusesInSilence,
  "a rejected transaction gives the numbers of its series back": oneSeries,
  "a named series continues one kept elsewhere, and can be corrected until it starts": inNumbers(() => ({
    continueFrom: async () => undefined,
  })),
  "the invoices of all series are listed in the order of issue, and those of one series on its own": inReader(
    ({ list }) => ({ list: (companyId, { series: _, ...request }) => list(companyId, request) }),
  ),
  "an invoice is found by its number in every series": inReader(({ findByNumber }) => ({
    findByNumber: async (companyId, number) =>
      number.startsWith("INV-") ? findByNumber(companyId, number) : undefined,
  })),
  // Like a unique key whose error nobody translates.
  "a number that another series has is refused, whatever the case of its letters": inInvoices(({ insert }) => ({
    insert: (invoices) =>
      insert(invoices.map((invoice) => ({ ...invoice, invoiceNumber: `${invoice.invoiceNumber}0` }))),
  })),
  "readers find the ends of all sequences that a transaction finds under the lock": inReader(({ sequences }) => ({
    sequences: async (companyId, names) => ({ ...(await sequences(companyId, names)), resumedOn: null }),
  })),
  "the audit reads the number of each invoice in its series": inJournal(({ invoicesAfter }) => ({
    invoicesAfter: async (companyId, counter, limit) =>
      (await invoicesAfter(companyId, counter, limit)).map(({ series: _, ...row }) => row),
  })),
};
