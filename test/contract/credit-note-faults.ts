import type { CreditNoteReader, CreditNoteRepository } from "faktura";
import { inInvoices, inJournal, inPorts, inReader, inTransaction } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";
import { refusesInSilence } from "./writing-faults.ts";

/** Breaks reads of credit notes outside a transaction. */
function inCreditNotes(part: (reader: CreditNoteReader) => Partial<CreditNoteReader>): Fault {
  return (store) => ({ ...store, creditNotes: { ...store.creditNotes, ...part(store.creditNotes) } });
}

/** Breaks the repository of credit notes. */
function inCredits(part: (creditNotes: CreditNoteRepository) => Partial<CreditNoteRepository>): Fault {
  return inPorts(({ creditNotes }) => ({ creditNotes: { ...creditNotes, ...part(creditNotes) } }));
}

/** Faults of credit notes: the case, and a store that cannot keep its promise. */
export const CREDIT_NOTE_FAULTS: Readonly<Record<string, Fault>> = {
  "a credit note is returned as it was issued, and its invoice names it": inReader(({ find }) => ({
    find: async (companyId, id) => {
      const found = await find(companyId, id);
      return found && { ...found, creditNotes: [] };
    },
  })),
  "the series of credit notes has counters of its own, and says where it ends": inCredits(({ series }) => ({
    series: async () => ({ ...(await series()), lastIssueDate: null }),
  })),
  "a credit note whose counter or date does not follow the last one, or whose id exists, is refused": refusesInSilence,
  "a number that the other series has is refused with request_invalid, whatever its case": inTransaction(
    (store, companyId, work) =>
      store.transaction(companyId, work).catch((cause) => Promise.reject(new Error(cause.message, { cause }))),
  ),
  "credit notes above their invoice's total, or of a cancelled invoice, or of none, are refused": refusesInSilence,
  "an invoice may be paid, credited and refunded, and be credited and cancelled in one transaction": inInvoices(
    ({ changeStates }) => ({
      changeStates: (changes) => changeStates(changes.map((change) => ({ ...change, creditedTotal: 0 }))),
    }),
  ),
  "a refund of a cancelled invoice is no second cancellation": inInvoices(({ changeStates }) => ({
    changeStates: (changes) => changeStates(changes.map(({ wasCancelled: _, ...change }) => change)),
  })),
  "a rejected transaction leaves no credit note, and its counter is given to the next one": (store) => {
    let lost = 0;
    const counting = inCredits(({ series, insert }) => ({
      series: async () => ({ ...(await series()), lastCounter: (await series()).lastCounter + lost }),
      insert: async (batch) => {
        lost += 1;
        await insert(batch);
      },
    }));
    return counting(store);
  },
  "a key that issued a credit note names it beside the invoice": inInvoices(({ insertKeys }) => ({
    insertKeys: (keys) => insertKeys(keys.map(({ creditNoteId: _, ...used }) => used)),
  })),
  "a credit note that does not credit one invoice is kept under its own id, and changes no invoice": inCredits(
    ({ findOfInvoices }) => ({
      findOfInvoices: async (ids) =>
        (await findOfInvoices(ids)).filter(({ document: { corrects } }) => corrects !== undefined),
    }),
  ),
  "what a credit note over several invoices takes off them counts as credited, and is in the journal": inReader(
    ({ find }) => ({
      find: async (companyId, id) => {
        const found = await find(companyId, id);
        return found && { ...found, creditNotes: found.creditNotes.slice(1) };
      },
    }),
  ),
  "a credit note that takes more off an invoice than is left, or what it does not say, is refused": refusesInSilence,
  "credit notes are listed newest first, by invoice and by day, each page with the total": inCreditNotes(
    ({ list }) => ({ list: (companyId, { invoiceId: _, ...request }) => list(companyId, request) }),
  ),
  "dates of credit notes continue from an earlier day once the journal resumed dates": inCredits(({ series }) => ({
    series: async () => ({ ...(await series()), resumedOn: null }),
  })),
  "a credit note's document is its journal entry, and its row is read in pages for the audit": inJournal(
    ({ creditNotesAfter }) => ({
      creditNotesAfter: (companyId, _, limit) => creditNotesAfter(companyId, 0, limit),
    }),
  ),
};
