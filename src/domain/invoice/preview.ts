import { without } from "../pick.ts";
import type { CreditNote } from "./generated/credit-note.ts";
import type { Invoice } from "./generated/invoice.ts";
import { numberPatternOf } from "./number.ts";

/** The number of a document that is not issued yet, as far as it is known. */
export interface NumberPattern {
  /**
   * Its number with `#` for each digit of the counter: `INV-202611-####`. The document that is issued first gets the next
   * number.
   */
  readonly numberPattern: string;
}

/** An invoice as it would be issued now. Only issuing gives it an id, a number and the time; it decides everything again. */
export interface InvoicePreview extends Omit<Invoice, "id" | "invoiceNumber" | "issuedAt">, NumberPattern {}

/** A credit note as it would be issued now. Only issuing gives it an id, a number and the time; it decides everything again. */
export interface CreditNotePreview extends Omit<CreditNote, "id" | "creditNoteNumber" | "issuedAt">, NumberPattern {}

/** A credit note as it would be issued now, and the invoice as it would be after it. */
export interface CreditPreview {
  /** The credit note, without what only issuing gives. */
  readonly creditNote: CreditNotePreview;
  /** With the credit in `creditedTotal`, `amountDue` and `status`. */
  readonly invoice: Invoice;
}

/** An invoice that is not issued, without what only issuing gives. */
export function unissuedInvoice(invoice: Invoice): InvoicePreview {
  const { invoiceNumber } = invoice;
  return { numberPattern: numberPatternOf(invoiceNumber), ...without(invoice, ["id", "invoiceNumber", "issuedAt"]) };
}

/** A credit note that is not issued, without what only issuing gives. */
export function unissuedCreditNote(creditNote: CreditNote): CreditNotePreview {
  const { creditNoteNumber } = creditNote;
  const rest = without(creditNote, ["id", "creditNoteNumber", "issuedAt"]);
  return { numberPattern: numberPatternOf(creditNoteNumber), ...rest };
}
