import type { CalendarDay } from "./calendar.ts";
import type { Address } from "./company-profile.ts";
import { deriveHeaderTaxRate } from "./header-tax-rate.ts";
import type { InvoiceDocument, InvoiceItem, InvoiceSeller, VatNumberVerification } from "./invoice.ts";
import type { InvoiceDraft } from "./invoice-draft.ts";
import { formatInvoiceNumber } from "./invoice-number.ts";
import type { ExchangeRate, OrderItem } from "./invoice-order.ts";
import type { TotalsItem, VatBreakdownLine } from "./invoice-totals.ts";
import { copyPresent, withoutAbsent, withoutSignOfZero } from "./json-fields.ts";
import type { VatWarning } from "./vat-warning.ts";

/** What is still unknown about an invoice before its company's sequence is locked. */
export interface Numbering {
  readonly id: string;
  readonly prefix: string;
  readonly counter: number;
  readonly issueDate: CalendarDay;
  readonly issuedAt: string;
}

/** A document that lacks only its number and dates, with its text ready around the places where they go. */
export interface UnnumberedDocument {
  readonly beforeId: Partial<InvoiceDocument>;
  readonly isCompany: boolean | undefined;
  readonly afterDates: Partial<InvoiceDocument>;
  /** JSON of {@link beforeId} without the brace that closes it. */
  readonly textBeforeId: string;
  /** JSON of {@link afterDates} without the brace that opens it. */
  readonly textAfterDates: string;
}

/** An issued document, and the bytes that are stored of it. */
export interface NumberedDocument {
  readonly document: InvoiceDocument;
  /** RFC 8785 canonical JSON. */
  readonly text: string;
}

/**
 * The document of a draft, serialised as far as it is known, so that nothing but four values is left to be put in while
 * the company's sequence is locked. Its keys, and those of everything in it, stand in RFC 8785's order (by UTF-16 code
 * unit), so that plain `JSON.stringify` writes the canonical bytes, at a third of what sorting them would cost.
 */
export function prepareDocument(draft: InvoiceDraft): UnnumberedDocument {
  const { profile, order, vat, totals, convertedTax } = draft;
  const beforeId = withoutAbsent({
    buyerReference: order.buyerReference,
    clientAddress: orderedAddress(order.clientAddress),
    clientCountry: order.clientCountry,
    clientEmail: order.clientEmail,
    clientName: order.clientName,
    clientRegistrationNumber: order.clientRegistrationNumber,
    clientVatNumber: draft.clientVatNumber,
    currency: draft.currency,
    documentVersion: 1 as const,
    dueDate: order.dueDate,
    exchangeRate: orderedExchangeRate(order.exchangeRate),
  });
  const afterDates = withoutAbsent({
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
  });
  const textBeforeId = JSON.stringify(beforeId).slice(0, -1);
  const textAfterDates = JSON.stringify(afterDates).slice(1);
  return { beforeId, isCompany: order.isCompany, afterDates, textBeforeId, textAfterDates };
}

/** Numbers a document. `id` and `issuedAt` hold nothing that JSON escapes, and no number does. */
export function numberDocument(
  { beforeId, isCompany, afterDates, textBeforeId, textAfterDates }: UnnumberedDocument,
  { id, prefix, counter, issueDate, issuedAt }: Numbering,
): NumberedDocument {
  const yearMonth = issueDate.slice(0, 4) + issueDate.slice(5, 7);
  const invoiceNumber = formatInvoiceNumber({ prefix, yearMonth, counter });
  const saidIsCompany = isCompany === undefined ? "" : `,"isCompany":${isCompany}`;
  const text =
    `${textBeforeId},"id":"${id}","invoiceNumber":"${invoiceNumber}"${saidIsCompany}` +
    `,"issueDate":"${issueDate}","issuedAt":"${issuedAt}",${textAfterDates}`;
  const document: Record<string, unknown> = {};
  copyPresent(beforeId, document);
  copyPresent({ id, invoiceNumber, isCompany, issueDate, issuedAt }, document);
  copyPresent(afterDates, document);
  return { document: document as unknown as InvoiceDocument, text };
}

/** The category is repeated only where the order named it; otherwise the breakdown tells it. */
function orderedItem(line: TotalsItem & { netAmount: number }, order: OrderItem): InvoiceItem {
  return withoutAbsent({
    description: order.description,
    netAmount: withoutSignOfZero(line.netAmount),
    quantity: line.quantity,
    taxRate: withoutSignOfZero(line.taxRate),
    unit: order.unit,
    unitPrice: withoutSignOfZero(line.unitPrice),
    vatCategory: order.vatCategory,
  });
}

function orderedBreakdownLine(line: VatBreakdownLine): VatBreakdownLine {
  const { category, rateCountry, vatexCode } = line;
  const taxAmount = withoutSignOfZero(line.taxAmount);
  const taxRate = withoutSignOfZero(line.taxRate);
  const taxableAmount = withoutSignOfZero(line.taxableAmount);
  return { category, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode };
}

function orderedWarning({ code, detail }: VatWarning): VatWarning {
  return { code, detail };
}

function orderedExchangeRate(exchangeRate: ExchangeRate | undefined): ExchangeRate | undefined {
  if (exchangeRate === undefined) return undefined;
  const { date, rate, source } = exchangeRate;
  return { date, rate, source };
}

function orderedVerification(verification: VatNumberVerification | undefined): VatNumberVerification | undefined {
  if (verification === undefined) return undefined;
  const { consultationNumber, status, verifiedAt } = verification;
  return withoutAbsent({ consultationNumber, status, verifiedAt });
}

function orderedAddress(address: Address | undefined): Address | undefined {
  if (address === undefined) return undefined;
  const { city, line1, line2, postalCode, region } = address;
  return withoutAbsent({ city, line1, line2, postalCode, region });
}

function orderedSeller(seller: InvoiceSeller): InvoiceSeller {
  const { country, email, iban, language, name, registrationNumber, taxNumber, vatNumber } = seller;
  const address = orderedAddress(seller.address);
  return withoutAbsent({ address, country, email, iban, language, name, registrationNumber, taxNumber, vatNumber });
}
