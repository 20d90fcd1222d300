import { writeCii } from "./cii.ts";
import type { EinvoiceDocument } from "./document.ts";
import { type AttachmentOptions, requireTerms } from "./gaps.ts";
import type { EinvoiceProfile } from "./specification.ts";
import { writeUbl } from "./ubl.ts";

export type { DocumentFormat, DocumentSyntax, FormatGapOptions } from "../domain/invoice/document-format.ts";
export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../domain/refusal.ts";
export type { EinvoiceAttachment } from "./attachments.ts";
export type { EinvoiceDocument, IssuedDocument } from "./document.ts";
export { ciusRo, ctcFr, en16931, facturX, hrCius, peppol, xrechnung } from "./en16931-formats.ts";
export { type AttachmentOptions, type EinvoiceOptions, einvoiceGaps, type GapOptions } from "./gaps.ts";
export type { EinvoiceGap } from "./rules/gap-rule.ts";
export type { EinvoiceProfile } from "./specification.ts";

/** Options of {@link toUbl}, which does not know `factur-x`. */
export interface UblOptions extends AttachmentOptions {
  /** Absent: `en16931`. */
  readonly profile?: Exclude<EinvoiceProfile, "factur-x"> | undefined;
}

/** Options of {@link toCii}, which does not know `cius-ro` and `hr-cius`. */
export interface CiiOptions extends AttachmentOptions {
  /** Absent: `en16931`. */
  readonly profile?: Exclude<EinvoiceProfile, "cius-ro" | "hr-cius"> | undefined;
}

/**
 * The document as UBL 2.1, an `Invoice` or a `CreditNote` in UTF-8. Amounts are those that were issued. Later payments do
 * not change it.
 *
 * @throws Refusal `einvoice_incomplete` with the gaps that {@link einvoiceGaps} lists for this syntax
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known or invalid, such as
 *   an attachment that no electronic document can contain
 */
export function toUbl(document: EinvoiceDocument, options: UblOptions = {}): string {
  return writeUbl(requireTerms(document, options, "ubl"), options.attachments);
}

/**
 * The document as UN/CEFACT Cross Industry Invoice D16B, in UTF-8; with `factur-x` and `ctc-fr` as D22B, which refers to
 * several preceding invoices. With the profile `factur-x` it is the content of `factur-x.xml`. Amounts are those that were issued. Later payments do not change it.
 *
 * @throws Refusal `einvoice_incomplete` with the gaps that {@link einvoiceGaps} lists for this syntax
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known or invalid, such as
 *   an attachment that no electronic document can contain
 */
export function toCii(document: EinvoiceDocument, options: CiiOptions = {}): string {
  return writeCii(requireTerms(document, options, "cii"), options.attachments);
}
