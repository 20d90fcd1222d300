// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { Invoice, InvoiceDocument } from "./invoice.ts";

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The fields of a document that are known only under the lock on the company's sequence. */
export type DocumentNumber = Pick<InvoiceDocument, "id" | "invoiceNumber" | "issueDate" | "issuedAt">;

/** The fields of an answer that may still change. */
export type AnsweredState = Pick<Invoice, "status" | "amountPaid" | "prepaidRefunded" | "discountTaken" | "creditedTotal" | "amountDue" | "settledBy" | "settledAmount" | "writtenOffOn" | "writeOffReason" | "cancelledAt" | "cancellationReason">;

/** An invoice with its fields in the order in which they are answered. */
export function orderedAnswer(
  document: Omit<InvoiceDocument, keyof DocumentNumber>,
  number: DocumentNumber,
  state: AnsweredState,
): Invoice {
  const answer: Mutable<Invoice> = {
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
    payable: document.payable,
    amountPaid: state.amountPaid,
    creditedTotal: state.creditedTotal,
    amountDue: state.amountDue,
    vatBreakdown: document.vatBreakdown,
    vatTreatment: document.vatTreatment,
    vatNote: document.vatNote,
    vatReason: document.vatReason,
    warnings: document.warnings,
    cancelledAt: state.cancelledAt,
    documentType: document.documentType,
  };
  if (document.allowances !== undefined) answer.allowances = document.allowances;
  if (document.charges !== undefined) answer.charges = document.charges;
  if (document.lineTotal !== undefined) answer.lineTotal = document.lineTotal;
  if (document.allowanceTotal !== undefined) answer.allowanceTotal = document.allowanceTotal;
  if (document.chargeTotal !== undefined) answer.chargeTotal = document.chargeTotal;
  if (document.surchargeTotal !== undefined) answer.surchargeTotal = document.surchargeTotal;
  if (document.advanceTotal !== undefined) answer.advanceTotal = document.advanceTotal;
  if (document.disbursementTotal !== undefined) answer.disbursementTotal = document.disbursementTotal;
  if (document.withheldTotal !== undefined) answer.withheldTotal = document.withheldTotal;
  if (state.prepaidRefunded !== undefined) answer.prepaidRefunded = state.prepaidRefunded;
  if (state.discountTaken !== undefined) answer.discountTaken = state.discountTaken;
  if (state.settledBy !== undefined) answer.settledBy = state.settledBy;
  if (state.settledAmount !== undefined) answer.settledAmount = state.settledAmount;
  if (state.writtenOffOn !== undefined) answer.writtenOffOn = state.writtenOffOn;
  if (state.writeOffReason !== undefined) answer.writeOffReason = state.writeOffReason;
  if (document.clientCountry !== undefined) answer.clientCountry = document.clientCountry;
  if (document.clientVatNumber !== undefined) answer.clientVatNumber = document.clientVatNumber;
  if (document.clientAddress !== undefined) answer.clientAddress = document.clientAddress;
  if (document.clientEmail !== undefined) answer.clientEmail = document.clientEmail;
  if (document.clientRegistrationNumber !== undefined) answer.clientRegistrationNumber = document.clientRegistrationNumber;
  if (document.isCompany !== undefined) answer.isCompany = document.isCompany;
  if (document.supply !== undefined) answer.supply = document.supply;
  if (document.supplyDate !== undefined) answer.supplyDate = document.supplyDate;
  if (document.dueDate !== undefined) answer.dueDate = document.dueDate;
  if (document.exchangeRate !== undefined) answer.exchangeRate = document.exchangeRate;
  if (document.taxCurrency !== undefined) answer.taxCurrency = document.taxCurrency;
  if (document.taxTotalInTaxCurrency !== undefined) answer.taxTotalInTaxCurrency = document.taxTotalInTaxCurrency;
  if (document.buyerReference !== undefined) answer.buyerReference = document.buyerReference;
  if (document.purchaseOrderReference !== undefined) answer.purchaseOrderReference = document.purchaseOrderReference;
  if (document.salesOrderReference !== undefined) answer.salesOrderReference = document.salesOrderReference;
  if (document.despatchReference !== undefined) answer.despatchReference = document.despatchReference;
  if (document.goodsReceiptReference !== undefined) answer.goodsReceiptReference = document.goodsReceiptReference;
  if (document.tenderReference !== undefined) answer.tenderReference = document.tenderReference;
  if (document.invoicedObject !== undefined) answer.invoicedObject = document.invoicedObject;
  if (document.supportingDocuments !== undefined) answer.supportingDocuments = document.supportingDocuments;
  if (document.businessProcess !== undefined) answer.businessProcess = document.businessProcess;
  if (document.payee !== undefined) answer.payee = document.payee;
  if (document.reference !== undefined) answer.reference = document.reference;
  if (document.note !== undefined) answer.note = document.note;
  if (document.taxPointCode !== undefined) answer.taxPointCode = document.taxPointCode;
  if (document.selfBilled !== undefined) answer.selfBilled = document.selfBilled;
  if (document.triangular !== undefined) answer.triangular = document.triangular;
  if (document.period !== undefined) answer.period = document.period;
  if (document.deliverTo !== undefined) answer.deliverTo = document.deliverTo;
  if (document.placeOfSupply !== undefined) answer.placeOfSupply = document.placeOfSupply;
  if (document.dispatchedFrom !== undefined) answer.dispatchedFrom = document.dispatchedFrom;
  if (document.importer !== undefined) answer.importer = document.importer;
  if (document.registrationCountry !== undefined) answer.registrationCountry = document.registrationCountry;
  if (document.clientNumber !== undefined) answer.clientNumber = document.clientNumber;
  if (document.clientIdentifier !== undefined) answer.clientIdentifier = document.clientIdentifier;
  if (document.clientTradingName !== undefined) answer.clientTradingName = document.clientTradingName;
  if (document.clientContact !== undefined) answer.clientContact = document.clientContact;
  if (document.clientLanguage !== undefined) answer.clientLanguage = document.clientLanguage;
  if (document.clientRegistrationScheme !== undefined) answer.clientRegistrationScheme = document.clientRegistrationScheme;
  if (document.clientElectronicAddress !== undefined) answer.clientElectronicAddress = document.clientElectronicAddress;
  if (document.payment !== undefined) answer.payment = document.payment;
  if (document.paymentTerms !== undefined) answer.paymentTerms = document.paymentTerms;
  if (document.cashDiscounts !== undefined) answer.cashDiscounts = document.cashDiscounts;
  if (document.prices !== undefined) answer.prices = document.prices;
  if (document.paymentReference !== undefined) answer.paymentReference = document.paymentReference;
  if (document.prepaidAmount !== undefined) answer.prepaidAmount = document.prepaidAmount;
  if (document.roundingAmount !== undefined) answer.roundingAmount = document.roundingAmount;
  if (document.withholdings !== undefined) answer.withholdings = document.withholdings;
  if (document.retentions !== undefined) answer.retentions = document.retentions;
  if (document.disbursements !== undefined) answer.disbursements = document.disbursements;
  if (document.precedingInvoices !== undefined) answer.precedingInvoices = document.precedingInvoices;
  if (document.replaces !== undefined) answer.replaces = document.replaces;
  if (document.advances !== undefined) answer.advances = document.advances;
  if (document.contractReference !== undefined) answer.contractReference = document.contractReference;
  if (document.projectReference !== undefined) answer.projectReference = document.projectReference;
  if (document.buyerAccountingReference !== undefined) answer.buyerAccountingReference = document.buyerAccountingReference;
  if (document.notes !== undefined) answer.notes = document.notes;
  if (document.national !== undefined) answer.national = document.national;
  if (document.metadata !== undefined) answer.metadata = document.metadata;
  if (document.vatNumberVerification !== undefined) answer.vatNumberVerification = document.vatNumberVerification;
  if (state.cancellationReason !== undefined) answer.cancellationReason = state.cancellationReason;
  if (document.series !== undefined) answer.series = document.series;
  return answer;
}
