/**
 * Where an invoice was issued. What the company's own web panel issues takes its number from the same sequence and is not
 * metered: `api` alone is billed.
 */
export const INVOICE_SOURCES = ["api", "panel"] as const;

/** One of {@link INVOICE_SOURCES}. */
export type InvoiceSource = (typeof INVOICE_SOURCES)[number];
