import type { EinvoiceDocument } from "./document.ts";

/**
 * The name of a document's file: its number, with everything but letters, digits, `.`, `_` and `-` as `-`, so that it is
 * one name in every file system and header.
 */
export function fileNameOf(document: EinvoiceDocument, extension: "xml" | "pdf"): string {
  const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
  return `${number.replace(/[^A-Za-z0-9._-]|^\./g, "-")}.${extension}`;
}
