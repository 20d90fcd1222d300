import { createHash } from "node:crypto";
import type PdfDocument from "pdfkit";
import { escaped } from "../einvoice/xml.ts";
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

/** A file that says the same as the pages. */
export interface PdfAttachment {
  readonly name: string;
  readonly mediaType: string;
  /** The name of its format. */
  readonly description: string;
  readonly content: string | Uint8Array;
}

/** Attaches a file, that of Factur-X with the type of its standard. @see ISO 19005-3, 6.8 */
export function attachFile(pdf: PDFKit.PDFDocument, file: PdfAttachment, createdAt: string): void {
  const { name, mediaType, description, content } = file;
  const isFacturX = name === FACTUR_X_FILE;
  const options = {
    name,
    type: isFacturX ? "text/xml" : mediaType,
    relationship: "Alternative",
    description: isFacturX ? "Factur-X" : description,
    creationDate: new Date(createdAt),
    modifiedDate: new Date(createdAt),
  };
  pdf.file(Buffer.from(content as Uint8Array), options);
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
