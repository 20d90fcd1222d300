/**
 * Where an invoice was issued. The company's own web panel takes numbers from the same sequence, but only invoices of
 * the `api` are metered and billed.
 */
export const INVOICE_SOURCES = ["api", "panel"] as const;

/** One of {@link INVOICE_SOURCES}. */
export type InvoiceSource = (typeof INVOICE_SOURCES)[number];
