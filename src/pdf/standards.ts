import { group, leaf, type Xml } from "../einvoice/xml.ts";

/** A standard that the file follows, and the properties in XMP that say so. PDF/A wants all of this described in the file. */
interface Standard {
  readonly schema: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly valueType: "Integer" | "Text";
  readonly category: "internal" | "external";
  readonly properties: readonly (readonly [name: string, value: string, description: string])[];
}

/** @see ISO 14289-1:2014, clause 5 */
const PDF_UA: Standard = {
  schema: "PDF/UA identification schema",
  namespace: "http://www.aiim.org/pdfua/ns/id/",
  prefix: "pdfuaid",
  valueType: "Integer",
  category: "internal",
  properties: [["part", "1", "The part of ISO 14289 that the document follows"]],
};

/** The name that Factur-X and ZUGFeRD give the file. */
export const FACTUR_X_FILE = "factur-x.xml";

/** @see Factur-X 1.09.2 */
const FACTUR_X: Standard = {
  schema: "Factur-X PDFA Extension Schema",
  namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  prefix: "fx",
  valueType: "Text",
  category: "external",
  properties: [
    ["DocumentFileName", FACTUR_X_FILE, "The name of the embedded XML document"],
    ["DocumentType", "INVOICE", "The type of the hybrid document"],
    ["Version", "1.0", "The version of the standard that the embedded XML document follows"],
    ["ConformanceLevel", "EN 16931", "The conformance level of the embedded XML document"],
  ],
};

/** Says in the metadata which standards the file follows beside PDF/A, which pdfkit names. @see ISO 19005-3, 6.6.2.3 */
export function claimStandards(pdf: PDFKit.PDFDocument, { isFacturX }: { readonly isFacturX: boolean }): void {
  const standards = isFacturX ? [PDF_UA, FACTUR_X] : [PDF_UA];
  for (const { prefix, namespace, properties } of standards) {
    const values = properties.map(([name, value]) => leaf(`${prefix}:${name}`, value));
    pdf.appendXML(described({ [`xmlns:${prefix}`]: namespace }, ...values));
  }
  const namespaces = {
    "xmlns:pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
    "xmlns:pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
    "xmlns:pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
  };
  const schemas = group("rdf:Bag", ...standards.map(schemaOf));
  pdf.appendXML(described(namespaces, group("pdfaExtension:schemas", schemas)));
}

function schemaOf({ schema, namespace, prefix, valueType, category, properties }: Standard): Xml {
  const descriptions = properties.map(([name, , description]) =>
    resource(
      leaf("pdfaProperty:name", name),
      leaf("pdfaProperty:valueType", valueType),
      leaf("pdfaProperty:category", category),
      leaf("pdfaProperty:description", description),
    ),
  );
  return resource(
    leaf("pdfaSchema:schema", schema),
    leaf("pdfaSchema:namespaceURI", namespace),
    leaf("pdfaSchema:prefix", prefix),
    group("pdfaSchema:property", group("rdf:Seq", ...descriptions)),
  );
}

function resource(...children: readonly Xml[]): Xml {
  return `<rdf:li rdf:parseType="Resource">${children.join("")}</rdf:li>`;
}

function described(namespaces: Readonly<Record<string, string>>, ...children: readonly Xml[]): Xml {
  const names = Object.entries(namespaces).map(([name, value]) => ` ${name}="${value}"`);
  return `<rdf:Description rdf:about=""${names.join("")}>${children.join("")}</rdf:Description>`;
}
