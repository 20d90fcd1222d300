import type { CreditNote } from "../domain/invoice/generated/credit-note.ts";
import type { Invoice } from "../domain/invoice/generated/invoice.ts";

/** A document of which an electronic one can be made: an invoice or a credit note as the library answers with it. */
export type EinvoiceDocument = Invoice | CreditNote;
