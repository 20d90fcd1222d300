import { type DocumentNumber, orderedAnswer } from "./generated/answer-order.ts";
import type { CreditNote, CreditNoteDocument } from "./generated/credit-note.ts";
import { CREDIT_NOTE_ORDER } from "./generated/credited-fields.ts";
import type { Invoice, InvoiceDocument, PortalRefusal } from "./generated/invoice.ts";
import type { PortalNumber } from "./generated/order.ts";
import type { InvoiceState } from "./invoice-state.ts";
import { portalNumbersOf, portalRefusalsOf } from "./portal-entries.ts";
import type { StoredPortalEntry } from "./stored-document.ts";

/** The invoice as it is sent, with the fields that people look for first at the top. */
export function presentInvoice(
  document: Omit<InvoiceDocument, keyof DocumentNumber>,
  number: DocumentNumber,
  state: InvoiceState,
): Invoice {
  const { status, amountPaid, prepaidRefunded, discountTaken, creditedTotal, amountDue } = state;
  const { settledBy, settledAmount, cancelledAt, cancellationReason, writtenOffOn, writeOffReason } = state;
  return orderedAnswer(document, number, {
    status,
    amountPaid,
    prepaidRefunded: prepaidRefunded === 0 ? undefined : prepaidRefunded,
    discountTaken: document.cashDiscounts === undefined && discountTaken === 0 ? undefined : discountTaken,
    creditedTotal,
    amountDue,
    settledBy: settledBy ?? undefined,
    settledAmount: settledBy === null ? undefined : settledAmount,
    writtenOffOn: writtenOffOn ?? undefined,
    writeOffReason: writeOffReason ?? undefined,
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
  addOtherFields(invoice, document);
  for (const name in invoice) {
    if (invoice[name] === undefined) delete invoice[name];
  }
  return invoice;
}

/**
 * The credit note as it is sent, with the fields that people look for first at the top. Fields that a later release has
 * stored are kept. `entries` are those about portals, of its invoice and the credit notes of that.
 */
export function presentCreditNote(document: CreditNoteDocument, entries: readonly StoredPortalEntry[]): CreditNote {
  const { portalNumbers: correctedPortalNumbers } = presentPortals(entries, null);
  const fields = { ...document, ...presentPortals(entries, document.id), correctedPortalNumbers };
  const creditNote: Record<string, unknown> = {};
  for (const name of CREDIT_NOTE_ORDER) if (fields[name] !== undefined) creditNote[name] = fields[name];
  addOtherFields(creditNote, document);
  return creditNote as unknown as CreditNote;
}

/** What an answer says about portals. */
interface PresentedPortals {
  readonly portalNumbers?: readonly PortalNumber[];
  readonly portalRefusals?: readonly PortalRefusal[];
}

/** What the answer says about portals and the invoice, or with an id of one a credit note. Empty lists are left out. */
export function presentPortals(entries: readonly StoredPortalEntry[], creditNoteId: string | null): PresentedPortals {
  const portalNumbers = portalNumbersOf(entries, creditNoteId);
  const portalRefusals = portalRefusalsOf(entries, creditNoteId);
  return {
    ...(portalNumbers.length > 0 && { portalNumbers }),
    ...(portalRefusals.length > 0 && { portalRefusals }),
  };
}

/** Adds the fields of a stored document that the answer does not have yet. */
function addOtherFields(answer: object, document: InvoiceDocument | CreditNoteDocument): void {
  for (const name in document) {
    const value = (document as unknown as Record<string, unknown>)[name];
    if (Object.hasOwn(answer, name) || name === "documentVersion" || value === undefined) continue;
    // Defined rather than assigned: a field may have the name `__proto__`.
    Object.defineProperty(answer, name, { value, configurable: true, enumerable: true, writable: true });
  }
}
