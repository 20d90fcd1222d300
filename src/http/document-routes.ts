import { z } from "zod";
import {
  attachedSyntax,
  type DocumentFormat,
  type DocumentSyntax,
  type IssuedDocument,
} from "../domain/invoice/document-format.ts";
import { fileNameOf } from "../domain/invoice/file-name.ts";
import type { RefusalCode } from "../domain/refusal.ts";
import type { Company } from "../service/company.ts";
import { language, objectOf } from "../service/schemas/fields.ts";
import { parseRequest, requestInvalid } from "../service/schemas/parse.ts";
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

/** The formats that write a syntax, by id. */
type Writers = Readonly<Record<string, DocumentSyntax>>;

/** The files of each kind of document, under the scope that reads it: one endpoint for each syntax of the formats, and PDF. */
export function documentRoutes(formats: readonly DocumentFormat[]): Route[] {
  const written: Record<string, Record<string, DocumentSyntax>> = {};
  for (const { id, syntaxes = {} } of formats) {
    for (const [key, syntax] of Object.entries(syntaxes)) written[key] = { ...written[key], [id]: syntax };
  }
  return KINDS.flatMap((kind) => [
    ...Object.entries(written).map(([key, writers]) => syntaxRoute(kind, key, writers)),
    pdfRoute(kind, formats),
  ]);
}

/** The parameters: the id of the format, and those of the syntax or of PDF. */
type FileQuery = Readonly<Partial<Record<string, string>>>;

/** The format that a syntax is written for if the request names none: EN 16931 itself, or else the first that was passed. */
const DEFAULT_PROFILE = "en16931";

function syntaxRoute(kind: Kind, key: string, writers: Writers): Route {
  const [first, ...others] = Object.keys(writers) as [string, ...string[]];
  const usual = Object.hasOwn(writers, DEFAULT_PROFILE) ? DEFAULT_PROFILE : first;
  const { name = key.toUpperCase() } = writers[usual]!;
  const schema = objectOf(() => ({
    profile: z
      .enum([first, ...others])
      .optional()
      .meta({ default: usual, description: "The format that it follows" }),
    ...parameterSchemas(writers),
  }));
  return {
    ...common(kind, key, name),
    query: schema,
    response: { mediaTypes: Object.values(writers).map(({ mediaType }) => mediaType) },
    answer: async (company, { id, query }) => {
      const { profile = usual, ...options } = parseRequest(schema, query, "parameter") as FileQuery;
      requireParameters(options, profile, writers);
      const syntax = writers[profile]!;
      const document = await kind.read(company, id);
      return fileAnswer(await syntax.write(document, options), document, syntax);
    },
  };
}

/** The parameters of all formats that write the syntax. Each format judges its own: {@link requireParameters}. */
function parameterSchemas(writers: Writers): Record<string, z.ZodType> {
  const isShared = Object.keys(writers).length > 1;
  const schemas: Record<string, z.ZodType> = {};
  for (const [id, { parameters = {} }] of Object.entries(writers)) {
    for (const [name, { description, pattern }] of Object.entries(parameters)) {
      const own = isShared ? `With \`profile=${id}\`: ${description}` : description;
      const before = schemas[name]?.description;
      const alone = { description: own, ...(pattern !== undefined && { pattern }) };
      const meta = before === undefined ? alone : { description: `${before}. ${own}` };
      schemas[name] = z.string().optional().meta(meta);
    }
  }
  return schemas;
}

/** @throws Refusal `request_invalid` with the parameters that the format `id` does not take */
function requireParameters(given: FileQuery, id: string, writers: Writers): void {
  const errors = Object.entries(given).flatMap(([parameter, value]) => {
    const own = writers[id]!.parameters?.[parameter];
    if (own?.isValid(value!) === true) return [];
    if (own !== undefined) return [{ parameter, detail: `must be ${own.form}` }];
    const others = Object.keys(writers).filter((other) => writers[other]!.parameters?.[parameter] !== undefined);
    const next = `leave it out, or set profile to ${others.join(" or ")}`;
    return [{ parameter, detail: `is not a parameter of ${id}; ${next}` }];
  });
  if (errors.length > 0) throw requestInvalid(errors);
}

function pdfRoute(kind: Kind, formats: readonly DocumentFormat[]): Route {
  const attached = formats.filter((format) => attachedSyntax(format) !== undefined);
  const [first, ...others] = attached.map(({ id }) => id);
  const names = attached.map((format) => `\`${attachedSyntax(format)![1].attachedAs}\` of \`${format.id}\``);
  const refuses = `Refuses what cannot contain ${names.join(", or ")}. Absent: as the server renders it`;
  const schema = objectOf(() => ({
    ...(first !== undefined && {
      profile: z
        .enum([first, ...others])
        .optional()
        .describe(refuses),
    }),
    language: language()
      .optional()
      .describe("BCP 47 tag of the language of its words. Absent: as the server renders it"),
  }));
  return {
    ...common(kind, "pdf", "PDF, if the server renders it"),
    query: schema,
    response: { mediaTypes: [PDF.mediaType] },
    rendersPdf: true,
    answer: async (company, { id, query, renderPdf }) => {
      const { profile, language } = parseRequest(schema, query, "parameter") as FileQuery;
      const document = await kind.read(company, id);
      // Refused here, because a renderer that ignores `attach` would leave the file out.
      const attach = attached.find((format) => format.id === profile);
      if (attach !== undefined) await attachedSyntax(attach)![1].write(document);
      const bytes: unknown = await renderPdf!(document, { language, attach });
      if (!(bytes instanceof Uint8Array)) throw new TypeError("renderPdf must return a Uint8Array");
      return fileAnswer(bytes, document, PDF);
    },
  };
}

const PDF = { mediaType: "application/pdf", extension: "pdf" };

function common({ path, name, words, notFound }: Kind, key: string, formatWords: string) {
  return {
    method: "GET",
    path: `${path}/documents/${key}`,
    scope: "read:invoices",
    operationId: `get${name}${key.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `${words} as ${formatWords}`,
    status: 200,
    refusals: ["request_invalid", notFound, "einvoice_incomplete"],
  } as const satisfies Partial<Route>;
}

function fileAnswer(
  body: string | Uint8Array,
  document: IssuedDocument,
  { mediaType, extension }: Pick<DocumentSyntax, "mediaType" | "extension">,
): Answer {
  const disposition = `attachment; filename="${fileNameOf(document, extension)}"`;
  return { body, headers: { "Content-Type": mediaType, "Content-Disposition": disposition } };
}
