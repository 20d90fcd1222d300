import { readFile } from "node:fs/promises";
import type { IssuedDocument } from "../einvoice/document.ts";
import { documentTerms } from "../einvoice/document-terms.ts";
import { gapsOf } from "../einvoice/gaps.ts";
import { toCii, toUbl } from "../einvoice/index.ts";
import { ksefNumberOf } from "../einvoice/pl/ksef-number.ts";
import type { EinvoiceGap } from "../einvoice/rules/gap-rule.ts";
import type { EinvoiceProfile } from "../einvoice/specification.ts";
import type { ExportArguments, PdfArguments } from "./export-arguments.ts";
import { FileError } from "./options.ts";

/** Writes documents in one format. */
export interface DocumentWriter {
  readonly extension: "xml" | "pdf";
  /** Whether it writes the numbers that portals gave documents. Absent: no. */
  readonly needsNumbers?: true | undefined;
  /** The rules that the file would break; empty if it can be written. */
  readonly gapsIn: (document: IssuedDocument) => readonly EinvoiceGap[];
  /** @throws Refusal that names the fields, if the fonts lack characters */
  readonly write: (document: IssuedDocument) => string | Promise<Uint8Array>;
}

/** The writer of the format that was asked for. Packages and fonts for PDF files are only loaded for these. */
export async function openDocumentWriter(given: ExportArguments): Promise<DocumentWriter> {
  switch (given.format) {
    case "ubl": {
      const { profile } = given;
      return { extension: "xml", gapsIn: gapsFor(profile, "ubl"), write: (document) => toUbl(document, { profile }) };
    }
    case "cii": {
      const { profile } = given;
      return { extension: "xml", gapsIn: gapsFor(profile, "cii"), write: (document) => toCii(document, { profile }) };
    }
    case "fatturapa": {
      const { fatturaPaGaps, toFatturaPA } = await import("../einvoice/it/index.ts");
      return {
        extension: "xml",
        gapsIn: (document) => fatturaPaGaps(document),
        write: (document) => toFatturaPA(document),
      };
    }
    case "ksef": {
      const { ksefGaps, toKsef } = await import("../einvoice/pl/index.ts");
      return { extension: "xml", gapsIn: (document) => ksefGaps(document), write: (document) => toKsef(document) };
    }
    case "pdf":
      return openPdfWriter(given);
  }
}

const gapsFor = (profile: EinvoiceProfile, syntax: "ubl" | "cii") => (document: IssuedDocument) =>
  gapsOf(documentTerms(document, profile), profile, syntax);

/** Without a profile, the XML of Factur-X is attached where it can be written. */
async function openPdfWriter({ profile, language, fonts, ksefCode }: PdfArguments): Promise<DocumentWriter> {
  const { renderPdf } = await import("../pdf/index.ts");
  const regular = await fontFile("--font", fonts.regular);
  const bold = await fontFile("--bold-font", fonts.bold);
  const fallback: Uint8Array[] = [];
  for (const path of fonts.fallback) fallback.push(await fontFile("--fallback-font", path));
  const options = { fonts: { regular, bold, fallback }, language, attach: profile };
  const gapsIn = profile === undefined ? () => [] : gapsFor(profile, "cii");
  if (ksefCode === undefined) return { extension: "pdf", gapsIn, write: (document) => renderPdf(document, options) };
  const ksef = await import("../einvoice/pl/index.ts");
  return {
    extension: "pdf",
    needsNumbers: true,
    gapsIn: (document) => [...gapsIn(document), ...ksef.ksefGaps(document)],
    write: async (document) => {
      const url = await ksef.ksefCodeUrl(ksef.toKsef(document), { environment: ksefCode });
      return renderPdf(document, { ...options, codes: [{ url, label: ksefNumberOf(document) ?? "OFFLINE" }] });
    },
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
