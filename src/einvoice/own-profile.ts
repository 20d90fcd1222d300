import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import { withLatePaymentNotes } from "../domain/invoice/mentions/late-payment-notes.ts";
import type { EinvoiceDocument } from "./document.ts";

/** The document as it would be with the company's profile of today; as it is without one. */
export function withOwnProfile(document: EinvoiceDocument, own: Partial<CompanyProfile> | undefined): EinvoiceDocument {
  if (own === undefined) return document;
  const paymentTerms = document.paymentTerms ?? own.paymentTerms;
  const notes = withLatePaymentNotes(own, document);
  return { ...document, seller: { ...document.seller, ...own }, paymentTerms, notes };
}
