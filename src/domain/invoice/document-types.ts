/** What a document can be, as UNTDID 1001 codes it (EN 16931 BT-3): `380` is an invoice, `389` a self-billed one. */
export const DOCUMENT_TYPES = ["380", "389"] as const;

/** One of {@link DOCUMENT_TYPES}. */
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What a credit note can be, as UNTDID 1001 codes it (EN 16931 BT-3): `381` is a credit note, `261` a self-billed one. */
export const CREDIT_NOTE_TYPES = ["381", "261"] as const;

/** One of {@link CREDIT_NOTE_TYPES}. */
export type CreditNoteType = (typeof CREDIT_NOTE_TYPES)[number];

/** The type of the credit note that corrects each type of invoice. A new type does not compile until it is listed. */
export const CREDIT_NOTE_TYPE_OF: Record<DocumentType, CreditNoteType> = { "380": "381", "389": "261" };

/** How a line can be credited: as a part of its quantity, or as an amount. */
export const CREDITED_BY = ["quantity", "netAmount", "grossAmount"] as const;

/** One of {@link CREDITED_BY}. */
export type CreditedBy = (typeof CREDITED_BY)[number];
