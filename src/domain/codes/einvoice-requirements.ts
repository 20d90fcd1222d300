/** The specifications that electronic invoices can be required to meet. */
export const EINVOICE_REQUIREMENTS = ["en16931", "peppol", "xrechnung", "ctc-fr", "cius-ro", "hr-cius"] as const;

/** One of {@link EINVOICE_REQUIREMENTS}. */
export type EinvoiceRequirement = (typeof EINVOICE_REQUIREMENTS)[number];
