import { type AuditedInvoice, FIRST_DIGEST } from "faktura";
import { inBilling, inInvoices, inJournal, inTransaction, remembering } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";

/** The digests of a store that chains to an earlier entry, because it read the head too early. */
const unchained = (invoice: AuditedInvoice): AuditedInvoice => ({
  ...invoice,
  place: invoice.place && { ...invoice.place, digest: FIRST_DIGEST },
});

/** Faults of the journal: each case, and a store that fails it. */
export const JOURNAL_FAULTS: Readonly<Record<string, Fault>> = {
  "each continuation, invoice, payment and cancellation has an entry, in this order, chained to the one before":
    inJournal(({ entriesAfter }) => ({
      entriesAfter: async (...asked) =>
        (await entriesAfter(...asked)).filter(({ kind }) => kind !== "invoice.cancelled"),
    })),
  "a write-off is one entry, is returned with the invoice, and stays when it is paid and cancelled later": inInvoices(
    ({ changeStates }) => ({
      changeStates: (changes) => changeStates(changes.map((change) => ({ ...change, wasWrittenOff: false }))),
    }),
  ),
  "the entries of one transaction follow each other: invoices, payments, cancellations": inJournal(
    ({ invoicesAfter }) => ({
      invoicesAfter: async (...asked) => (await invoicesAfter(...asked)).map(unchained),
    }),
  ),
  "a payment is returned with its exchange rate and its cash discount, which its entry has, and the state with the discount":
    inInvoices(({ insertPayments }) => ({
      insertPayments: (payments) => insertPayments(payments.map(({ exchangeRate: _, ...payment }) => payment)),
    })),
  "a rejected transaction leaves no entry, and the next one gets its positions": remembering(
    () => ({ lost: 0 }),
    (counter) => (store) => {
      const losing = inTransaction((inner, companyId, work) =>
        inner.transaction(companyId, work).catch((error) => {
          counter.lost += 1;
          throw error;
        }),
      )(store);
      return inJournal(({ invoicesAfter }) => ({
        invoicesAfter: async (...asked) =>
          (await invoicesAfter(...asked)).map((invoice, index) => ({
            ...invoice,
            place: invoice.place && { ...invoice.place, position: invoice.place.position + (index && counter.lost) },
          })),
      }))(losing);
    },
  ),
  "the books are read in pages: invoices by their counters, with payments and entries, other entries by position":
    inJournal(({ entriesAfter }) => ({
      entriesAfter: (companyId, _, limit) => entriesAfter(companyId, 0, limit),
    })),
  "the head of the books is the last entry and the last counter, or nothing if there are none": inJournal(
    ({ head, invoicesAfter }) => ({
      head: async (companyId) => {
        const [last] = (await invoicesAfter(companyId, 0, 100)).slice(-1);
        return { ...(await head(companyId)), ...last?.place };
      },
    }),
  ),
  "the head of the books says from where the sequence was continued, even after the first invoice": inJournal(
    ({ head }) => ({
      head: async (companyId) => {
        const { lastCounter, ...rest } = await head(companyId);
        return { ...rest, lastCounter, continuedFrom: { ...rest.continuedFrom, lastCounter } };
      },
    }),
  ),
  "every row of the books is on a page, and payments count from 1 in their invoice": inJournal(() => ({
    misplaced: async () => [{ what: "entry", place: "0", invoiceId: null }],
  })),
  "each company with a journal is listed once, in pages": inJournal(({ companies }) => ({
    companies: (_, limit) => companies(null, limit),
  })),
  "the billing position follows what is acknowledged, with the digest of its invoice": inBilling(({ acknowledge }) => ({
    acknowledge: (companyId, ids) => acknowledge(companyId, ids.slice(0, 1)),
  })),
};
