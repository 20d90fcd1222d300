import { insteadOf } from "../domain/instead-of.ts";
import type { EinvoiceDocument, IssuedDocument } from "../domain/invoice/document-format.ts";
import { CREDIT_NOTE_TYPES } from "../domain/invoice/document-types.ts";
import type { PrecedingInvoice } from "../domain/invoice/generated/order.ts";
import type { CreditNotePreview, InvoicePreview } from "../domain/invoice/preview.ts";

export type { EinvoiceDocument, IssuedDocument } from "../domain/invoice/document-format.ts";

/** Whether the document is a credit note. */
export function isCreditNote<Document extends EinvoiceDocument>(
  document: Document,
): document is Extract<Document, { readonly reason: unknown }> {
  return "creditNoteNumber" in document || CREDIT_NOTE_TYPES.some((type) => type === document.documentType);
}

/** The invoices that a credit note corrects, or to which an invoice refers, as far as the document names them (BG-3). */
export function precedingInvoicesOf(document: EinvoiceDocument): readonly PrecedingInvoice[] {
  if (!isCreditNote(document)) return document.precedingInvoices ?? [];
  // Another host's credit note may name them as invoices do.
  const { precedingInvoices = [] } = document as { precedingInvoices?: readonly PrecedingInvoice[] };
  const { corrects, correctedInvoices = precedingInvoices } = document;
  if (corrects !== undefined) return [{ number: corrects.invoiceNumber, issueDate: corrects.issueDate }];
  return correctedInvoices.map(({ number, issueDate }) => ({ number, issueDate }));
}

/** Whether the document is under the seller's own number or its registration in `state`, whose law then asks for a format. */
export function isUnderNumberOf(state: string, { registrationCountry = state }: EinvoiceDocument): boolean {
  return registrationCountry === state;
}

/** Whether the document is not issued yet. */
export function isPreview(document: EinvoiceDocument): document is InvoicePreview | CreditNotePreview {
  return "numberPattern" in document;
}

/** The number of an invoice or a credit note; of a preview one that no document has, with the characters of all of its series. */
export function numberOf(document: EinvoiceDocument): string {
  if (isPreview(document)) return document.numberPattern.replaceAll("#", "0");
  return "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
}

/** The instant at which a document was issued; of a preview noon of the day on which it would be. */
export function issuedAtOf(document: EinvoiceDocument): string {
  return isPreview(document) ? `${document.issueDate}T12:00:00.000Z` : document.issuedAt;
}

/** Some fields that every document has, and that orders, pages and promises lack. */
const FIELDS = ["issueDate", "seller", "items", "vatBreakdown"] as const;

/**
 * Checks that `document` is one. `of` names the function that takes it.
 *
 * @throws TypeError that says what was given instead
 */
export function requireDocument(of: string, document: EinvoiceDocument): void {
  const given = Object(document) as Partial<Record<string, unknown>>;
  const missing = FIELDS.filter((field) => given[field] === undefined);
  if (missing.length === 0) return;
  throw new TypeError(
    `${of} needs an invoice or a credit note as the library returns it${insteadOfOne(given, document, missing)}`,
  );
}

/** Checks that `document` is an issued one. @throws TypeError that says what was given instead */
export function requireIssued(of: string, document: IssuedDocument): void {
  requireDocument(of, document);
  if (isPreview(document)) throw new TypeError(`${of} needs an issued document, not a preview; issue it first`);
}

function insteadOfOne(given: Partial<Record<string, unknown>>, document: unknown, missing: readonly string[]): string {
  if (Array.isArray(given["data"])) return ", not a page of them; pass one of its data";
  const instead = insteadOf(document);
  return instead === ", not an object" ? `${instead} without ${missing.join(", ")}` : instead;
}
