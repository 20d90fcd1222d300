// Written by `npm run generate` from the rows in src/fields. Change those instead.

/** The fields of an invoice that its credit notes repeat. */
export const KEPT_FIELDS = [
  "taxPointDate",
  "clientName",
  "currency",
  "vatTreatment",
  "vatNote",
  "vatReason",
  "clientCountry",
  "clientVatNumber",
  "clientRegistrationNumber",
  "isCompany",
  "supply",
  "supplyDate",
  "exchangeRate",
  "taxCurrency",
  "selfBilled",
  "triangular",
  "prices",
] as const;

/** The fields that may be given anew with a credit. Absent: the invoice's. */
export const RENEWED_FIELDS = [
  "clientAddress",
  "clientEmail",
  "buyerReference",
  "purchaseOrderReference",
  "salesOrderReference",
  "period",
  "deliverTo",
  "clientNumber",
  "clientRegistrationScheme",
  "clientElectronicAddress",
  "payment",
  "paymentTerms",
  "paymentReference",
  "contractReference",
  "projectReference",
  "buyerAccountingReference",
] as const;

/** The fields that a credit note has only if they are given with the credit. */
export const OWN_FIELDS = [
  "reference",
  "note",
  "notes",
  "metadata",
] as const;

/** The facts of the seller that decided the VAT of the invoice. */
export const KEPT_SELLER_FIELDS = [
  "country",
  "vatNumber",
  "taxNumber",
  "taxRepresentative",
  "cashAccounting",
  "language",
] as const;

/** The fields of a line that its credit repeats. */
export const KEPT_ITEM_FIELDS = [
  "description",
  "supply",
  "sku",
  "id",
  "standardId",
  "buyerSku",
  "classifications",
  "attributes",
  "originCountry",
  "purchaseOrderLine",
  "buyerAccountingReference",
  "invoicedObject",
  "note",
  "period",
  "taxRate",
  "exemptionReason",
  "vatexCode",
  "rateCountry",
] as const;

/** Those that it repeats only if a quantity was credited. */
export const KEPT_QUANTITY_FIELDS = [
  "unit",
  "unitCode",
  "unitPriceGross",
] as const;

/** The fields of a credit note, in the order in which they are answered. */
export const CREDIT_NOTE_ORDER = [
  "id",
  "creditNoteNumber",
  "documentType",
  "issueDate",
  "issuedAt",
  "corrects",
  "reason",
  "taxPointDate",
  "seller",
  "clientName",
  "currency",
  "items",
  "taxRate",
  "subtotal",
  "taxTotal",
  "total",
  "vatBreakdown",
  "vatTreatment",
  "vatNote",
  "vatReason",
  "warnings",
  "clientCountry",
  "clientVatNumber",
  "clientAddress",
  "clientEmail",
  "clientRegistrationNumber",
  "isCompany",
  "supply",
  "supplyDate",
  "exchangeRate",
  "taxCurrency",
  "taxTotalInTaxCurrency",
  "buyerReference",
  "purchaseOrderReference",
  "salesOrderReference",
  "reference",
  "note",
  "selfBilled",
  "triangular",
  "period",
  "deliverTo",
  "clientNumber",
  "clientRegistrationScheme",
  "clientElectronicAddress",
  "payment",
  "paymentTerms",
  "prices",
  "paymentReference",
  "contractReference",
  "projectReference",
  "buyerAccountingReference",
  "notes",
  "metadata",
] as const;
