import type { CreditNote, Invoice } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";

/** An invoice or a credit note. */
export type IssuedDocument = Invoice | CreditNote;

/** A kind of file that documents are sent as. */
interface DocumentFile {
  readonly profile: "xrechnung" | "peppol" | "en16931";
  readonly write: (document: IssuedDocument) => string;
}

/** The electronic invoices that the panel offers, beside PDF, by the last part of their path. */
export const DOCUMENT_FILES = {
  xrechnung: {
    profile: "xrechnung",
    write: (document) => toUbl(document, { profile: "xrechnung" }),
  },
  peppol: {
    profile: "peppol",
    write: (document) => toUbl(document, { profile: "peppol" }),
  },
  ubl: {
    profile: "en16931",
    write: (document) => toUbl(document),
  },
  cii: {
    profile: "en16931",
    write: (document) => toCii(document),
  },
} as const satisfies Record<string, DocumentFile>;

/** The last part of a file's path. */
export type DocumentFileName = keyof typeof DOCUMENT_FILES;
