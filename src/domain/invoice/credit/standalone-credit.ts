import { Refusal } from "../../refusal.ts";
import { prepareDocument } from "../document.ts";
import { type CreditNoteType, creditNoteTypesOf } from "../document-types.ts";
import type { InvoiceDraft } from "../draft.ts";
import type { CreditNoteDocument, CreditNoteOrder, NamedInvoice } from "../generated/credit-note.ts";
import type { InvoiceDocument } from "../generated/invoice.ts";
import { asIssued } from "../invoice-state.ts";
import { applyCredit } from "./credit.ts";
import { type CreditNoteNumber, type CreditReferences, creditNoteDocument } from "./credit-document.ts";

/** Completes a credit note with its number and dates. */
export type NumberCreditNote = (number: CreditNoteNumber) => {
  readonly document: CreditNoteDocument;
  readonly text: string;
};

/**
 * The credit note of an order that does not credit one invoice of the books, except its number: that of an invoice with the
 * order's lines and VAT that is credited as a whole.
 *
 * @throws Refusal `amount_out_of_range` if its total is 0
 */
export function standaloneCreditNote(
  { profile, totals, warnings, ...draft }: InvoiceDraft,
  order: CreditNoteOrder,
  type: CreditNoteType | undefined,
  correctedInvoices: readonly NamedInvoice[] | undefined,
): NumberCreditNote {
  if (totals.total === 0) {
    const detail = "must come to a total above 0";
    throw new Refusal("amount_out_of_range", `The items of a credit note ${detail}.`, [{ pointer: "/items", detail }]);
  }
  const prepared = prepareDocument({ profile, totals, warnings, ...draft }).document;
  const invoice: InvoiceDocument = { ...prepared, id: "", invoiceNumber: "", issueDate: "", issuedAt: "" };
  const { amounts } = applyCredit({ document: invoice, state: asIssued(invoice), creditNotes: [] }, {});
  const references: CreditReferences = {
    documentType: type ?? creditNoteTypesOf(invoice.documentType)[0],
    correctedInvoices,
    vatNumberVerification: invoice.vatNumberVerification,
  };
  return (number) => creditNoteDocument(profile, invoice, order, amounts, references, number, () => warnings);
}
