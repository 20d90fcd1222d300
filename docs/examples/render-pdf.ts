import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type EinvoiceDocument, type PdfOptions, printableWith, renderPdf } from "faktura/pdf";

const { resolve } = createRequire(import.meta.url);
const fontFile = (name: string) => readFileSync(resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`));

/** Source Sans 3, which has the letters of all languages of the EU. */
const fonts = {
  regular: fontFile("400Regular/SourceSans3_400Regular"),
  bold: fontFile("600SemiBold/SourceSans3_600SemiBold"),
};

/** Refuses texts that these fonts cannot print, before an invoice is issued. */
export const printable = printableWith(fonts);

/** Renders the PDF files of the endpoints and of the panel. */
export function renderDocument(document: EinvoiceDocument, request: Omit<PdfOptions, "fonts">): Promise<Uint8Array> {
  return renderPdf(document, { fonts, ...request });
}
