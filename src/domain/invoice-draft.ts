import type { CalendarDay } from "./calendar.ts";
import type { Address, CompanyProfile } from "./company-profile.ts";
import { deriveHeaderTaxRate } from "./header-tax-rate.ts";
import type { InvoiceDocument, InvoiceItem, InvoiceSeller } from "./invoice.ts";
import { formatInvoiceNumber } from "./invoice-number.ts";
import type { InvoiceOrder } from "./invoice-order.ts";
import { invoiceTotals, type VatBreakdownLine } from "./invoice-totals.ts";
import { decideOrderVat } from "./order-vat.ts";
import { parseVatNumber } from "./vat-number.ts";
import type { VatRates } from "./vat-rates.ts";
import { isEuVatTerritory } from "./vat-territory.ts";

/** What is still unknown about an invoice before its company's sequence is locked. */
export interface Numbering {
  readonly id: string;
  readonly prefix: string;
  readonly counter: number;
  readonly issueDate: CalendarDay;
  readonly issuedAt: string;
}

/** Everything of an invoice that is decided before the lock. */
export type InvoiceDraft = Omit<InvoiceDocument, "documentVersion" | "id" | "invoiceNumber" | "issueDate" | "issuedAt">;

/**
 * The invoice that an order makes, up to its number and dates. All of the decisions that cost time fall here, so that
 * nothing but numbering is left to do under the lock.
 *
 * @throws Refusal for every reason an order can be refused by its content, in the order of `REFUSAL_CODES`
 */
export function draftInvoice(
  profile: CompanyProfile,
  order: InvoiceOrder,
  { today, rates }: { readonly today: CalendarDay; readonly rates?: VatRates | undefined },
): InvoiceDraft {
  const taxPointDate = order.supplyDate ?? today;
  const vat = decideOrderVat(profile, order, taxPointDate, rates);
  const currency = order.currency ?? profile.defaultCurrency;
  const totals = invoiceTotals(
    order.items.map((item, index) => ({ ...item, ...vat.lines[index]! })),
    { currency, rateCountry: vat.rateCountry },
  );
  const { autoVat: _autoVat, items, ...details } = order;
  return {
    ...details,
    clientVatNumber: keptVatNumber(order, taxPointDate),
    currency,
    taxPointDate,
    seller: profile,
    items: totals.items.map((line, index) => ({ ...line, vatCategory: items[index]!.vatCategory })),
    taxRate: deriveHeaderTaxRate(totals.items),
    subtotal: totals.subtotal,
    taxTotal: totals.taxTotal,
    total: totals.total,
    vatBreakdown: totals.vatBreakdown,
    vatTreatment: vat.treatment,
    vatNote: vat.vatNote,
    vatReason: vat.reason,
    warnings: vat.warnings,
  };
}

/**
 * The document of a numbered draft. Its keys, and those of everything in it, stand in RFC 8785's order (by UTF-16 code
 * unit), so that plain `JSON.stringify` writes the canonical bytes, at a third of what sorting them would cost.
 */
export function numberDraft(draft: InvoiceDraft, { id, prefix, counter, ...dates }: Numbering): InvoiceDocument {
  const yearMonth = dates.issueDate.slice(0, 4) + dates.issueDate.slice(5, 7);
  return {
    buyerReference: draft.buyerReference,
    clientAddress: orderedAddress(draft.clientAddress),
    clientCountry: draft.clientCountry,
    clientEmail: draft.clientEmail,
    clientName: draft.clientName,
    clientRegistrationNumber: draft.clientRegistrationNumber,
    clientVatNumber: draft.clientVatNumber,
    currency: draft.currency,
    documentVersion: 1,
    dueDate: draft.dueDate,
    id,
    invoiceNumber: formatInvoiceNumber({ prefix, yearMonth, counter }),
    isCompany: draft.isCompany,
    issueDate: dates.issueDate,
    issuedAt: dates.issuedAt,
    items: draft.items.map(orderedItem),
    note: draft.note,
    purchaseOrderReference: draft.purchaseOrderReference,
    reference: draft.reference,
    seller: orderedSeller(draft.seller),
    subtotal: draft.subtotal,
    supply: draft.supply,
    supplyDate: draft.supplyDate,
    taxPointDate: draft.taxPointDate,
    taxRate: draft.taxRate,
    taxTotal: draft.taxTotal,
    total: draft.total,
    vatBreakdown: draft.vatBreakdown.map(orderedBreakdownLine),
    vatNote: draft.vatNote,
    vatReason: draft.vatReason,
    vatTreatment: draft.vatTreatment,
    warnings: draft.warnings.map(({ code, detail }) => ({ code, detail })),
  };
}

/** An EU client's number is kept normalised and with its prefix; what is no such number is kept as given. */
function keptVatNumber({ clientCountry, clientVatNumber }: InvoiceOrder, on: CalendarDay): string | undefined {
  if (clientVatNumber === undefined || clientCountry === undefined) return clientVatNumber;
  if (!isEuVatTerritory(clientCountry, on)) return clientVatNumber;
  const parsed = parseVatNumber(clientVatNumber, clientCountry);
  return parsed === undefined ? clientVatNumber : parsed.prefix + parsed.number;
}

function orderedItem(item: InvoiceItem): InvoiceItem {
  const { description, netAmount, quantity, taxRate, unit, unitPrice, vatCategory } = item;
  return { description, netAmount, quantity, taxRate, unit, unitPrice, vatCategory };
}

function orderedBreakdownLine(line: VatBreakdownLine): VatBreakdownLine {
  const { category, rateCountry, taxAmount, taxRate, taxableAmount } = line;
  return { category, rateCountry, taxAmount, taxRate, taxableAmount };
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
