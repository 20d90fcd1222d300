import type { CalendarDay } from "./calendar.ts";
import {
  orderedAddress,
  orderedBreakdownLine,
  orderedExchangeRate,
  orderedItem,
  orderedSeller,
  orderedVerification,
  orderedWarning,
  withoutSignOfZero,
} from "./document-parts.ts";
import { deriveHeaderTaxRate } from "./header-tax-rate.ts";
import type { DocumentNumber, InvoiceDocument } from "./invoice.ts";
import type { InvoiceDraft } from "./invoice-draft.ts";
import { formatInvoiceNumber } from "./invoice-number.ts";

/** What is still unknown about an invoice before its company's sequence is locked. */
export interface Numbering {
  readonly id: string;
  readonly prefix: string;
  readonly counter: number;
  readonly issueDate: CalendarDay;
  readonly issuedAt: string;
}

/** A document that lacks only its number and dates. */
export interface UnnumberedDocument {
  readonly document: Omit<InvoiceDocument, keyof DocumentNumber>;
  /** Its JSON: before the id, between number and dates, behind the dates. */
  readonly text: readonly [string, string, string];
}

/** An issued document's number and dates, and the bytes that are stored of it. */
export interface NumberedDocument {
  readonly number: DocumentNumber;
  /** RFC 8785 canonical JSON. */
  readonly text: string;
}

const UNNUMBERED = { id: "", invoiceNumber: "" };
const UNDATED = { issueDate: "", issuedAt: "" };

/**
 * The document of a draft, serialised as far as it is known, so that nothing but four values is left to be put in while
 * the company's sequence is locked. Its keys, and those of everything in it, stand in RFC 8785's order (by UTF-16 code
 * unit), so that plain `JSON.stringify` writes the canonical bytes, at a third of what sorting them would cost.
 */
export function prepareDocument(draft: InvoiceDraft): UnnumberedDocument {
  const { profile, order, vat, totals, convertedTax } = draft;
  const document: InvoiceDocument = {
    buyerReference: order.buyerReference,
    clientAddress: orderedAddress(order.clientAddress),
    clientCountry: order.clientCountry,
    clientEmail: order.clientEmail,
    clientName: order.clientName,
    clientRegistrationNumber: order.clientRegistrationNumber,
    clientVatNumber: draft.clientVatNumber,
    currency: draft.currency,
    documentVersion: 1,
    dueDate: order.dueDate,
    exchangeRate: orderedExchangeRate(order.exchangeRate),
    id: UNNUMBERED.id,
    invoiceNumber: UNNUMBERED.invoiceNumber,
    isCompany: order.isCompany,
    issueDate: UNDATED.issueDate,
    issuedAt: UNDATED.issuedAt,
    items: totals.items.map((line, index) => orderedItem(line, order.items[index]!)),
    note: order.note,
    purchaseOrderReference: order.purchaseOrderReference,
    reference: order.reference,
    seller: orderedSeller(profile),
    subtotal: withoutSignOfZero(totals.subtotal),
    supply: order.supply,
    supplyDate: order.supplyDate,
    taxCurrency: convertedTax?.taxCurrency,
    taxPointDate: draft.taxPointDate,
    taxRate: withoutSignOfZero(deriveHeaderTaxRate(totals.items)),
    taxTotal: withoutSignOfZero(totals.taxTotal),
    taxTotalInTaxCurrency: convertedTax && withoutSignOfZero(convertedTax.amount),
    total: withoutSignOfZero(totals.total),
    vatBreakdown: totals.vatBreakdown.map(orderedBreakdownLine),
    vatNote: vat.vatNote,
    vatNumberVerification: orderedVerification(draft.vatNumberVerification),
    vatReason: vat.reason,
    vatTreatment: vat.treatment,
    warnings: draft.warnings.map(orderedWarning),
  };
  return { document, text: partsOf(JSON.stringify(document)) };
}

/** The text around what is not known yet. What users wrote cannot look like it: JSON escapes its quotation marks. */
function partsOf(text: string): [string, string, string] {
  const [number, dates] = [fieldsOf(UNNUMBERED), fieldsOf(UNDATED)];
  const [numberAt, datesAt] = [text.indexOf(number), text.indexOf(dates)];
  return [text.slice(0, numberAt), text.slice(numberAt + number.length, datesAt), text.slice(datesAt + dates.length)];
}

/** Numbers a document. */
export function numberDocument(
  { text: [beforeId, between, behindDates] }: UnnumberedDocument,
  { id, prefix, counter, issueDate, issuedAt }: Numbering,
): NumberedDocument {
  const yearMonth = issueDate.slice(0, 4) + issueDate.slice(5, 7);
  const invoiceNumber = formatInvoiceNumber({ prefix, yearMonth, counter });
  const text = beforeId + fieldsOf({ id, invoiceNumber }) + between + fieldsOf({ issueDate, issuedAt }) + behindDates;
  return { number: { id, invoiceNumber, issueDate, issuedAt }, text };
}

/** JSON of an object's fields, without its braces. */
function fieldsOf(fields: Partial<DocumentNumber>): string {
  return JSON.stringify(fields).slice(1, -1);
}
