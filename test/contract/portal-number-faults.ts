import { inInvoices } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";
import { refusesInSilence } from "./writing-faults.ts";

/** Faults of portals' numbers: each case, and a store that fails it. */
export const PORTAL_NUMBER_FAULTS: Readonly<Record<string, Fault>> = {
  "portals' numbers are returned with their invoice and with its credit notes, oldest first, as their entries have them":
    inInvoices(({ insertPortalNumbers }) => ({
      insertPortalNumbers: (numbers) => insertPortalNumbers(numbers.map((number) => ({ ...number, replaces: null }))),
    })),
  "a credit note that does not credit one invoice has its own numbers": inInvoices(({ insertPortalNumbers }) => ({
    insertPortalNumbers: (numbers) =>
      insertPortalNumbers(numbers.filter(({ invoiceId, creditNoteId }) => invoiceId !== creditNoteId)),
  })),
  "the number of an invoice or a credit note that the company does not have is refused": refusesInSilence,
};
