import { createHash } from "node:crypto";
import type PdfDocument from "pdfkit";
import { escaped, group, text, type Xml } from "../einvoice/xml.ts";

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

/** An empty PDF/A-3a. Nothing in it depends on the time at which it is made. */
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

/** The name that Factur-X and ZUGFeRD give the file. */
const FACTUR_X_FILE = "factur-x.xml";

const FACTUR_X_NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** The properties of Factur-X in XMP, their values, and what PDF/A wants to know about them. */
const FACTUR_X_PROPERTIES: readonly (readonly [name: string, value: string, description: string])[] = [
  ["DocumentFileName", FACTUR_X_FILE, "The name of the embedded XML document"],
  ["DocumentType", "INVOICE", "The type of the hybrid document"],
  ["Version", "1.0", "The version of the standard that the embedded XML document follows"],
  ["ConformanceLevel", "EN 16931", "The conformance level of the embedded XML document"],
];

/** Attaches the XML of Factur-X and says so in the metadata. @see Factur-X 1.09.2, ISO 19005-3, 6.8 and 6.6.2.3 */
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
  pdf.appendXML(
    described(
      { "xmlns:fx": FACTUR_X_NAMESPACE },
      ...FACTUR_X_PROPERTIES.map(([name, value]) => text(`fx:${name}`, value)),
    ) +
      described(
        {
          "xmlns:pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
          "xmlns:pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
          "xmlns:pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
        },
        group("pdfaExtension:schemas", group("rdf:Bag", facturXSchema())),
      ),
  );
}

/** The schema of the properties, which PDF/A does not know. */
function facturXSchema(): Xml {
  return resource(
    text("pdfaSchema:schema", "Factur-X PDFA Extension Schema"),
    text("pdfaSchema:namespaceURI", FACTUR_X_NAMESPACE),
    text("pdfaSchema:prefix", "fx"),
    group(
      "pdfaSchema:property",
      group(
        "rdf:Seq",
        ...FACTUR_X_PROPERTIES.map(([name, , description]) =>
          resource(
            text("pdfaProperty:name", name),
            text("pdfaProperty:valueType", "Text"),
            text("pdfaProperty:category", "external"),
            text("pdfaProperty:description", description),
          ),
        ),
      ),
    ),
  );
}

function resource(...children: readonly Xml[]): Xml {
  return `<rdf:li rdf:parseType="Resource">${children.join("")}</rdf:li>`;
}

function described(namespaces: Readonly<Record<string, string>>, ...children: readonly Xml[]): Xml {
  const names = Object.entries(namespaces).map(([name, value]) => ` ${name}="${value}"`);
  return `<rdf:Description rdf:about=""${names.join("")}>${children.join("")}</rdf:Description>`;
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
