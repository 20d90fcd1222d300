import type { CalendarDay } from "../calendar.ts";
import type { CreditNote } from "../invoice/generated/credit-note.ts";
import type { Invoice, Payment, PortalRefusal } from "../invoice/generated/invoice.ts";

/** What every change of the books says. */
interface ChangeBase {
  /** Position in the company's journal, from 1. Later changes have higher positions; positions may be missing. */
  readonly position: number;
  /** When it was made, ISO 8601 in UTC. */
  readonly at: string;
}

/** A change of a company's books, with the document that was issued. `kind` says which. */
export type BookChange =
  | (ChangeBase & {
      /** An invoice was issued, by the library or by another writer. */
      readonly kind: "invoice.issued";
      /** As it is when it is read. */
      readonly invoice: Invoice;
    })
  | (ChangeBase & {
      /** A payment or a refund was recorded. */
      readonly kind: "payment.recorded";
      /** The invoice that was paid. */
      readonly invoiceId: string;
      /** As it was recorded. */
      readonly payment: Payment;
    })
  | (ChangeBase & {
      /** An invoice was cancelled. */
      readonly kind: "invoice.cancelled";
      /** The invoice that was cancelled. */
      readonly invoiceId: string;
      /** As given; `null` if none was. */
      readonly reason: string | null;
    })
  | (ChangeBase & {
      /** An invoice was written off as a bad debt. */
      readonly kind: "invoice.written_off";
      /** The invoice that was written off. */
      readonly invoiceId: string;
      /** The day of the loss. */
      readonly on: CalendarDay;
      /** As given. */
      readonly reason: string;
    })
  | (ChangeBase & {
      /** A credit note was issued. */
      readonly kind: "credit_note.issued";
      /** As it was issued. */
      readonly creditNote: CreditNote;
    })
  | (ChangeBase & {
      /** A credit note over several invoices took an amount off one of them. */
      readonly kind: "credit_note.applied";
      /** The invoice. */
      readonly invoiceId: string;
      /** The credit note, whose own change comes before. */
      readonly creditNoteId: string;
      /** What it takes off what is left of the invoice, with VAT. */
      readonly total: number;
      /** What it takes off what the client pays. */
      readonly payable: number;
    })
  | (ChangeBase & {
      /** The number that a portal gave a document was recorded. */
      readonly kind: "portal_number.recorded";
      /** The invoice that has the number, or whose credit note has it; the credit note's id if it has no invoice here. */
      readonly invoiceId: string;
      /** The credit note that has the number; `null` if the invoice has it. */
      readonly creditNoteId: string | null;
      /** The portal, such as `ksef`. */
      readonly portal: string;
      /** As the portal gave it. */
      readonly number: string;
      /** The number that it corrects; `null` if there is none. */
      readonly replaces: string | null;
    })
  | (ChangeBase &
      PortalRefusal & {
        /** What a portal objected to a document, or to its cancellation, was recorded. */
        readonly kind: "portal_refusal.recorded";
        /** The invoice that was refused, or that of the credit note; the credit note's id if it has no invoice here. */
        readonly invoiceId: string;
        /** The credit note that was refused; `null` if the invoice or its cancellation was. */
        readonly creditNoteId: string | null;
      });
