/** When VAT becomes due, as UNTDID 2005 codes it (EN 16931 BT-8): on the date of the invoice, of the delivery or of the payment. */
export const TAX_POINT_CODES = ["3", "35", "432"] as const;

/** One of {@link TAX_POINT_CODES}. */
export type TaxPointCode = (typeof TAX_POINT_CODES)[number];
