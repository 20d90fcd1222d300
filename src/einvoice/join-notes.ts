import type { InvoiceNote } from "../domain/invoice/generated/order.ts";

/** The notes as one note, which is all that Peppol allows (PEPPOL-EN16931-R002). Each keeps its subject in the text, as in UBL. */
export function joinNotes(notes: readonly InvoiceNote[]): InvoiceNote {
  return { text: notes.map(({ subject, text }) => (subject === undefined ? text : `#${subject}#${text}`)).join("\n") };
}
