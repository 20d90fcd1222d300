import { readFile } from "node:fs/promises";
import {
  attachedSyntax,
  type DocumentFormat,
  type EinvoiceGap,
  type IssuedDocument,
} from "../domain/invoice/document-format.ts";
import type { DocumentExportArguments, PdfArguments } from "./export-arguments.ts";
import { FileError } from "./options.ts";

/** Writes documents in one format. */
export interface DocumentWriter {
  readonly extension: string;
  /** Whether it writes the numbers that portals gave documents. Absent: no. */
  readonly needsNumbers?: true | undefined;
  /** The rules that the file would break; empty if it can be written. */
  readonly gapsIn: (document: IssuedDocument) => readonly EinvoiceGap[];
  /** @throws Refusal that names the fields, if the fonts lack characters */
  readonly write: (document: IssuedDocument) => string | Uint8Array | Promise<string | Uint8Array>;
}

/** The writer of the format that was asked for. Packages and fonts for PDF files are only loaded for these. */
export async function openDocumentWriter(given: DocumentExportArguments): Promise<DocumentWriter> {
  if (isPdf(given)) return openPdfWriter(given);
  const { format, syntax } = given;
  const writer = format.syntaxes![syntax]!;
  return { extension: writer.extension, gapsIn: gapsFor(format, syntax), write: (document) => writer.write(document) };
}

function isPdf(given: DocumentExportArguments): given is DocumentExportArguments & PdfArguments {
  return given.syntax === "pdf";
}

const gapsFor = (format: DocumentFormat, syntax: string) => (document: IssuedDocument) =>
  format.gaps(document, { syntax });

/** Without a format, the XML of Factur-X is attached where it can be written. */
async function openPdfWriter({ format, language, fonts, ksefCode }: PdfArguments): Promise<DocumentWriter> {
  const { renderPdf } = await import("../pdf/index.ts");
  const regular = await fontFile("--font", fonts.regular);
  const bold = await fontFile("--bold-font", fonts.bold);
  const fallback: Uint8Array[] = [];
  for (const path of fonts.fallback) fallback.push(await fontFile("--fallback-font", path));
  const options = { fonts: { regular, bold, fallback }, language, attach: format };
  const gapsIn = format === undefined ? () => [] : gapsFor(format, attachedSyntax(format)![0]);
  if (ksefCode === undefined) return { extension: "pdf", gapsIn, write: (document) => renderPdf(document, options) };
  const { ksefCode: codeOf, ksefGaps } = await import("./document-formats.ts");
  return {
    extension: "pdf",
    needsNumbers: true,
    gapsIn: (document) => [...gapsIn(document), ...ksefGaps(document)],
    write: async (document) => renderPdf(document, { ...options, codes: [await codeOf(document, ksefCode)] }),
  };
}

async function fontFile(option: string, path: string): Promise<Uint8Array> {
  const { requireFont } = await import("../pdf/text/font-file.ts");
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new FileError(`${option} cannot be read: ${cause.message}`, { cause });
  });
  try {
    return requireFont(option, bytes).bytes;
  } catch (cause) {
    throw new FileError((cause as Error).message, { cause });
  }
}
