import { requireOptions } from "../domain/known-names.ts";
import { WORD_TABLE } from "./word-table.ts";

/** The words that are printed on a document. Each can be replaced with the option `words`. */
export interface PdfWords {
  /** The title of an invoice. Its number follows. */
  readonly invoice: string;
  /** The title of an invoice that the client wrote in the company's name. */
  readonly selfBilledInvoice: string;
  /** The title of a credit note. */
  readonly creditNote: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly supplyDate: string;
  /** Of the day whose VAT rates apply, if it is not the date of supply. */
  readonly taxPointDate: string;
  readonly period: string;
  /** Before the number of the invoice that a credit note corrects. */
  readonly correctedInvoice: string;
  /** Before the numbers of earlier invoices. */
  readonly precedingInvoices: string;
  /** Before the reason of a credit note. */
  readonly reason: string;
  readonly clientNumber: string;
  readonly buyerReference: string;
  readonly purchaseOrder: string;
  readonly contract: string;
  readonly project: string;
  readonly accountingReference: string;
  readonly vatNumber: string;
  readonly clientVatNumber: string;
  readonly taxNumber: string;
  readonly registrationNumber: string;
  readonly clientRegistrationNumber: string;
  readonly taxRepresentative: string;
  readonly deliverTo: string;
  /** The columns of the lines, from the left. */
  readonly position: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly vat: string;
  readonly netAmount: string;
  /** Instead of {@link unitPrice} if the prices include VAT. */
  readonly grossUnitPrice: string;
  /** Instead of {@link netAmount} if the prices include VAT. */
  readonly grossAmount: string;
  readonly articleNumber: string;
  readonly discount: string;
  readonly vatRate: string;
  readonly taxableAmount: string;
  readonly taxAmount: string;
  readonly subtotal: string;
  readonly total: string;
  readonly prepaidAmount: string;
  readonly amountDue: string;
  readonly exchangeRate: string;
  /** The heading above how to pay. */
  readonly payment: string;
  readonly paymentTerms: string;
  readonly accountHolder: string;
  readonly paymentReference: string;
  readonly directDebit: string;
  readonly mandateReference: string;
  readonly creditorId: string;
  readonly debitedAccount: string;
  readonly card: string;
  readonly cashDiscount: string;
  /** Below the payment code. */
  readonly paymentCode: string;
  /** Before the number of the page, as in `Page 1/2`. */
  readonly page: string;
}

const ENGLISH = WORD_TABLE["en"]!;

const KNOWN = Object.fromEntries(Object.keys(ENGLISH).map((name) => [name, true])) as Record<keyof PdfWords, true>;

/** The languages that have words, ISO 639-1. */
export const PDF_LANGUAGES: readonly string[] = Object.keys(WORD_TABLE);

/**
 * The words of a language (ISO 639-1), replaced by the host's.
 *
 * @throws TypeError if one of the host's words is not known, or is not a string
 */
export function wordsOf(language: string, own: Partial<PdfWords> = {}): PdfWords {
  requireOptions("words", own, KNOWN);
  for (const [name, word] of Object.entries(own)) {
    if (word !== undefined && typeof word !== "string") throw new TypeError(`words.${name} must be a string`);
  }
  const given = Object.entries(own).filter(([, word]) => word !== undefined);
  return { ...(WORD_TABLE[language] ?? ENGLISH), ...Object.fromEntries(given) };
}
