import type {
  CompanyProfile,
  DocumentFormat,
  DocumentSyntax,
  EinvoiceDocument,
  EinvoiceGap,
  InvoicePreview,
  IssuedDocument,
  RemindedInvoice,
} from "faktura";
import type { DraftFormat, FileEntry, FormatEntry } from "../wire.ts";
import type { PanelOptions } from "./panel-options.ts";
import type { Logos } from "./records/logos.ts";

type Formats = readonly DocumentFormat[];

/** What the files of documents are made with. */
export interface DocumentFiles extends Pick<PanelOptions, "render"> {
  readonly logos: Logos;
  readonly formats: Formats;
}

/** A file of a document, under the document's number. */
export interface DocumentFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** One syntax of one format. Its name is the last part of its files' paths: `ksef`, or `peppol.ubl` if there are several. */
interface NamedSyntax {
  readonly name: string;
  readonly label: string;
  readonly key: string;
  readonly format: DocumentFormat;
  readonly syntax: DocumentSyntax;
}

/** A file, and what the document lacks for it. */
export interface FileGaps extends Pick<NamedSyntax, "name" | "label"> {
  readonly gaps: readonly EinvoiceGap[];
}

function syntaxesOf(formats: Formats): NamedSyntax[] {
  return formats.flatMap((format) => {
    const syntaxes = Object.entries(format.syntaxes ?? {});
    return syntaxes.map(([key, syntax]) => {
      const isOnly = syntaxes.length === 1;
      const label = isOnly ? format.name : `${format.name} (${key.toUpperCase()})`;
      return { name: isOnly ? format.id : `${format.id}.${key}`, label, key, format, syntax };
    });
  });
}

/** The last parts of the paths of all electronic files. */
export function fileNames(formats: Formats): string[] {
  return syntaxesOf(formats).map(({ name }) => name);
}

/** The formats of the sellers of a country: first those that only they have. */
export function formatsIn(formats: Formats, country: string): DocumentFormat[] {
  const own = formats.filter(({ sellers }) => sellers?.includes(country));
  return [...own, ...formats.filter(({ sellers }) => sellers === undefined)];
}

/** What the pages know of the formats of a company's country. */
export function formatEntries(formats: Formats, country: string): FormatEntry[] {
  return formatsIn(formats, country).map(({ id, name, portal }) => ({ id, name, portal: portal?.id ?? null }));
}

/**
 * The electronic files that a document can be saved as, with what it lacks for each: those of the formats that apply to it, or
 * would if its client were a business, because some consumers want them too. A gap is mended if the next document, with the
 * profile of today, would not have it.
 */
export function fileEntries(document: EinvoiceDocument, formats: Formats, ownProfile: CompanyProfile): FileEntry[] {
  const ofSeller = formatsIn(formats, document.seller.country);
  const offered = ofSeller.filter((one) => one.appliesTo(document) || one.appliesTo({ ...document, isCompany: true }));
  return syntaxesOf(offered).map(({ name, label, key: syntax, format }) => {
    const gaps = format.gaps(document, { syntax });
    const later = gaps.length === 0 ? [] : format.gaps(document, { syntax, ownProfile });
    const isIn = (all: readonly EinvoiceGap[], { rule, field }: EinvoiceGap) =>
      all.some((gap) => gap.rule === rule && gap.field === field);
    const ofPortal = format.portal?.field;
    return {
      ...{ name, label, format: format.name },
      gaps: gaps.map((gap) => ({ ...gap, isMended: !isIn(later, gap), isOfPortal: gap.field === ofPortal })),
    };
  });
}

/**
 * The electronic file to send with a document: the first one that lacks nothing, beginning with the formats of the
 * seller's state, or else the first one with what it lacks. `undefined` if no format applies to the document.
 */
export function handedOnFile(document: EinvoiceDocument, formats: Formats): FileGaps | undefined {
  const applying = formatsIn(formats, document.seller.country).filter((format) => format.appliesTo(document));
  let first: FileGaps | undefined;
  for (const { name, label, key: syntax, format } of syntaxesOf(applying)) {
    const found = { name, label, gaps: format.gaps(document, { syntax }) };
    if (found.gaps.length === 0) return found;
    first ??= found;
  }
  return first;
}

/**
 * What the invoice of a draft lacks for each format that its client gets. What goes through the portal of both parties' state
 * needs no other way, unless the profile requires it.
 */
export function draftFormats(
  preview: InvoicePreview,
  formats: Formats,
  { requires = [] }: CompanyProfile,
): DraftFormat[] {
  const { seller, clientCountry } = preview;
  const applying = formats.filter((format) => format.appliesTo(preview));
  const isOfState = ({ sellers }: DocumentFormat) => sellers?.includes(seller.country) === true;
  const isThroughPortal = clientCountry === seller.country && applying.some(isOfState);
  return formatsIn(applying, seller.country)
    .map((format) => ({ format, isRequired: isOfState(format) || [requires].flat().includes(format.id) }))
    .filter(({ isRequired }) => isRequired || !isThroughPortal)
    .map(({ format, isRequired }) => {
      const fields = new Set(format.gaps(preview).map(({ field }) => field));
      return { id: format.id, name: format.name, fields: [...fields], isRequired };
    });
}

/** A file as the answer to a call, which browsers save. */
export function fileResponse({ filename, contentType, content }: DocumentFile): Response {
  const headers = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${filename}"` };
  return new Response(content, { headers });
}

/** The reminder of an invoice as a PDF file, with the logo of its invoice. */
export async function reminderFile(
  invoice: RemindedInvoice,
  companyId: string,
  { logos, render }: DocumentFiles,
): Promise<DocumentFile> {
  const { invoiceNumber, issuedAt, reminder } = invoice;
  const logo = (await logos.find(companyId, issuedAt))?.bytes;
  const content = new Uint8Array(await render!(invoice, { logo }));
  const filename = `${invoiceNumber.replaceAll("/", "-")}-reminder-${reminder.level}.pdf`;
  return { filename, contentType: "application/pdf", content };
}

/** A document as a file: `pdf`, with the logo with which it was issued, or one of its `fileEntries`. `undefined`: there is none. */
export async function fileOf(
  name: string,
  document: IssuedDocument,
  companyId: string,
  { logos, render, formats }: DocumentFiles,
): Promise<DocumentFile | undefined> {
  const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
  const base = number.replaceAll("/", "-");
  if (name === "pdf") {
    if (render === undefined) return undefined;
    const logo = (await logos.find(companyId, document.issuedAt))?.bytes;
    const content = new Uint8Array(await render(document, { logo }));
    return { filename: `${base}.pdf`, contentType: "application/pdf", content };
  }
  const found = syntaxesOf(formats).find((each) => each.name === name);
  if (found === undefined) return undefined;
  const { mediaType: contentType, extension } = found.syntax;
  const written = await found.syntax.write(document);
  const content = typeof written === "string" ? new TextEncoder().encode(written) : new Uint8Array(written);
  return { filename: `${base}.${extension}`, contentType, content };
}
