import { toCii, toUbl } from "faktura/einvoice";
import type { DocumentFileName, IssuedDocument } from "../document-files.ts";
import { documentLanguage } from "../document-language.ts";
import type { PanelOptions } from "./panel-options.ts";
import type { Logos } from "./records/logos.ts";

/** What the files of documents are made with. */
export interface DocumentFiles extends Pick<PanelOptions, "render"> {
  readonly logos: Logos;
}

/** A file of a document, under the document's number. */
export interface DocumentFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Only sellers in Italy need the writer of FatturaPA, and those in Poland that of FA(3), so it is loaded with their first file. */
const WRITERS: Readonly<Record<DocumentFileName, (document: IssuedDocument) => Promise<string> | string>> = {
  fatturapa: async (document) => (await import("faktura/einvoice/it")).toFatturaPA(document),
  ksef: async (document) => (await import("faktura/einvoice/pl")).toKsef(document),
  "ctc-fr-ubl": (document) => toUbl(document, { profile: "ctc-fr" }),
  "ctc-fr-cii": (document) => toCii(document, { profile: "ctc-fr" }),
  "cius-ro": (document) => toUbl(document, { profile: "cius-ro" }),
  "hr-cius": (document) => toUbl(document, { profile: "hr-cius" }),
  xrechnung: (document) => toUbl(document, { profile: "xrechnung" }),
  peppol: (document) => toUbl(document, { profile: "peppol" }),
  ubl: (document) => toUbl(document),
  cii: (document) => toCii(document),
};

/** A document as a file: `pdf`, with the logo with which it was issued, or one of `DOCUMENT_FILES`. `undefined`: there is none. */
export async function fileOf(
  name: string,
  document: IssuedDocument,
  companyId: string,
  { logos, render }: DocumentFiles,
): Promise<DocumentFile | undefined> {
  const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
  const base = number.replaceAll("/", "-");
  if (name === "pdf") {
    if (render === undefined) return undefined;
    const logo = (await logos.find(companyId, document.issuedAt))?.bytes;
    const content = new Uint8Array(await render(document, { logo, language: documentLanguage(document) }));
    return { filename: `${base}.pdf`, contentType: "application/pdf", content };
  }
  if (!Object.hasOwn(WRITERS, name)) return undefined;
  const text = await WRITERS[name as DocumentFileName](document);
  return { filename: `${base}.xml`, contentType: "application/xml", content: new TextEncoder().encode(text) };
}
