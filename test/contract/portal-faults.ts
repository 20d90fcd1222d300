import { inInvoices } from "./fault-kit.ts";
import type { Fault } from "./whole-store.ts";
import { refusesInSilence } from "./writing-faults.ts";

/** Faults of what portals answered: each case, and a store that fails it. */
export const PORTAL_FAULTS: Readonly<Record<string, Fault>> = {
  "portals' numbers and refusals are returned with their invoice and with its credit notes, oldest first, as their entries have them":
    inInvoices(({ insertPortalEntries }) => ({
      insertPortalEntries: (entries) => insertPortalEntries(entries.map((entry) => ({ ...entry, portal: "other" }))),
    })),
  "a credit note that does not credit one invoice has its own numbers and refusals": inInvoices(
    ({ insertPortalEntries }) => ({
      insertPortalEntries: (entries) =>
        insertPortalEntries(entries.filter(({ invoiceId, creditNoteId }) => invoiceId !== creditNoteId)),
    }),
  ),
  "the number or the refusal of an invoice or a credit note that the company does not have is refused":
    refusesInSilence,
};
