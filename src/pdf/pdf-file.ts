import { createHash } from "node:crypto";
import type PdfDocument from "pdfkit";
import { escaped } from "../einvoice/xml.ts";
import { boundLayout } from "./glyph-layout.ts";
import { FACTUR_X_FILE } from "./standards.ts";

/** What a PDF says about itself. */
export interface PdfMetadata {
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The files of the fonts, by the name that styles use. */
export interface PdfFontFiles {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** The constructor of pdfkit, which is loaded when the first document is drawn. */
export type PdfKit = typeof PdfDocument;

/**
 * A text whose copies in XML are escaped: pdfkit writes it into XMP as `${text}`, which calls `toString`, and into the
 * dictionary of the file by its characters.
 */
class XmpText extends String {
  override toString(): string {
    return escaped(this.valueOf());
  }
}

/** An empty PDF/A-3a, which is also PDF/UA-1 if all of it is tagged. Nothing in it depends on the time at which it is made. */
export function openPdf(pdfkit: PdfKit, { title, author, language, createdAt }: PdfMetadata): PDFKit.PDFDocument {
  const info = {
    Title: new XmpText(title) as string,
    Author: new XmpText(author) as string,
    Creator: "faktura",
    CreationDate: new Date(createdAt),
  };
  return new pdfkit({
    pdfVersion: "1.7",
    subset: "PDF/A-3a",
    tagged: true,
    lang: language,
    displayTitle: true,
    info,
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    font: "", // pdfkit would load Helvetica, which it does not find in the output of some bundlers
  });
}

/**
 * Makes the fonts known under the names of the styles.
 *
 * @throws TypeError that names the option, if pdfkit cannot read a font
 */
export function registerFonts(pdf: PDFKit.PDFDocument, fonts: PdfFontFiles): void {
  for (const name of ["regular", "bold"] as const) {
    try {
      pdf.registerFont(name, fonts[name]).font(name).widthOfString("0");
      boundLayout(pdf);
    } catch (cause) {
      throw new TypeError(`fonts.${name} is not a TrueType or OpenType font (.ttf, .otf) that can be read`, { cause });
    }
  }
}

/** Attaches the XML of Factur-X. @see ISO 19005-3, 6.8 */
export function attachFacturX(pdf: PDFKit.PDFDocument, xml: string, createdAt: string): void {
  const options = {
    name: FACTUR_X_FILE,
    type: "text/xml",
    relationship: "Alternative",
    description: "Factur-X",
    creationDate: new Date(createdAt),
    modifiedDate: new Date(createdAt),
  };
  pdf.file(Buffer.from(xml), options);
}

/** The bytes of a finished PDF. Its identifier is that of its content, so no two documents share one. */
export async function closePdf(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  pdf.end();
  const bytes = await whole;
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const trailer = bytes.lastIndexOf("trailer");
  const end = bytes.subarray(trailer).toString("latin1");
  bytes.write(end.replace(/\/ID \[<[\da-f]{32}> <[\da-f]{32}>\]/, `/ID [<${id}> <${id}>]`), trailer, "latin1");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
