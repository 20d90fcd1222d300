import type { QuotedInvoice } from "../domain/invoice/quote.ts";
import type { EinvoiceDocument } from "../einvoice/document.ts";
import { QUOTE_WORDS } from "../languages/generated/quote-words.ts";
import type { PdfWords } from "../languages/pdf-words.ts";
import type { QuoteWords } from "../languages/quote-words.ts";
import type { Formats } from "./formats.ts";
import { type PrintedDocument, printedDocument } from "./printed-document.ts";

const WORDS: Readonly<Record<string, QuoteWords>> = QUOTE_WORDS;

/** The languages that have words of quotes, ISO 639-1. */
export const QUOTE_LANGUAGES: readonly string[] = Object.keys(QUOTE_WORDS);

/** Whether the document is a quote. */
export function isQuote(document: EinvoiceDocument): document is QuotedInvoice {
  return "quote" in document && document.quote !== undefined;
}

/**
 * The printed content of a quote: what would be sold, without what makes an invoice: its name, its number, its dates, what is to
 * be paid and how. VAT is owed as soon as a document can be taken for an invoice.
 *
 * @see Directive 2006/112/EC, article 203; UStG § 14c
 */
export function printedQuote(
  quoted: QuotedInvoice,
  language: string,
  words: PdfWords,
  formats: Formats,
): PrintedDocument {
  const { number, on, validUntil } = quoted.quote;
  const own = WORDS[language] ?? QUOTE_WORDS.en;
  const printed = printedDocument(quoted, words, formats);
  const ofInvoice = [words.issueDate, words.dueDate, words.supplyDate, words.taxPointDate, words.supplyNature];
  const total = printed.sums.findIndex(({ name }) => name === words.total);
  return {
    ...printed,
    title: own.title,
    number,
    mark: undefined,
    facts: [
      [own.date, formats.day(on)],
      [own.validUntil, formats.day(validUntil)],
      ...printed.facts.filter(([name]) => !ofInvoice.includes(name)),
    ],
    sums: printed.sums.slice(0, total + 1),
    notes: [own.notInvoice, ...printed.notes],
    payment: undefined,
  };
}
