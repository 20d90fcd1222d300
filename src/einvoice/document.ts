import type { CreditNote } from "../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../domain/invoice/generated/invoice.ts";

/** An invoice or credit note, as returned by the library, that can be written electronically. */
export type EinvoiceDocument = Invoice | CreditNote;
