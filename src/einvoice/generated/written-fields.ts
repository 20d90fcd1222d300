// Written by `npm run generate` from the rows in src/fields. Change those instead.

/** The fields of a document that are terms of EN 16931 as they are. */
export const WRITTEN_FIELDS = [
  "issueDate",
  "currency",
  "buyerReference",
  "purchaseOrderReference",
  "salesOrderReference",
  "despatchReference",
  "goodsReceiptReference",
  "tenderReference",
  "invoicedObject",
  "supportingDocuments",
  "period",
  "contractReference",
  "projectReference",
  "buyerAccountingReference",
] as const;

/** Those of a line. */
export const WRITTEN_LINE_FIELDS = [
  "sku",
  "standardId",
  "buyerSku",
  "classifications",
  "attributes",
  "purchaseOrderLine",
  "buyerAccountingReference",
  "invoicedObject",
  "note",
  "period",
] as const;

/** Those of the seller. */
export const WRITTEN_SELLER_FIELDS = [
  "taxNumber",
  "tradingName",
  "legalNote",
  "identifiers",
  "electronicAddress",
] as const;
