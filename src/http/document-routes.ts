import { z } from "zod";
import type { RefusalCode } from "../domain/refusal.ts";
import type { IssuedDocument } from "../einvoice/document.ts";
import { fileNameOf } from "../einvoice/file-name.ts";
import { isKsefNumber } from "../einvoice/pl/ksef-number.ts";
import { CII_PROFILES, PDF_PROFILES, UBL_PROFILES } from "../einvoice/specification.ts";
import type { Company } from "../service/company.ts";
import { language } from "../service/schemas/fields.ts";
import { parseRequest } from "../service/schemas/parse.ts";
import type { Answer, Route } from "./routes.ts";

/** A kind of document that can be read as a file. */
interface Kind {
  readonly path: "/invoices/{id}" | "/credit-notes/{id}";
  /** In operation ids. */
  readonly name: "Invoice" | "CreditNote";
  /** In summaries. */
  readonly words: string;
  readonly notFound: RefusalCode;
  readonly read: (company: Company, id: string) => Promise<IssuedDocument>;
}

const KINDS: readonly Kind[] = [
  {
    path: "/invoices/{id}",
    name: "Invoice",
    words: "An invoice",
    notFound: "invoice_not_found",
    read: (company, id) => company.get(id),
  },
  {
    path: "/credit-notes/{id}",
    name: "CreditNote",
    words: "A credit note",
    notFound: "credit_note_not_found",
    read: (company, id) => company.getCreditNote(id),
  },
];

const PROFILE = "The specification that it follows";
const ublSchema = z.strictObject({
  profile: z.enum(UBL_PROFILES).optional().meta({ default: "en16931", description: PROFILE }),
});
const ciiSchema = z.strictObject({
  profile: z.enum(CII_PROFILES).optional().meta({ default: "en16931", description: PROFILE }),
});
const fatturaSchema = z.strictObject({
  progressive: z
    .string()
    .regex(/^[A-Za-z0-9]{1,10}$/, { error: "must be 1 to 10 letters and digits" })
    .optional()
    .describe("The number of the file. Absent: the last ten letters and digits of the document's number"),
});
const ksefSchema = z.strictObject({
  correctedKsefNumber: z
    .string()
    .refine(isKsefNumber, { error: "must be a number of KSeF, or none" })
    .optional()
    .describe("The number that KSeF gave the invoice which the document corrects, or `none` if that is not in KSeF"),
});
const pdfSchema = z.strictObject({
  profile: z
    .enum(PDF_PROFILES)
    .optional()
    .describe(
      "Refuses what cannot contain `factur-x.xml`, with `ctc-fr` also what the French platforms refuse. Absent: as the server renders it",
    ),
  language: language.optional().describe("BCP 47 tag of the language of its words. Absent: as the server renders it"),
});

/** The writers of XML. Loaded when the first file is read, because most handlers never write one. */
const loadWriters = () => import("../einvoice/index.ts");

/** A format of XML: its part of the path, the schema of its parameters, and its writer. */
interface XmlFormat {
  readonly format: "ubl" | "cii" | "fatturapa" | "ksef";
  readonly words: string;
  readonly query: z.ZodObject;
  readonly writer: () => Promise<(document: IssuedDocument, options: never) => string>;
}

const italian = async () => (await import("../einvoice/it/index.ts")).toFatturaPA;
const polish = async () => (await import("../einvoice/pl/index.ts")).toKsef;

const XML_FORMATS: readonly XmlFormat[] = [
  { format: "ubl", words: "UBL 2.1", query: ublSchema, writer: async () => (await loadWriters()).toUbl },
  {
    format: "cii",
    words: "UN/CEFACT Cross Industry Invoice",
    query: ciiSchema,
    writer: async () => (await loadWriters()).toCii,
  },
  { format: "fatturapa", words: "FatturaPA 1.2.3", query: fatturaSchema, writer: italian },
  { format: "ksef", words: "FA(3) 1-0E", query: ksefSchema, writer: polish },
];

/** The files of each kind of document, under the scope that reads it. */
export const DOCUMENT_ROUTES: readonly Route[] = KINDS.flatMap((kind) => [
  ...XML_FORMATS.map((format) => xmlRoute(kind, format)),
  {
    ...common(kind, "pdf", "PDF, if the server renders it"),
    query: pdfSchema,
    response: { type: "file", mediaType: "application/pdf" },
    rendersPdf: true,
    answer: async (company, { id, query, renderPdf }) => {
      const { profile, language } = parseRequest(pdfSchema, query, "parameter");
      const document = await kind.read(company, id);
      // Refused here, because a renderer that ignores `attach` would leave the file out.
      if (profile !== undefined) (await loadWriters()).toCii(document, { profile });
      const bytes: unknown = await renderPdf!(document, { language, attach: profile });
      if (!(bytes instanceof Uint8Array)) throw new TypeError("renderPdf must return a Uint8Array");
      return fileAnswer(bytes, document, "pdf");
    },
  },
]);

function xmlRoute(kind: Kind, { format, words, query: schema, writer }: XmlFormat): Route {
  return {
    ...common(kind, format, words),
    query: schema,
    response: { type: "file", mediaType: "application/xml" },
    answer: async (company, { id, query }) => {
      const options = parseRequest(schema, query, "parameter") as never;
      const document = await kind.read(company, id);
      const write = await writer();
      return fileAnswer(write(document, options), document, "xml");
    },
  };
}

function common({ path, name, words, notFound }: Kind, format: XmlFormat["format"] | "pdf", formatWords: string) {
  return {
    method: "GET",
    path: `${path}/documents/${format}`,
    scope: "read:invoices",
    operationId: `get${name}${format.charAt(0).toUpperCase()}${format.slice(1)}`,
    summary: `${words} as ${formatWords}`,
    status: 200,
    refusals: ["request_invalid", notFound, "einvoice_incomplete"],
  } as const satisfies Partial<Route>;
}

function fileAnswer(body: string | Uint8Array, document: IssuedDocument, extension: "xml" | "pdf"): Answer {
  const name = fileNameOf(document, extension);
  return { body, headers: { "Content-Disposition": `attachment; filename="${name}"` } };
}
