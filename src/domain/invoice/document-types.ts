/** What an order can make an invoice, as UNTDID 1001 codes it (EN 16931 BT-3). */
export const INVOICE_TYPES = ["380", "383", "384", "386", "326", "393", "875", "876", "877"] as const;

/** One of {@link INVOICE_TYPES}. */
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** What an invoice can be: `389` is a self-billed one. */
export const DOCUMENT_TYPES = [...INVOICE_TYPES, "389"] as const;

/** One of {@link DOCUMENT_TYPES}. */
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/**
 * What a credit note can be, as UNTDID 1001 codes it (EN 16931 BT-3): `381` is a credit note, `261` a self-billed one, `262`
 * one over a period.
 */
export const CREDIT_NOTE_TYPES = ["381", "261", "262"] as const;

/** One of {@link CREDIT_NOTE_TYPES}. */
export type CreditNoteType = (typeof CREDIT_NOTE_TYPES)[number];

/** The type of the credit note that corrects an invoice of a type. */
export function creditNoteTypeOf(type: DocumentType): CreditNoteType {
  return type === "389" ? "261" : "381";
}

/** How a line can be credited: as a part of its quantity, or as an amount. */
export const CREDITED_BY = ["quantity", "netAmount", "grossAmount"] as const;

/** One of {@link CREDITED_BY}. */
export type CreditedBy = (typeof CREDITED_BY)[number];
