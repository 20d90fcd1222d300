import { insteadOf, insteadOfText } from "../domain/instead-of.ts";
import { attachedSyntax, type DocumentFormat, type IssuedDocument } from "../domain/invoice/document-format.ts";
import type { RemindedInvoice } from "../domain/invoice/reminder/reminder.ts";
import { requireFormat } from "../domain/invoice/require-format.ts";
import { requireOptions } from "../domain/known-names.ts";
import { type EinvoiceDocument, isPreview, issuedAtOf, requireDocument } from "../einvoice/document.ts";
import type { EinvoiceGap } from "../einvoice/rules/gap-rule.ts";
import type { PdfProfile } from "../einvoice/specification.ts";
import type { Printable } from "../ports/printable.ts";
import { type PdfCode, requireCodes } from "./codes.ts";
import { documentLanguage } from "./document-language.ts";
import { Canvas } from "./draw/canvas.ts";
import { drawDocument } from "./draw/draw-document.ts";
import { lookOf } from "./draw/layout.ts";
import { formatsOf } from "./formats.ts";
import { readLogo } from "./logo.ts";
import { loadCodeSquares, loadPackages } from "./packages.ts";
import { attachFile, closePdf, openPdf, type PdfAttachment } from "./pdf-file.ts";
import { type PrintedDocument, printedDocument } from "./printed-document.ts";
import { isQuote, printedQuote, QUOTE_LANGUAGES } from "./printed-quote.ts";
import { isReminded, printedReminder, REMINDER_LANGUAGES } from "./printed-reminder.ts";
import { claimStandards, FACTUR_X_FILE } from "./standards.ts";
import { DrawingFonts } from "./text/drawing-fonts.ts";
import { type PdfFonts, requireFonts } from "./text/font-file.ts";
import { unprintableCharacters } from "./text/printable-text.ts";
import { requirePrinted } from "./text/require-printed.ts";
import { TextMeasure } from "./text/text-measure.ts";
import { TimeSlice } from "./time-slice.ts";
import { type OwnWords, PDF_LANGUAGES, wordsOf } from "./words.ts";

export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../domain/refusal.ts";
export type { EinvoiceDocument, IssuedDocument } from "../einvoice/document.ts";
export type { EinvoiceGap } from "../einvoice/rules/gap-rule.ts";
export type { PdfWords } from "../languages/pdf-words.ts";
export type { Printable } from "../ports/printable.ts";
export type { PdfCode } from "./codes.ts";
export type { PrintedDocument } from "./printed-document.ts";
export type { PdfFonts } from "./text/font-file.ts";
export { type OwnWords, PDF_LANGUAGES } from "./words.ts";

/** Options of {@link renderPdf}. */
export interface PdfOptions {
  /** All are embedded, as far as they are used. */
  readonly fonts: PdfFonts;
  /**
   * BCP 47 tag of the document's words, numbers and dates, such as `de` or `fr-BE`. Absent: the client's language, else
   * the seller's, else the main one of the seller's country. English for languages without words.
   */
  readonly language?: string | undefined;
  /**
   * The format whose file is attached: `factur-x` (ZUGFeRD), `ctc-fr`, which also meets the rules of the French platforms, or
   * one with `attachedAs`, such as your own. Absent: `factur-x` if it can be written, that is if `facturX.gaps(document)` of
   * `faktura/einvoice` is empty; never to a preview.
   */
  readonly attach?: PdfProfile | DocumentFormat | false | undefined;
  /** Called if `attach` is absent and the XML is left out: with the gaps, which name the fields that are missing. */
  readonly onLeftOut?: ((gaps: readonly EinvoiceGap[]) => void) | undefined;
  /** A PNG or JPEG image, RGB or grey, of at most 2 MiB and 2 million pixels, for the top left. Absent: the seller's name. */
  readonly logo?: Uint8Array | undefined;
  /** The company's color, such as `#17466b`: of its name, the headings, the total and their lines. Absent: a dark blue. */
  readonly accent?: string | undefined;
  /** Up to four further QR codes above the title, such as those of Spain's Veri*factu and Poland's KSeF. */
  readonly codes?: readonly PdfCode[] | undefined;
  /** Words to print instead of those of the language. */
  readonly words?: OwnWords | undefined;
}

/**
 * The document as PDF/A-3a and PDF/UA-1, on A4, with the XML of Factur-X attached if it can be written. The page also says what
 * was paid, credited or cancelled after issuing, and asks only for what is due; the XML has only the issued document. A preview
 * says that it is a draft where its number would be, and has no payment code. An invoice with a `reminder`, as `reminderOf` returns
 * one, is printed as that: what is overdue, without the lines, the `codes` and any XML, in English, French or German. A preview with a
 * `quote` is printed as one in these languages: it says that it is not an invoice, and not how to pay. The same document and options give the same bytes on the same version of Node.
 *
 * @throws Refusal `request_invalid` with the fields of the document that have characters which no font has;
 *   `einvoice_incomplete` with the gaps, if there are any for the format in `attach`
 * @throws TypeError if `document` is no document, such as a promise of one, if an option is not known or cannot be used,
 * such as a damaged font or logo, which it names, and if the packages pdfkit and uqr are not installed
 * @example
 * ```ts
 * import { readFileSync, writeFileSync } from "node:fs";
 * import { createRequire } from "node:module";
 * import { createInvoicing } from "faktura";
 * import { memoryStore } from "faktura/memory";
 * import { renderPdf } from "faktura/pdf";
 *
 * const { resolve } = createRequire(import.meta.url);
 * const fonts = {
 *   regular: readFileSync(resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf")),
 *   bold: readFileSync(resolve("@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf")),
 * };
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "DE136695976" };
 * await company.saveProfile({ name: "Firma GmbH", country: "DE", ...vat, defaultCurrency: "EUR", invoicePrefix: "INV" });
 * const items = [{ description: "Beratung", quantity: 2, unitPrice: 100 }];
 * const invoice = await company.issue({ clientName: "Beispiel AG", clientCountry: "DE", items });
 *
 * writeFileSync(`${invoice.invoiceNumber}.pdf`, await renderPdf(invoice, { fonts }));
 * ```
 */
export async function renderPdf(
  document: EinvoiceDocument | RemindedInvoice,
  options: PdfOptions,
): Promise<Uint8Array> {
  requireDocument("renderPdf", document);
  requireOptions("renderPdf", options, {
    fonts: true,
    language: true,
    attach: true,
    onLeftOut: true,
    logo: true,
    accent: true,
    codes: true,
    words: true,
  });
  const { fonts, logo } = options;
  const codes = isReminded(document) || isQuote(document) ? [] : (options.codes ?? []);
  requireLanguage(options.language);
  const { pdfkit, codeSquares } = await loadPackages();
  const files = requireFonts(fonts);
  const slice = new TimeSlice();
  const image = logo === undefined ? undefined : await readLogo(logo, slice);
  const look = lookOf(options.accent);
  const drawnCodes = requireCodes(codes).map((code) => ({ ...code, squares: codeSquares(code.content, code.version) }));
  const { printed, language, locale } = printedOf(document, options);
  await slice.end();
  await requirePrinted(printed, document, { language, words: options.words, codes, fonts: files, slice });
  const file = await attachmentOf(document, options, slice);

  await slice.end();
  const pdf = openPdf(pdfkit, metadataOf(document, printed, locale));
  const text = new TextMeasure(files, new DrawingFonts(pdf));
  const code = printed.payment?.code?.text;
  const paymentCode = code === undefined ? undefined : codeSquares(code);
  const images = { logo: image, paymentCode, codes: drawnCodes };
  const counted = new Canvas(text, undefined);
  await drawDocument(counted, printed, images, { pages: 0, slice, look });
  await drawDocument(new Canvas(text, pdf), printed, images, { pages: counted.pages, slice, look });
  await slice.end();
  claimStandards(pdf, { isFacturX: file?.name === FACTUR_X_FILE });
  if (file !== undefined) attachFile(pdf, file, issuedAtOf(document));
  return closePdf(pdf);
}

/** What {@link renderPdf} prints, as texts. */
export interface PrintedContent extends PrintedDocument {
  /** BCP 47 tag of the words, numbers and dates. */
  readonly language: string;
  /** The squares of the payment code, row by row, `true` for the dark ones. `undefined` if nothing is to be paid by one. */
  readonly paymentCode: readonly (readonly boolean[])[] | undefined;
}

/**
 * What {@link renderPdf} prints of a document with the same options, to show it elsewhere with the same words: on a page, for
 * example. It needs no fonts, and not pdfkit.
 *
 * @throws TypeError if `document` is no document, if an option is not known or cannot be used, and if a payment code is to be
 *   printed and the package uqr is not installed
 */
export async function printedContent(
  document: EinvoiceDocument | RemindedInvoice,
  options: Pick<PdfOptions, "language" | "words"> = {},
): Promise<PrintedContent> {
  requireDocument("printedContent", document);
  requireOptions("printedContent", options, { language: true, words: true });
  requireLanguage(options.language);
  const { printed, locale } = printedOf(document, options);
  const code = printed.payment?.code;
  const paymentCode = code && (await loadCodeSquares())(code.text);
  return { language: locale, ...printed, paymentCode };
}

/** What is printed of a document or, if it is an invoice with one, of its reminder. */
function printedOf(document: EinvoiceDocument, { language: given, words }: Pick<PdfOptions, "language" | "words">) {
  const languages = isReminded(document) ? REMINDER_LANGUAGES : isQuote(document) ? QUOTE_LANGUAGES : PDF_LANGUAGES;
  const { language, locale } = documentLanguage(document, given, languages);
  const [used, formats] = [wordsOf(language, words), formatsOf(locale)];
  const printed = isReminded(document)
    ? printedReminder(document, language, used, formats)
    : isQuote(document)
      ? printedQuote(document, language, used, formats)
      : printedDocument(document, used, formats);
  return { printed, language, locale };
}

/**
 * Says which characters these fonts cannot print. Pass it to `createInvoicing`, so that a text that `renderPdf` would refuse
 * is refused before the invoice is issued.
 *
 * @throws TypeError that names the font that is missing or cannot be used
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { createRequire } from "node:module";
 * import { createInvoicing } from "faktura";
 * import { memoryStore } from "faktura/memory";
 * import { printableWith } from "faktura/pdf";
 *
 * const { resolve } = createRequire(import.meta.url);
 * const fonts = {
 *   regular: readFileSync(resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf")),
 *   bold: readFileSync(resolve("@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf")),
 * };
 * console.log(printableWith(fonts).unprintable("Zażółć 漢").join()); // 漢
 *
 * const invoicing = createInvoicing({ store: memoryStore(), printable: printableWith(fonts) });
 * ```
 */
export function printableWith(fonts: PdfFonts): Printable {
  const files = requireFonts(fonts);
  return { unprintable: (text) => unprintableCharacters(text, files) };
}

function requireLanguage(given: string | undefined): void {
  if (given === undefined || typeof given === "string") return;
  throw new TypeError(`language must be a BCP 47 tag such as "de"${insteadOf(given)}`);
}

function metadataOf(document: EinvoiceDocument, { title, number }: PrintedDocument, language: string) {
  const createdAt = isReminded(document) ? `${document.reminder.on}T12:00:00.000Z` : issuedAtOf(document);
  return { title: `${title} ${number}`, author: document.seller.name, language, createdAt };
}

async function attachmentOf(
  document: EinvoiceDocument,
  { attach, onLeftOut }: PdfOptions,
  slice: TimeSlice,
): Promise<PdfAttachment | undefined> {
  if (attach === false || isReminded(document) || isQuote(document) || (attach === undefined && isPreview(document)))
    return undefined;
  const format = await attachedFormat(attach ?? "factur-x");
  const [key, syntax] = attachedSyntax(format)!;
  if (attach === undefined) {
    const gaps = format.gaps(document, { syntax: key });
    if (gaps.length > 0) {
      onLeftOut?.(gaps);
      return undefined;
    }
  }
  await slice.end();
  const content = await syntax.write(document as IssuedDocument); // formats of the package take previews too
  return { name: syntax.attachedAs!, mediaType: syntax.mediaType, description: format.name, content };
}

/** The formats of the package are loaded for their file alone: pages are printed without any format, as the panel does. */
async function attachedFormat(attach: Exclude<PdfOptions["attach"], false | undefined>): Promise<DocumentFormat> {
  if (typeof attach === "object") {
    requireFormat(attach, "attach");
    if (attachedSyntax(attach) !== undefined) return attach;
  }
  const { ctcFr, facturX } = await import("../einvoice/index.ts");
  const named = [facturX, ctcFr].find(({ id }) => id === attach);
  if (named !== undefined) return named;
  const known = '"factur-x", "ctc-fr", a format with attachedAs, or false';
  throw new TypeError(`attach must be ${known}${insteadOfText(attach)}`);
}
