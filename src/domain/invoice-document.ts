import type { CalendarDay } from "./calendar.ts";
import type { Address } from "./company-profile.ts";
import { deriveHeaderTaxRate } from "./header-tax-rate.ts";
import type { InvoiceDocument, InvoiceItem, InvoiceSeller, VatNumberVerification } from "./invoice.ts";
import type { InvoiceDraft } from "./invoice-draft.ts";
import { formatInvoiceNumber } from "./invoice-number.ts";
import type { ExchangeRate, OrderItem } from "./invoice-order.ts";
import type { TotalsItem, VatBreakdownLine } from "./invoice-totals.ts";

/** What is still unknown about an invoice before its company's sequence is locked. */
export interface Numbering {
  readonly id: string;
  readonly prefix: string;
  readonly counter: number;
  readonly issueDate: CalendarDay;
  readonly issuedAt: string;
}

/**
 * The document of a numbered draft. Its keys, and those of everything in it, stand in RFC 8785's order (by UTF-16 code
 * unit), so that plain `JSON.stringify` writes the canonical bytes, at a third of what sorting them would cost.
 */
export function numberDraft(
  draft: InvoiceDraft,
  { id, prefix, counter, issueDate, issuedAt }: Numbering,
): InvoiceDocument {
  const { profile, order, vat, totals } = draft;
  const yearMonth = issueDate.slice(0, 4) + issueDate.slice(5, 7);
  return {
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
    id,
    invoiceNumber: formatInvoiceNumber({ prefix, yearMonth, counter }),
    isCompany: order.isCompany,
    issueDate,
    issuedAt,
    items: totals.items.map((line, index) => orderedItem(line, order.items[index]!)),
    note: order.note,
    purchaseOrderReference: order.purchaseOrderReference,
    reference: order.reference,
    seller: orderedSeller(profile),
    subtotal: totals.subtotal,
    supply: order.supply,
    supplyDate: order.supplyDate,
    taxCurrency: draft.convertedTax?.taxCurrency,
    taxPointDate: draft.taxPointDate,
    taxRate: deriveHeaderTaxRate(totals.items),
    taxTotal: totals.taxTotal,
    taxTotalInTaxCurrency: draft.convertedTax?.amount,
    total: totals.total,
    vatBreakdown: totals.vatBreakdown.map(orderedBreakdownLine),
    vatNote: vat.vatNote,
    vatNumberVerification: orderedVerification(draft.vatNumberVerification),
    vatReason: vat.reason,
    vatTreatment: vat.treatment,
    warnings: draft.warnings.map(({ code, detail }) => ({ code, detail })),
  };
}

/** The category is repeated only where the order named it; otherwise the breakdown tells it. */
function orderedItem(
  line: TotalsItem & { netAmount: number },
  { description, unit, vatCategory }: OrderItem,
): InvoiceItem {
  const { netAmount, quantity, taxRate, unitPrice } = line;
  return { description, netAmount, quantity, taxRate, unit, unitPrice, vatCategory };
}

function orderedBreakdownLine(line: VatBreakdownLine): VatBreakdownLine {
  const { category, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode } = line;
  return { category, rateCountry, taxAmount, taxRate, taxableAmount, vatexCode };
}

function orderedExchangeRate(exchangeRate: ExchangeRate | undefined): ExchangeRate | undefined {
  if (exchangeRate === undefined) return undefined;
  const { date, rate, source } = exchangeRate;
  return { date, rate, source };
}

function orderedVerification(verification: VatNumberVerification | undefined): VatNumberVerification | undefined {
  if (verification === undefined) return undefined;
  const { consultationNumber, status, verifiedAt } = verification;
  return { consultationNumber, status, verifiedAt };
}

function orderedAddress(address: Address | undefined): Address | undefined {
  if (address === undefined) return undefined;
  const { city, line1, line2, postalCode, region } = address;
  return { city, line1, line2, postalCode, region };
}

function orderedSeller(seller: InvoiceSeller): InvoiceSeller {
  const { country, email, iban, language, name, registrationNumber, taxNumber, vatNumber } = seller;
  const address = orderedAddress(seller.address);
  return { address, country, email, iban, language, name, registrationNumber, taxNumber, vatNumber };
}
