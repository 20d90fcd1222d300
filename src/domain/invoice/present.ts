import { amountDue, type DocumentNumber, type Invoice, type InvoiceDocument, type InvoiceState } from "./invoice.ts";

/** The optional fields of a document, in the order in which they are sent. */
const OPTIONAL_FIELDS = Object.keys({
  documentType: true,
  clientCountry: true,
  clientVatNumber: true,
  clientAddress: true,
  clientEmail: true,
  clientRegistrationNumber: true,
  isCompany: true,
  supply: true,
  supplyDate: true,
  dueDate: true,
  exchangeRate: true,
  taxCurrency: true,
  taxTotalInTaxCurrency: true,
  buyerReference: true,
  purchaseOrderReference: true,
  reference: true,
  note: true,
  selfBilled: true,
  triangular: true,
  period: true,
  deliverTo: true,
  clientNumber: true,
  clientRegistrationScheme: true,
  clientElectronicAddress: true,
  payment: true,
  paymentTerms: true,
  prices: true,
  paymentReference: true,
  prepaidAmount: true,
  precedingInvoices: true,
  contractReference: true,
  projectReference: true,
  buyerAccountingReference: true,
  notes: true,
  metadata: true,
  vatNumberVerification: true,
} satisfies Record<OptionalField, true>) as OptionalField[];

/** The fields of a document that may be absent. A new one does not compile until it is listed. */
type OptionalField = {
  [Name in keyof InvoiceDocument]-?: undefined extends InvoiceDocument[Name] ? Name : never;
}[keyof InvoiceDocument];

/**
 * The invoice as it is sent, with the fields that people look for first at the top. Written out, because copying thirty
 * fields in a loop takes several times as long.
 */
export function presentInvoice(
  document: Omit<InvoiceDocument, keyof DocumentNumber>,
  number: DocumentNumber,
  state: InvoiceState,
): Invoice {
  const invoice: Record<string, unknown> & Invoice = {
    id: number.id,
    invoiceNumber: number.invoiceNumber,
    status: state.status,
    issueDate: number.issueDate,
    issuedAt: number.issuedAt,
    taxPointDate: document.taxPointDate,
    seller: document.seller,
    clientName: document.clientName,
    currency: document.currency,
    items: document.items,
    taxRate: document.taxRate,
    subtotal: document.subtotal,
    taxTotal: document.taxTotal,
    total: document.total,
    amountPaid: state.amountPaid,
    creditedTotal: state.creditedTotal,
    amountDue: amountDue(document, state),
    vatBreakdown: document.vatBreakdown,
    vatTreatment: document.vatTreatment,
    vatNote: document.vatNote,
    vatReason: document.vatReason,
    warnings: document.warnings,
    cancelledAt: state.cancelledAt,
  };
  for (const name of OPTIONAL_FIELDS) {
    const value = document[name];
    if (value !== undefined) invoice[name as string] = value;
  }
  if (state.cancellationReason !== null) invoice["cancellationReason" as string] = state.cancellationReason;
  return invoice;
}

/**
 * A stored invoice as it is sent. A panel may have written the document itself: its other fields are kept, and missing
 * fields stay absent.
 */
export function presentStored(document: InvoiceDocument, state: InvoiceState): Invoice {
  const invoice = presentInvoice(document, document, state) as Record<string, unknown> & Invoice;
  for (const name in document) {
    if (Object.hasOwn(invoice, name) || name === "documentVersion") continue;
    const value = document[name as keyof InvoiceDocument];
    // Defined rather than assigned: a field may have the name `__proto__`.
    Object.defineProperty(invoice, name, { value, configurable: true, enumerable: true, writable: true });
  }
  for (const name in invoice) {
    if (invoice[name] === undefined) delete invoice[name];
  }
  return invoice;
}
