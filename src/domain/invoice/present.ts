import { type DocumentNumber, orderedAnswer } from "./generated/answer-order.ts";
import type { CreditNote, CreditNoteDocument } from "./generated/credit-note.ts";
import { CREDIT_NOTE_ORDER } from "./generated/credited-fields.ts";
import type { Invoice, InvoiceDocument } from "./generated/invoice.ts";
import { amountDue, type InvoiceState } from "./invoice-state.ts";

/** The invoice as it is sent, with the fields that people look for first at the top. */
export function presentInvoice(
  document: Omit<InvoiceDocument, keyof DocumentNumber>,
  number: DocumentNumber,
  state: InvoiceState,
): Invoice {
  const { status, amountPaid, creditedTotal, cancelledAt, cancellationReason } = state;
  return orderedAnswer(document, number, {
    status,
    amountPaid,
    creditedTotal,
    amountDue: amountDue(document, state),
    cancelledAt,
    cancellationReason: cancellationReason ?? undefined,
  });
}

/**
 * A stored invoice as it is sent. A panel may have written the document itself: its other fields are kept, and missing
 * fields stay absent.
 */
export function presentStored(document: InvoiceDocument, state: InvoiceState): Invoice {
  const invoice = presentInvoice(document, document, state) as Record<string, unknown> & Invoice;
  for (const name in document) {
    if (Object.hasOwn(invoice, name) || name === "documentVersion") continue;
    const value = document[name as keyof InvoiceDocument];
    // Defined rather than assigned: a field may have the name `__proto__`.
    Object.defineProperty(invoice, name, { value, configurable: true, enumerable: true, writable: true });
  }
  for (const name in invoice) {
    if (invoice[name] === undefined) delete invoice[name];
  }
  return invoice;
}

/** The credit note as it is sent, with the fields that people look for first at the top. */
export function presentCreditNote(document: CreditNoteDocument): CreditNote {
  const creditNote: Partial<Record<keyof CreditNote, unknown>> = {};
  for (const name of CREDIT_NOTE_ORDER) if (document[name] !== undefined) creditNote[name] = document[name];
  return creditNote as unknown as CreditNote;
}
