import type { CalendarDay } from "./calendar.ts";
import type { Address, CompanyProfile } from "./company-profile.ts";
import { deriveHeaderTaxRate } from "./header-tax-rate.ts";
import type { InvoiceDocument, InvoiceItem, InvoiceSeller } from "./invoice.ts";
import { formatInvoiceNumber } from "./invoice-number.ts";
import type { InvoiceOrder, OrderItem } from "./invoice-order.ts";
import { type InvoiceTotals, invoiceTotals, type TotalsItem, type VatBreakdownLine } from "./invoice-totals.ts";
import { decideOrderVat, type OrderVat } from "./order-vat.ts";
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
export interface InvoiceDraft {
  readonly profile: CompanyProfile;
  readonly order: InvoiceOrder;
  /** As it will be printed. */
  readonly clientVatNumber: string | undefined;
  readonly currency: string;
  readonly taxPointDate: CalendarDay;
  readonly vat: OrderVat;
  readonly totals: InvoiceTotals<OrderItem & TotalsItem>;
}

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
  const lines = order.items.map((item, index) => ({ ...item, ...vat.lines[index]! }));
  const totals = invoiceTotals(lines, { currency, rateCountry: vat.rateCountry });
  return { profile, order, clientVatNumber: keptVatNumber(order, taxPointDate), currency, taxPointDate, vat, totals };
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
    taxPointDate: draft.taxPointDate,
    taxRate: deriveHeaderTaxRate(totals.items),
    taxTotal: totals.taxTotal,
    total: totals.total,
    vatBreakdown: totals.vatBreakdown.map(orderedBreakdownLine),
    vatNote: vat.vatNote,
    vatReason: vat.reason,
    vatTreatment: vat.treatment,
    warnings: vat.warnings.map(({ code, detail }) => ({ code, detail })),
  };
}

/** An EU client's number is kept normalised and with its prefix; what is no such number is kept as given. */
function keptVatNumber({ clientCountry, clientVatNumber }: InvoiceOrder, on: CalendarDay): string | undefined {
  if (clientVatNumber === undefined || clientCountry === undefined) return clientVatNumber;
  if (!isEuVatTerritory(clientCountry, on)) return clientVatNumber;
  const parsed = parseVatNumber(clientVatNumber, clientCountry);
  return parsed === undefined ? clientVatNumber : parsed.prefix + parsed.number;
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
