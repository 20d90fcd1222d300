/** What an order can make an invoice, as UNTDID 1001 codes it (EN 16931 BT-3). */
export const INVOICE_TYPES = [
  ...(["380", "383", "384", "386", "326", "393", "875", "876", "877", "204", "387", "575", "751"] as const),
  ...(["471", "500"] as const), // only with `selfBilled`
];

/** One of {@link INVOICE_TYPES}. */
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** What an invoice can be: `389` is a self-billed one. */
export const DOCUMENT_TYPES = [...INVOICE_TYPES, "389"] as const;

/** The types of invoices that the client writes: `471` is a corrected one, `500` one for a payment in advance. */
const SELF_BILLED_TYPES: readonly string[] = ["389", "471", "500"];

/** Whether a type of an invoice is one that only `selfBilled` gives. */
export function isSelfBilledType(type: DocumentType): boolean {
  return SELF_BILLED_TYPES.includes(type);
}

/** Whether a type is that of an invoice for a payment in advance. */
export function isAdvanceType(type: string | undefined): boolean {
  return type === "386" || type === "500";
}

/** What a settled invoice says: only advances are deducted, and only others are replaced. */
export function settlementWords({ documentType }: { readonly documentType?: string }, settledBy: string): string {
  return isAdvanceType(documentType)
    ? `${settledBy} has deducted this advance`
    : `${settledBy} has replaced this invoice`;
}

/** Whether a type is that of an invoice that takes the place of another. */
export function isCorrectedType(type: string | undefined): boolean {
  return type === "384" || type === "471";
}

/** One of {@link DOCUMENT_TYPES}. */
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/**
 * What a credit note can be, as UNTDID 1001 codes it (EN 16931 BT-3): `381` is a credit note, `261` a self-billed one, `262` a
 * consolidated one, `396` a factored one, `502` a factored one that is self-billed, `503` one for a payment in advance.
 */
export const CREDIT_NOTE_TYPES = ["381", "261", "262", "396", "502", "503"] as const;

/** One of {@link CREDIT_NOTE_TYPES}. */
export type CreditNoteType = (typeof CREDIT_NOTE_TYPES)[number];

/** The types of the credit notes that can correct an invoice of a type, the usual one first. */
export function creditNoteTypesOf(type: DocumentType): readonly [CreditNoteType, ...CreditNoteType[]] {
  return isSelfBilledType(type) ? ["261", "502", "503"] : ["381", "262", "396", "503"];
}

/** How a line can be credited: as a part of its quantity, or as an amount. */
export const CREDITED_BY = ["quantity", "netAmount", "grossAmount"] as const;

/** One of {@link CREDITED_BY}. */
export type CreditedBy = (typeof CREDITED_BY)[number];
